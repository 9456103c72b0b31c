import { appendFile } from "node:fs/promises";
import type { Readable, Writable } from "node:stream";
import type { z } from "zod";
import type { Runtime, RuntimeOptions } from "../../runtime.ts";
import type { Output } from "./describe/output.ts";
import { flag, value, values } from "./input/fields.ts";

/** The ports a server can listen on. 0 means any free port. */
export const PORTS = { from: 0, to: 65_535 };

/** The options of every command with an HTTP door, besides its port. */
export const HTTP_DOOR_FIELDS = {
  host: value("address", "the address to listen on (127.0.0.1); others need a token"),
  name: values("host", "another host name that clients use for it"),
  proxy: values("address", "a proxy in front of it, or its network, that may name its clients"),
  requireToken: flag("ask for a token on loopback, too"),
  accessLog: value("file", "write a line of JSON for every request to this file; - for stderr"),
};

/** A server that runs until it is closed. */
interface RunningDoor {
  readonly url: string;
  close(): Promise<void>;
}

interface HttpDoorOptions {
  readonly runtime: Runtime;
  readonly host: string;
  readonly port: number;
  readonly names: readonly string[];
  /** Addresses or networks of proxies whose `X-Forwarded-For` is trusted. */
  readonly proxies: readonly string[];
  /** Require a token on loopback, too. */
  readonly requireToken: boolean;
  onFault(error: unknown): void;
  /** Called for every request. */
  readonly onRequest?: ((entry: object) => void) | undefined;
}

interface McpDoorOptions {
  readonly runtime: Runtime;
  /** Show clients all tools, only a search, or whichever suits them. */
  readonly mode: "auto" | "full" | "search";
  /** Which built-in tools clients see. Default: few. */
  readonly builtins?: "few" | "all" | undefined;
}

interface AcpDoorOptions {
  /** Opens the runtime of a folder in which an editor starts a session. */
  open(
    folder: string,
    options: Pick<RuntimeOptions, "editorText">,
  ): Promise<{ readonly runtime: Runtime; readonly notes: readonly string[]; close(): Promise<void> }>;
  readonly signal: AbortSignal;
  readonly input: Readable;
  readonly output: Writable;
  onFault(error: unknown): void;
}

interface MessengerDoorOptions {
  readonly runtime: Runtime;
  onFault(error: unknown): void;
}

/** The doors that the command line can open. They are injected, because doors do not import one another. */
export interface OtherDoors {
  /** Serves one MCP client over stdin and stdout. */
  serveMcpStdio(options: McpDoorOptions & { readonly signal: AbortSignal }): Promise<void>;
  serveMcpHttp(options: McpDoorOptions & HttpDoorOptions): Promise<RunningDoor>;
  serveHttp(options: HttpDoorOptions): Promise<RunningDoor>;
  /** Serves one editor over these streams until they end. */
  serveAcp(options: AcpDoorOptions): Promise<void>;
  /** Opens the messengers of the config. Returns their names. */
  openMessengers(
    options: MessengerDoorOptions,
  ): Promise<{ readonly names: readonly string[]; close(): Promise<void> }>;
}

type HttpDoorFields = z.output<z.ZodObject<typeof HTTP_DOOR_FIELDS>> & { readonly port: number };

/** The options of an HTTP door, from the command-line options. */
export function httpDoorOptions(
  { port, host = "127.0.0.1", name = [], proxy = [], requireToken, accessLog }: HttpDoorFields,
  output: Output,
): Omit<HttpDoorOptions, "runtime"> {
  return {
    port,
    host,
    names: name,
    proxies: proxy,
    requireToken,
    ...(accessLog === undefined ? {} : { onRequest: accessWriter(accessLog, output) }),
    onFault: (error) => output.note(error instanceof Error ? (error.stack ?? error.message) : String(error)),
  };
}

/**
 * Appends lines one after the other. The file is opened for each batch, so that a rotated log starts a new
 * file.
 */
function accessWriter(file: string, output: Output): (entry: object) => void {
  if (file === "-") return (entry) => output.note(JSON.stringify(entry));
  let waiting: string[] = [];
  let writing = false;
  async function write(): Promise<void> {
    writing = true;
    for (; waiting.length > 0; ) {
      const lines = waiting;
      waiting = [];
      await appendFile(file, lines.join(""), { mode: 0o600 }).catch((error: Error) =>
        output.note(`Cannot write the access log "${file}": ${error.message}`),
      );
    }
    writing = false;
  }
  return (entry) => {
    waiting.push(`${JSON.stringify(entry)}\n`);
    if (!writing) void write();
  };
}
