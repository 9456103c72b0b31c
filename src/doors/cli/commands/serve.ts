import { once } from "node:events";
import { DejimaError } from "../../../contract/error.ts";
import type { RunCommand } from "../command.ts";

const DEFAULT_PORT = 7788;

/** `dejima serve` */
export const run: RunCommand = async ({ runtime, output, signal, doors }, { options }) => {
  const port = Number(options.port ?? DEFAULT_PORT);
  if (!Number.isInteger(port) || port < 0 || port > 65_535) {
    throw new DejimaError(
      "invalid_input",
      `Cannot listen on port "${options.port}": give a number from 0 to 65535`,
    );
  }
  const server = await doors.serveHttp({
    runtime: await runtime(),
    host: typeof options.host === "string" ? options.host : "127.0.0.1",
    port,
    requireToken: options.requireToken === true,
    names: Array.isArray(options.name) ? options.name.map(String) : [],
    onFault: (error) => output.note(error instanceof Error ? (error.stack ?? error.message) : String(error)),
  });
  output.data({ url: server.url }, () => `Serving on ${server.url} (Ctrl-C stops it)`);
  if (!signal.aborted) await once(signal, "abort");
  await server.close();
  return 0;
};
