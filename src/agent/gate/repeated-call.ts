import type { ErrorCode } from "../../contract/error.ts";
import { canonicalJson } from "../../support/canonical-json.ts";
import type { Receipt } from "../workflow/state.ts";

// After these, the same call may well give something else.
const PASSING: ReadonlySet<ErrorCode> = new Set([
  "timeout",
  "server_unavailable",
  "conflict",
  "limit_exceeded",
]);

const MOST_EQUAL_CALLS = 2;

/** Tool and input in one text: two calls with one signature are the same call. */
export function signatureOf(tool: string, input: unknown): string {
  return `${tool} ${canonicalJson(input)}`;
}

/** Why a call is not made again: it has failed for good, or was made often enough. Nothing when it may run. */
export function repetition(signature: string, receipts: readonly Receipt[]): string | undefined {
  const equal = receipts.filter((receipt) => receipt.signature === signature);
  const last = equal.at(-1);
  if (last === undefined) return undefined;
  if (!last.ok && last.code !== undefined && !PASSING.has(last.code)) {
    return `This exact call has failed before (${last.code}); it was not made again. Change the input, use another tool, or answer with what you have.`;
  }
  if (equal.length < MOST_EQUAL_CALLS) return undefined;
  return `This exact call was made ${equal.length} times already; it was not made again. Use the result you have.`;
}
