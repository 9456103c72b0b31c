import { once } from "node:events";
import { DejimaError } from "../../../contract/error.ts";
import type { RunCommand } from "../command.ts";

const MODES = ["auto", "full", "search"] as const;

/** `dejima mcp serve` */
export const run: RunCommand = async ({ runtime, output, signal, doors }, { options }) => {
  const mode = MODES.find((known) => known === (options.mode ?? "auto"));
  if (mode === undefined)
    throw new DejimaError(
      "invalid_input",
      `Cannot serve in mode "${options.mode}": there are ${MODES.join(", ")}`,
    );
  if (options.port === undefined) {
    await doors.serveMcpStdio({ runtime: await runtime(), mode, signal });
    return 0;
  }
  const port = Number(options.port);
  if (!Number.isInteger(port) || port < 0 || port > 65_535)
    throw new DejimaError(
      "invalid_input",
      `Cannot listen on port "${options.port}": give a number from 0 to 65535`,
    );
  const server = await doors.serveMcpHttp({
    runtime: await runtime(),
    mode,
    port,
    host: typeof options.host === "string" ? options.host : "127.0.0.1",
    names: Array.isArray(options.name) ? options.name.map(String) : [],
    onFault: (error) => output.note(error instanceof Error ? (error.stack ?? error.message) : String(error)),
  });
  output.data({ url: server.url }, () => `Serving MCP on ${server.url} (Ctrl-C stops it)`);
  if (!signal.aborted) await once(signal, "abort");
  await server.close();
  return 0;
};
