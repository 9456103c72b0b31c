import { once } from "node:events";
import { createServer, type Server } from "node:http";
import { DejimaError } from "../../../contract/error.ts";

/** Waits on this machine for the browser to return from a login. */
interface LoopbackRedirect {
  readonly url: string;
  /** The query parameters that the browser returned with. */
  answer(): Promise<URLSearchParams>;
  close(): Promise<void>;
}

interface RedirectOptions {
  /** The preferred port. If it is taken and not `fixed`, any other port. */
  readonly port: number;
  /** Only this port works: it is registered with the authorization server. */
  readonly fixed: boolean;
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
}

const PATH = "/callback";
const PAGE = "<!doctype html><meta charset=utf-8><title>Dejima</title><p>Done. You can close this page.";

/** Listens on loopback for one answer. */
export async function openLoopbackRedirect(options: RedirectOptions): Promise<LoopbackRedirect> {
  const { promise, resolve } = Promise.withResolvers<URLSearchParams>();
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? "/", "http://127.0.0.1");
    const comes = pathname === PATH && (searchParams.has("code") || searchParams.has("error"));
    response.writeHead(comes ? 200 : 404, { "content-type": "text/html", connection: "close" });
    response.end(comes ? PAGE : "");
    if (comes) resolve(searchParams);
  });
  const port = await listen(server, options);
  return {
    url: `http://127.0.0.1:${port}${PATH}`,
    async answer() {
      const over = AbortSignal.any([options.signal, AbortSignal.timeout(options.timeoutMs)]);
      const late = once(over, "abort").then(() => {
        throw options.signal.aborted
          ? new DejimaError("cancelled", "Stopped waiting for the browser")
          : new DejimaError(
              "timeout",
              `The browser did not come back within ${options.timeoutMs / 1000} s; --timeout gives it longer`,
            );
      });
      return Promise.race([promise, late]);
    },
    async close() {
      server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
    },
  };
}

async function listen(server: Server, { port, fixed }: RedirectOptions): Promise<number> {
  for (const candidate of fixed || port === 0 ? [port] : [port, 0]) {
    server.listen(candidate, "127.0.0.1");
    const answer = await Promise.race([
      once(server, "listening").then(() => true),
      once(server, "error").then(() => false),
    ]).catch(() => false);
    const address = server.address();
    if (answer && typeof address === "object" && address !== null) return address.port;
  }
  throw new DejimaError(
    "conflict",
    `Cannot wait for the browser on port ${port}: it is taken. --port names another`,
  );
}
