import { DejimaError, type ErrorData } from "../contract/error.ts";
import { measureJson } from "../support/plain-json.ts";
import type { ObservationShelf } from "./observation-shelf.ts";
import type { Redactor } from "./redactor.ts";

const MAX_MESSAGE = 4_000;
const MAX_DETAILS = { maxDepth: 20, maxSize: 100_000 };

/** Any thrown value as error data: ours as it is, foreign ones as `internal`, with nothing in it that is not JSON. */
export function errorData(
  error: unknown,
  tool: string,
  world: { shelf: () => ObservationShelf; redactor: Redactor },
): ErrorData {
  if (!(error instanceof DejimaError)) {
    return {
      code: codeOf(error),
      message: `The tool "${tool}" failed: ${describe(error)}`,
      details: { tool },
    };
  }
  const { partial, ...rest } = error.details;
  const details =
    typeof partial === "string"
      ? { ...rest, partial: world.shelf().put(world.redactor.text(partial)) }
      : rest;
  const usable = measureJson(details, MAX_DETAILS).fault === undefined;
  return { code: error.code, message: cut(error.message), details: usable ? details : {} };
}

// What the operating system says keeps its class; anything else a tool throws is a fault of the tool.
function codeOf(error: unknown): ErrorData["code"] {
  const system = error instanceof Error && "syscall" in error && "errno" in error;
  return system ? "io_error" : "internal";
}

function describe(error: unknown): string {
  if (error instanceof Error) return cut(error.message === "" ? error.name : error.message);
  try {
    return cut(
      `it threw ${typeof error === "string" ? error : `a ${typeof error} (${String(error)}) instead of an Error`}`,
    );
  } catch {
    return "it threw a value that cannot be shown";
  }
}

function cut(message: string): string {
  return message.length > MAX_MESSAGE ? `${message.slice(0, MAX_MESSAGE)}…` : message;
}
