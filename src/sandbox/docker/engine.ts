import { spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { type ClientRequest, type IncomingMessage, request } from "node:http";
import type { Socket } from "node:net";
import { PassThrough, type Readable } from "node:stream";
import { text } from "node:stream/consumers";
import { programText } from "../inside-programs.ts";

/** An engine that does not answer within this time counts as absent. */
const ANSWER_MS = 30_000;

interface EngineCall {
  readonly method?: "GET" | "POST" | "DELETE";
  readonly query?: Readonly<Record<string, string>>;
  /** Sent as JSON. */
  readonly body?: unknown;
  /** Sent unchanged. */
  readonly stream?: Readable;
  /** Status codes that are not an error for this caller. */
  readonly accept?: readonly number[];
  /** Wait for the answer without a timeout. */
  readonly patient?: boolean;
}

/** The container engine behind a Unix socket, with the few requests that a sandbox needs. */
export interface Engine {
  call(path: string, options?: EngineCall): Promise<unknown>;
  /** Creates a container, which is removed when our process ends in any way. Returns its id. */
  create(body: object): Promise<string>;
  /** Attaches to the streams of a container that is about to start. */
  attach(container: string): Promise<Socket>;
  close(): void;
}

/** The engine's own error message. */
class EngineError extends Error {
  readonly status: number;
  constructor(status: number, message: string) {
    super(message);
    this.name = "EngineError";
    this.status = status;
  }
}

export function createEngine(socketPath: string): Engine {
  const owner = randomUUID();
  let watch: { end(): void } | undefined; // started with the first container
  return { call, create, attach, close: () => watch?.end() };

  async function create(body: object): Promise<string> {
    watch ??= watchContainers(socketPath, owner);
    const labelled = { ...body, Labels: { [OWNER_LABEL]: owner } };
    const created = await call("/containers/create", { method: "POST", body: labelled });
    return (created as { Id: string }).Id; // the engine's documented response
  }

  async function call(path: string, options: EngineCall = {}): Promise<unknown> {
    const response = await new Promise<IncomingMessage>((resolve, reject) => {
      const sent = send(path, options);
      if (!options.patient) setAnswerTimeout(sent);
      sent.once("error", reject).once("response", resolve);
      if (options.stream !== undefined) options.stream.once("error", reject).pipe(sent);
      else sent.end(options.body === undefined ? undefined : JSON.stringify(options.body));
    });
    const status = response.statusCode ?? 0;
    if (status >= 400 && !options.accept?.includes(status))
      throw new EngineError(status, await failure(response));
    return parse(await text(response));
  }

  function attach(container: string): Promise<Socket> {
    return new Promise((resolve, reject) => {
      const query = { stream: "1", stdin: "1", stdout: "1", stderr: "1" };
      const sent = send(
        `/containers/${container}/attach`,
        { method: "POST", query },
        {
          connection: "Upgrade",
          upgrade: "tcp",
        },
      );
      setAnswerTimeout(sent);
      sent.once("error", reject);
      sent.once("response", (response) =>
        failure(response).then((words) => reject(new Error(words)), reject),
      );
      sent.once("upgrade", (_response, socket, head) => {
        socket.setTimeout(0); // a program may be silent for as long as it runs
        if (head.length > 0) socket.unshift(head);
        resolve(socket as Socket); // a request over a Unix socket has a net.Socket
      });
      sent.end();
    });
  }

  function send(
    path: string,
    { method = "GET", query, body, stream }: EngineCall,
    headers = {},
  ): ClientRequest {
    const type = stream === undefined ? "application/json" : "application/x-tar";
    const search = query === undefined ? "" : `?${new URLSearchParams(query)}`;
    return request({
      socketPath,
      path: path + search,
      method,
      agent: false,
      headers: {
        host: "engine",
        ...(body === undefined && stream === undefined ? {} : { "content-type": type }),
        ...headers,
      },
    });
  }
}

function setAnswerTimeout(sent: ClientRequest): void {
  sent.setTimeout(ANSWER_MS, () => sent.destroy(new Error("the engine does not answer")));
}

async function failure(response: IncomingMessage): Promise<string> {
  const words = await text(response);
  const parsed = parse(words);
  if (typeof parsed === "object" && parsed !== null && "message" in parsed) return String(parsed.message);
  return words.trim() || `the engine answered ${response.statusCode}`;
}

/** Parses JSON. Progress comes as several documents and stays text. */
function parse(words: string): unknown {
  try {
    return JSON.parse(words);
  } catch {
    return words;
  }
}

const HEADER_BYTES = 8;

/**
 * Splits the engine's multiplexed stream: eight bytes name the stream and the length, then the bytes follow.
 */
export function splitFrames(source: Readable): { stdout: PassThrough; stderr: PassThrough } {
  const outputs = { stdout: new PassThrough(), stderr: new PassThrough() };
  let buffered: Buffer = Buffer.alloc(0);
  let current = outputs.stdout;
  let left = 0;
  const end = () => {
    outputs.stdout.end();
    outputs.stderr.end();
  };
  source.on("data", (bytes: Buffer) => {
    buffered = buffered.length === 0 ? bytes : Buffer.concat([buffered, bytes]);
    for (;;) {
      if (left > 0) {
        const piece = buffered.subarray(0, left);
        if (piece.length === 0) return;
        current.write(piece);
        left -= piece.length;
        buffered = buffered.subarray(piece.length);
      } else {
        if (buffered.length < HEADER_BYTES) return;
        current = buffered[0] === 2 ? outputs.stderr : outputs.stdout;
        left = buffered.readUInt32BE(4);
        buffered = buffered.subarray(HEADER_BYTES);
      }
    }
  });
  source.once("end", end).once("close", end).once("error", end);
  return outputs;
}

/** The label that finds the containers of one engine object. */
const OWNER_LABEL = "dejima.owner";

/** Starts a process that removes all containers of this owner when ours ends in any way. */
function watchContainers(socket: string, owner: string): { end(): void } {
  const filters = JSON.stringify({ label: [`${OWNER_LABEL}=${owner}`] });
  const child = spawn(process.execPath, ["-e", programText(removeWhenAlone), socket, filters], {
    stdio: ["pipe", "ignore", "ignore"],
    env: {},
    detached: true,
  });
  child.on("error", () => {});
  child.unref();
  // The pipe is a socket, which would keep our process alive.
  if ("unref" in child.stdin && typeof child.stdin.unref === "function") child.stdin.unref();
  return { end: () => void child.kill("SIGKILL") };
}

/**
 * Sent as text, so it uses nothing from outside. Waits for the end of its input, which only our process
 * contains. Then it looks several times: the engine may still be creating a container.
 */
function removeWhenAlone(): void {
  const { request } = process.getBuiltinModule("node:http");
  const [socketPath = "", filters = ""] = process.argv.slice(1);
  const headers = { host: "engine" };
  let looks = 0;
  const remove = (id: string) =>
    request({ socketPath, headers, method: "DELETE", path: `/containers/${id}?force=1&v=1` })
      .on("error", () => {})
      .on("response", (response) => response.resume())
      .end();
  const sweep = () => {
    looks += 1;
    if (looks < 5) setTimeout(sweep, 1_000);
    request({ socketPath, headers, path: `/containers/json?all=1&filters=${encodeURIComponent(filters)}` })
      .on("error", () => {})
      .on("response", (response) => {
        let text = "";
        response.on("data", (bytes: Buffer) => {
          text += bytes;
        });
        response.on("end", () => {
          for (const { Id } of JSON.parse(text)) remove(Id);
        });
      })
      .end();
  };
  process.stdin.resume().once("end", sweep);
}
