import { DejimaError, type ErrorCode } from "../../contract/error.ts";
import type { KeyedCall } from "../../execution/run/keyed-call.ts";
import type { ModelCall } from "../../model/language/language-model.ts";
import { type ReadCall, readCall } from "../../model/language/read-call.ts";
import { canonicalJson } from "../../support/json.ts";
import type { AgentWorld } from "../agent-world.ts";
import type { AgentState, Receipt } from "../workflow/state.ts";

/** What happens to a call that the model requests. */
export type PlannedCall =
  | {
      readonly kind: "run";
      readonly call: ModelCall;
      readonly keyed: KeyedCall;
      readonly signature: string;
      readonly repaired: string | undefined;
    }
  | {
      readonly kind: "malformed";
      readonly call: ModelCall;
      readonly reason: string;
      readonly keyed: KeyedCall;
    }
  | { readonly kind: "repeated"; readonly call: ModelCall; readonly reason: string };

// After these errors, the same call may succeed.
const TRANSIENT_ERRORS: ReadonlySet<ErrorCode> = new Set([
  "timeout",
  "server_unavailable",
  "conflict",
  "limit_exceeded",
]);

const MAX_EQUAL_CALLS = 2;

/** Parses the calls that the model requests, and sorts out malformed and repeated ones. */
export async function planCalls(state: AgentState, world: AgentWorld): Promise<PlannedCall[]> {
  const { catalogue } = world;
  const reading = {
    canonicalName: (name: string) => catalogue.get(name)?.name,
    nearest: catalogue.nearest,
    problem(tool: string, input: unknown) {
      const result = catalogue.get(tool)?.input.parse(input);
      if (result === undefined || result.ok) return undefined;
      const issues = result.issues.map(
        ({ path, message }) => `${path === "" ? "the input" : `"${path}"`} ${message}`,
      );
      return `The input of ${tool} does not fit: ${issues.join("; ")}`;
    },
  };
  const planned: Receipt[] = [];
  const plans: PlannedCall[] = [];
  for (const call of state.pendingCalls) {
    const reply = readCall(call, reading);
    const read: ReadCall = reply instanceof Promise ? await reply : reply;
    if (!read.ok) {
      plans.push({ kind: "malformed", call, reason: read.reason, keyed: refusedCall(call, read) });
      continue;
    }
    const keyed = { key: call.id, tool: read.tool, input: read.input };
    const signature = signatureOf(read.tool, read.input);
    const reason = repetition(signature, [state.receipts, planned]);
    if (reason !== undefined) plans.push({ kind: "repeated", call, reason });
    else plans.push({ kind: "run", call, keyed, signature, repaired: read.repaired });
    planned.push({ key: call.id, callId: "", tool: read.tool, signature, ok: true, effects: [] });
  }
  return plans;
}

/** A malformed call of the model, as people see it. */
function refusedCall({ id, tool, input }: ModelCall, { code, reason }: ReadCall & { ok: false }): KeyedCall {
  const refusal = new DejimaError(code, reason, { tool: tool.slice(0, 100) });
  return { key: id, tool, input: jsonOrText(input), refusal };
}

function jsonOrText(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** Tool and input in one text. Two calls with the same signature are the same call. */
function signatureOf(tool: string, input: unknown): string {
  return `${tool} ${canonicalJson(input)}`;
}

/** Why a call is not repeated: it failed permanently, or was made often enough. Returns `undefined` if it may run. */
function repetition(signature: string, receipts: readonly (readonly Receipt[])[]): string | undefined {
  let last: Receipt | undefined;
  let times = 0;
  for (const list of receipts)
    for (const receipt of list) {
      if (receipt.signature !== signature) continue;
      last = receipt;
      times++;
    }
  if (last === undefined) return undefined;
  if (!last.ok && last.code !== undefined && !TRANSIENT_ERRORS.has(last.code)) {
    return `This exact call has failed before (${last.code}); it was not made again. Change the input, use another tool, or answer with what you have.`;
  }
  if (times < MAX_EQUAL_CALLS) return undefined;
  return `This exact call was made ${times} times already; it was not made again. Use the result you have.`;
}
