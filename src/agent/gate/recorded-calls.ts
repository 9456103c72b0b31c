import type { EffectKind } from "../../contract/effect.ts";
import type { ErrorData } from "../../contract/error.ts";
import type { EventOf } from "../../contract/event.ts";
import type { Outcome } from "../../contract/outcome.ts";
import type { Risk } from "../../contract/tool.ts";
import type { LogRecord } from "../../execution/log/read-log.ts";
import { canonicalJson } from "../../support/canonical-json.ts";

/** How far the log tells the story of one keyed call. */
export interface RecordedCall {
  readonly callId: string;
  readonly tool: string;
  readonly risk: Risk | undefined;
  readonly effects: readonly EffectKind[];
  readonly params: unknown;
  /** The question to a person about it, if there was one, and whether the log holds the answer. */
  readonly approval?: { readonly id: string; readonly answered: boolean };
  readonly end?: EventOf<"call-end">;
}

/** The keyed calls of a log, by key. */
export async function readRecordedCalls(
  records: AsyncIterable<LogRecord>,
): Promise<Map<string, RecordedCall>> {
  const calls = new Map<string, RecordedCall>();
  const keys = new Map<string, string>();
  const change = (callId: string, fields: Partial<RecordedCall>) => {
    const key = keys.get(callId) ?? "";
    const held = calls.get(key);
    if (held !== undefined) calls.set(key, { ...held, ...fields });
  };
  for await (const record of records) {
    if (record.type === "call-start" && record.key !== undefined) {
      const { callId, key, tool, risk, params, effects } = record;
      keys.set(callId, key);
      calls.set(key, { callId, tool, risk, params, effects: effects.map(({ kind }) => kind) });
    } else if (record.type === "approval-start" && record.id !== undefined) {
      change(record.callId, { approval: { id: record.id, answered: false } });
    } else if (record.type === "approval-end" && record.id !== undefined) {
      change(record.callId, { approval: { id: record.id, answered: true } });
    } else if (record.type === "call-end") change(record.callId, { end: record });
  }
  return calls;
}

/**
 * Whether a call only shares its key with a recorded one. Rounds that only looked at things may be lost with their process,
 * and a model that is asked again may give the same key to something else. What may have changed something is never
 * taken for another: its round was stored before it was made.
 */
export function isAnother(
  recorded: RecordedCall,
  { tool, input }: { tool: string; input: unknown },
): boolean {
  if (recorded.risk !== "low" || recorded.approval !== undefined) return false;
  return recorded.tool !== tool || canonicalJson(recorded.params) !== canonicalJson(input);
}

/** The outcome that a recorded end stands for. A large output is read back whole and cut again. */
export async function outcomeOfEnd(
  { callId, runId, result }: EventOf<"call-end">,
  observation: (ref: string) => Promise<string>,
  maxCharacters: number,
): Promise<Outcome> {
  if (!result.ok) {
    const error: ErrorData = result.error ?? { code: "internal", message: "The call failed", details: {} };
    return { type: "failure", callId, runId, error };
  }
  if (result.observation === undefined) return { type: "success", callId, runId, output: result.output };
  const { ref, truncated } = result.observation;
  const whole = await observation(ref);
  if (!truncated) return { type: "success", callId, runId, output: parsed(whole) };
  const output = `${whole.slice(0, maxCharacters).toWellFormed()}\n… [cut; read_observation with ref "${ref}" pages and searches the whole] …`;
  return { type: "success", callId, runId, output };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
