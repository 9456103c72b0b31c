import type { ErrorDetails } from "../contract/error.ts";
import type { Outcome } from "../contract/outcome.ts";
import { defined } from "../support/defined.ts";

const MAX_STREAM_CHARACTERS = 2_000;

/** An outcome as text for a remote model. For a failed program, it includes the end of its output. */
export function describeOutcome(outcome: Outcome): string {
  if (outcome.type === "failure") {
    const { code, message, details } = outcome.error;
    return [`${code}: ${message}`, ...outputTails(details).map(([name, text]) => `${name}:\n${text}`)].join(
      "\n",
    );
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
    ...Object.fromEntries(outputTails(details)),
  };
}

// The end of each stream, because errors are at the end.
function outputTails(details: ErrorDetails): (readonly [name: string, text: string])[] {
  const partial = partialOutput(details);
  if (partial !== undefined && details.stdout === undefined) return [["output until then", partial]];
  return (["stdout", "stderr"] as const).flatMap((name) => {
    const text = details[name];
    if (typeof text !== "string" || text.trim() === "") return [];
    return [
      [
        name,
        text.length > MAX_STREAM_CHARACTERS ? `…${text.slice(-MAX_STREAM_CHARACTERS).toWellFormed()}` : text,
      ] as const,
    ];
  });
}

/** The end of a call's output up to where it was stopped or failed. */
function partialOutput({ partial }: ErrorDetails): string | undefined {
  if (typeof partial !== "object" || partial === null || !("end" in partial)) return undefined;
  return typeof partial.end === "string" && partial.end.trim() !== "" ? partial.end : undefined;
}
