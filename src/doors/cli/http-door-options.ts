import { DejimaError } from "../../contract/error.ts";
import type { CommandContext, Given } from "./command.ts";
import type { HttpDoorOptions } from "./other-doors.ts";

/** Reads the flags that every command with an HTTP door takes, and the port. */
export function httpDoorOptions(
  { options }: Given,
  { output, port: defaults }: Pick<CommandContext, "output"> & { readonly port: number },
): Omit<HttpDoorOptions, "runtime"> {
  const port = Number(options.port ?? defaults);
  if (!Number.isInteger(port) || port < 0 || port > 65_535)
    throw new DejimaError(
      "invalid_input",
      `Cannot listen on port "${options.port}": give a number from 0 to 65535`,
    );
  return {
    port,
    host: typeof options.host === "string" ? options.host : "127.0.0.1",
    names: listOf(options.name),
    proxies: listOf(options.proxy),
    requireToken: options.requireToken === true,
    onFault: (error) => output.note(error instanceof Error ? (error.stack ?? error.message) : String(error)),
  };
}

const listOf = (value: unknown): string[] => (Array.isArray(value) ? value.map(String) : []);
