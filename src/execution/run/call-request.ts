import { DejimaError } from "../../contract/error.ts";
import type { TypedTool } from "../../contract/tool.ts";
import type { ToolRegistry } from "../../tool/tool-registry.ts";
import type { CallRequest } from "../call.ts";
import type { CallOptions } from "./run-surface.ts";

/** The arguments of `execute`: a whole request, or a tool with its input and options. */
export type ExecuteArguments =
  | readonly [request: CallRequest]
  | readonly [tool: string | TypedTool, input?: unknown, options?: CallOptions];

/** Normalizes the arguments of `execute`. Registers a tool that is passed as an object and is not known yet. */
export function callRequest(
  [first, input, options]: ExecuteArguments,
  registry: Pick<ToolRegistry, "get" | "register">,
): CallRequest {
  const value: unknown = first; // callers without types may pass anything
  const isObject = typeof value === "object" && value !== null;
  if (isObject && "tool" in value) return first as CallRequest; // an object with a tool is a request
  if (!isObject || !("run" in value)) return { ...options, tool: value as string, input }; // the gate reports what is wrong
  const tool = first as TypedTool; // an object with `run` is a tool
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
