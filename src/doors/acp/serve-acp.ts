import { Readable, Writable } from "node:stream";
import { agent, methods, ndJsonStream, PROTOCOL_VERSION, RequestError } from "@agentclientprotocol/sdk";
import { DejimaError } from "../../contract/error.ts";
import { VERSION } from "../../version.ts";
import { createSessions, type OpenFolder } from "./sessions.ts";

interface AcpDoorOptions {
  /** Opens the runtime of a folder for the sessions that an editor starts there. */
  open: OpenFolder;
  /** Closes the connection. */
  readonly signal: AbortSignal;
  readonly input: Readable;
  readonly output: Writable;
  onFault(error: unknown): void;
}

/** Serves one editor over a pair of streams as an ACP agent, until either end is closed. */
export async function serveAcp({ open, signal, input, output, onFault }: AcpDoorOptions): Promise<void> {
  const sessions = createSessions({ open, onFault });
  const stream = ndJsonStream(Writable.toWeb(output), bytesOf(input));
  const connection = createApp(sessions).connect(stream);
  sessions.connect(connection);
  const close = () => connection.close();
  if (signal.aborted) close();
  signal.addEventListener("abort", close, { once: true });
  await connection.closed;
  signal.removeEventListener("abort", close);
  await sessions.closeAll();
}

function createApp(sessions: ReturnType<typeof createSessions>) {
  const { session } = methods.agent;
  return agent({ name: "dejima" })
    .onRequest(methods.agent.initialize, ({ params: { clientCapabilities } }) => {
      sessions.meet(clientCapabilities ?? {});
      return {
        protocolVersion: PROTOCOL_VERSION,
        agentInfo: { name: "dejima", title: "Dejima", version: VERSION },
        agentCapabilities: {
          loadSession: true,
          promptCapabilities: { image: true, embeddedContext: true },
          sessionCapabilities: { list: {}, resume: {}, close: {}, delete: {} },
        },
      };
    })
    .onRequest(
      session.new,
      answering(({ params }) => sessions.begin(params)),
    )
    .onRequest(
      session.load,
      answering(({ params }) => sessions.load(params)),
    )
    .onRequest(
      session.resume,
      answering(({ params }) => sessions.resume(params)),
    )
    .onRequest(
      session.list,
      answering(({ params }) => sessions.list(params)),
    )
    .onRequest(
      session.close,
      answering(({ params }) => sessions.close(params.sessionId)),
    )
    .onRequest(
      session.delete,
      answering(({ params }) => sessions.delete(params.sessionId)),
    )
    .onRequest(
      session.prompt,
      answering(({ params, signal }) => sessions.prompt(params, signal)),
    )
    .onRequest(
      session.setMode,
      answering(({ params }) => sessions.setMode(params)),
    )
    .onNotification(session.cancel, ({ params }) => sessions.cancel(params.sessionId));
}

// Node types this byte stream as a stream of `any`.
function bytesOf(input: Readable): ReadableStream<Uint8Array> {
  return Readable.toWeb(input) as ReadableStream<Uint8Array>; // a stream of bytes
}

/** An error as a JSON-RPC error, with our message, and our code in its data. */
function requestError(error: DejimaError): RequestError {
  const data = { code: error.code };
  return new RequestError(CODES[error.code] ?? INTERNAL, error.message, data);
}

const INTERNAL = -32603;
const CODES: Readonly<Partial<Record<DejimaError["code"], number>>> = {
  not_found: -32002,
  invalid_input: -32602,
  too_large: -32602,
  conflict: -32600,
  limit_exceeded: -32600,
};

/** Wraps a handler so that our errors become protocol errors. */
function answering<Context, Response>(
  handle: (context: Context) => Promise<Response>,
): (context: Context) => Promise<Response> {
  return async (context) => {
    try {
      return await handle(context);
    } catch (error) {
      throw error instanceof DejimaError ? requestError(error) : error;
    }
  };
}
