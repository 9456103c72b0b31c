import type { CallToolResult } from "@modelcontextprotocol/client";
import { DejimaError } from "../../../contract/error.ts";

/** Whether what came back is a result of a tool that says that it failed. */
export function isFailed<Result>(result: Result): result is Result & CallToolResult {
  return typeof result === "object" && result !== null && "isError" in result && result.isError === true;
}

/** The texts of a result. */
export function textOf({ content = [] }: CallToolResult): string {
  return content.flatMap((block) => (block.type === "text" ? [block.text] : [])).join("\n");
}

/** A failed result that also says what was denied: a server takes a wall for a broken network. */
export function withContainment<Result extends CallToolResult>(result: Result, contained: string): Result {
  if (contained === "") return result;
  const told = { type: "text" as const, text: `[Dejima] ${contained}` };
  return { ...result, content: [...(result.content ?? []), told] };
}

/** A failure that also says what was denied. */
export function containedFailure(error: DejimaError, contained: (text: string) => string): DejimaError {
  const told = contained(error.message);
  if (told === "" || error.message.includes(told)) return error;
  return new DejimaError(error.code, `${error.message}. ${told}`, error.details, { cause: error });
}
