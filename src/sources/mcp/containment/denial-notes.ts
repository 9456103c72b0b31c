import type { CallToolResult } from "@modelcontextprotocol/client";
import { DejimaError } from "../../../contract/error.ts";

/** Whether a result is a tool result that reports a failure. */
export function isFailed<Result>(result: Result): result is Result & CallToolResult {
  return typeof result === "object" && result !== null && "isError" in result && result.isError === true;
}

/** The texts of a result. */
export function textOf({ content = [] }: CallToolResult): string {
  return content.flatMap((block) => (block.type === "text" ? [block.text] : [])).join("\n");
}

/** A failed result with the denied accesses added, because a server mistakes containment for a broken network. */
export function withDenialNote<Result extends CallToolResult>(result: Result, contained: string): Result {
  if (contained === "") return result;
  const note = { type: "text" as const, text: `[Dejima] ${contained}` };
  return { ...result, content: [...(result.content ?? []), note] };
}

/** A failure with the denied accesses added. */
export function failureWithDenials(error: DejimaError, contained: (text: string) => string): DejimaError {
  const note = contained(error.message);
  if (note === "" || error.message.includes(note)) return error;
  return new DejimaError(error.code, `${error.message}. ${note}`, error.details, { cause: error });
}
