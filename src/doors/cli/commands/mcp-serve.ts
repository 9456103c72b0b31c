import { once } from "node:events";
import { DejimaError } from "../../../contract/error.ts";
import type { RunCommand } from "../command.ts";
import { httpDoorOptions } from "../http-door-options.ts";

const MODES = ["auto", "full", "search"] as const;

/** `dejima mcp serve` */
export const run: RunCommand = async ({ runtime, output, signal, doors }, given) => {
  const { options } = given;
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
  const door = httpDoorOptions(given, { output, port: 0 });
  const server = await doors.serveMcpHttp({ runtime: await runtime(), mode, ...door });
  output.data({ url: server.url }, () => `Serving MCP on ${server.url} (Ctrl-C stops it)`);
  if (!signal.aborted) await once(signal, "abort");
  await server.close();
  return 0;
};
