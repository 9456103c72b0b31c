import type { ErrorDetails } from "../contract/error.ts";
import type { Outcome } from "../contract/outcome.ts";
import { defined } from "../support/defined.ts";

const MOST_SAID = 2_000;

/** An outcome as a model over a wire reads it. Of a program that failed, what it said last belongs to the reason. */
export function describeOutcome(outcome: Outcome): string {
  if (outcome.type === "failure") {
    const { code, message, details } = outcome.error;
    return [`${code}: ${message}`, ...said(details).map(([name, text]) => `${name}:\n${text}`)].join("\n");
  }
  const { output } = outcome;
  return typeof output === "string" ? output : (JSON.stringify(output) ?? "null");
}

/** The same as data, for models that run in this process. */
export function outcomeData(outcome: Outcome): unknown {
  if (outcome.type === "success") return outcome.output;
  const { code, message, details } = outcome.error;
  const { exitCode } = details;
  return {
    code,
    message,
    ...defined({ exitCode }),
    ...Object.fromEntries(said(details)),
  };
}

// The end of each stream: that is where errors stand.
function said(details: ErrorDetails): (readonly [name: string, text: string])[] {
  const written = brokenOff(details);
  if (written !== undefined && details.stdout === undefined) return [["output until then", written]];
  return (["stdout", "stderr"] as const).flatMap((name) => {
    const text = details[name];
    if (typeof text !== "string" || text.trim() === "") return [];
    return [[name, text.length > MOST_SAID ? `…${text.slice(-MOST_SAID).toWellFormed()}` : text] as const];
  });
}

/** The end of what a call had written when it was stopped or failed. */
function brokenOff({ partial }: ErrorDetails): string | undefined {
  if (typeof partial !== "object" || partial === null || !("end" in partial)) return undefined;
  return typeof partial.end === "string" && partial.end.trim() !== "" ? partial.end : undefined;
}
