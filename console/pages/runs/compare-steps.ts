import type { Answer } from "../../core/api-calls.ts";
import { callSummary } from "../../parts/call/call-summary.ts";
import type { LogRecord } from "./use-records.ts";

/** A run with its records. */
export interface ComparedRun {
  readonly info: Answer<"get", "/api/runs/{run}">;
  readonly records: readonly LogRecord[];
}

/** A model request or a call, on one line. */
interface ComparedStep {
  readonly label: string;
  readonly about: string;
  readonly failed: boolean;
  readonly durationMs: number;
}

/** Two steps side by side. A side without a counterpart is empty. */
export interface Pair {
  readonly left: ComparedStep | undefined;
  readonly right: ComparedStep | undefined;
  /** Whether both did the same with the same result. Durations do not count. */
  readonly same: boolean;
}

/** Aligns the steps of two runs: common steps keep their order, the others come between them. */
export function compareSteps(left: readonly LogRecord[], right: readonly LogRecord[]): Pair[] {
  const [one, other] = [stepsOf(left), stepsOf(right)];
  const lengths = commonLengths(one, other);
  const pairs: Pair[] = [];
  let [at, beside] = [0, 0];
  while (at < one.length || beside < other.length) {
    const [a, b] = [one[at], other[beside]];
    if (a !== undefined && b !== undefined && keyOf(a) === keyOf(b)) {
      pairs.push({ left: a, right: b, same: true });
      at++;
      beside++;
      continue;
    }
    const [skipLeft = 0, skipRight = 0] = [lengths[at + 1]?.[beside], lengths[at]?.[beside + 1]];
    const skipBoth = lengths[at + 1]?.[beside + 1] ?? 0;
    const together = a !== undefined && b !== undefined && skipBoth >= Math.max(skipLeft, skipRight);
    const isLeft = together || (a !== undefined && (b === undefined || skipLeft >= skipRight));
    const isRight = together || !isLeft;
    pairs.push({ left: isLeft ? a : undefined, right: isRight ? b : undefined, same: false });
    if (isLeft) at++;
    if (isRight) beside++;
  }
  return pairs;
}

/** More steps take long to compare, and nobody reads them all. */
const MOST_STEPS = 400;

function stepsOf(records: readonly LogRecord[]): ComparedStep[] {
  return records
    .flatMap((record): ComparedStep[] => {
      if (record.type === "model-end") {
        const about = record.text || record.calls.map(({ tool }) => tool).join(", ");
        return [
          {
            label: record.model,
            about: about.replaceAll(/\s+/g, " ").slice(0, 300),
            failed: false,
            durationMs: record.durationMs,
          },
        ];
      }
      if (record.type !== "call-end") return [];
      const { tool, params, result, durationMs } = record;
      return [{ label: tool, about: callSummary(params), failed: !result.ok, durationMs }];
    })
    .slice(0, MOST_STEPS);
}

function keyOf({ label, about, failed }: ComparedStep): string {
  return JSON.stringify([label, about, failed]);
}

/** The length of the longest common subsequence from each pair of positions on. */
function commonLengths(one: readonly ComparedStep[], other: readonly ComparedStep[]): number[][] {
  const lengths = Array.from({ length: one.length + 1 }, () => new Array<number>(other.length + 1).fill(0));
  for (let at = one.length - 1; at >= 0; at--)
    for (let beside = other.length - 1; beside >= 0; beside--) {
      const [a, b] = [one[at], other[beside]];
      const row = lengths[at] ?? [];
      row[beside] =
        a !== undefined && b !== undefined && keyOf(a) === keyOf(b)
          ? 1 + (lengths[at + 1]?.[beside + 1] ?? 0)
          : Math.max(lengths[at + 1]?.[beside] ?? 0, row[beside + 1] ?? 0);
    }
  return lengths;
}
