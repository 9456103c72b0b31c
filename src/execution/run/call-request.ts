import { DejimaError } from "../../contract/error.ts";
import type { TypedTool } from "../../contract/tool.ts";
import type { ToolRegistry } from "../../tool/tool-registry.ts";
import type { CallRequest } from "../call.ts";
import type { CallOptions } from "./run-surface.ts";

/** The arguments of `execute`: a whole request, or a tool with its input and options. */
export type ExecuteArguments =
  | readonly [request: CallRequest]
  | readonly [tool: string | TypedTool, input?: unknown, options?: CallOptions];

/** Reads the arguments of `execute`. A tool that was handed over and is not known yet is registered. */
export function callRequest(
  [first, input, options]: ExecuteArguments,
  registry: Pick<ToolRegistry, "get" | "register">,
): CallRequest {
  const given: unknown = first; // callers without types may name anything
  const isObject = typeof given === "object" && given !== null;
  if (isObject && "tool" in given) return first as CallRequest; // what has a tool is a request
  if (!isObject || !("run" in given)) return { ...options, tool: given as string, input }; // the gate says what is wrong
  const tool = first as TypedTool; // what can run is a tool
  const { name } = tool;
  const known = registry.get(name);
  if (known === undefined) registry.register(tool);
  else if (known !== tool)
    throw new DejimaError(
      "conflict",
      `Cannot call the tool "${name}" that was handed over: another one of this name is registered. Call that one by its name, or rename yours`,
      { tool: name },
    );
  return { ...options, tool: name, input };
}
