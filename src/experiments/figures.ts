import type { CoursePoint, VariantFigures, VariantName } from "../contract/figures/experiment.ts";
import type { RunTally } from "./run-tally.ts";
import { createSequentialTest, type SequentialTest } from "./sequential-test.ts";

const MAX_POINTS = 40;

/** A tally with its run. */
export interface KeyedTally extends RunTally {
  readonly runId: string;
}

/** The runs that count in the test, in the order of their results. */
function countedRuns(tallies: readonly KeyedTally[]): KeyedTally[] {
  return tallies
    .filter(({ first }) => first !== undefined)
    .sort((a, b) => (a.firstAt ?? 0) - (b.firstAt ?? 0) || (a.runId < b.runId ? -1 : 1));
}

/** The test over all results, and its course. */
export function testOf(tallies: readonly KeyedTally[]): { test: SequentialTest; course: CoursePoint[] } {
  const test = createSequentialTest();
  const ordered = countedRuns(tallies);
  const step = Math.max(1, Math.ceil(ordered.length / MAX_POINTS));
  const course: CoursePoint[] = [];
  for (const [at, { variant, first = false }] of ordered.entries()) {
    test.add(variant, first);
    if ((at + 1) % step === 0 || at === ordered.length - 1)
      course.push({ runs: at + 1, a: rate(test.a), b: rate(test.b), evidence: test.evidence });
  }
  return { test, course };
}

function rate({ count, successes }: { readonly count: number; readonly successes: number }): number | null {
  return count === 0 ? null : successes / count;
}

/** The figures of one variant. */
export function figuresOf(tallies: readonly KeyedTally[], variant: VariantName): VariantFigures {
  const own = tallies.filter((tally) => tally.variant === variant);
  const used = own.filter(({ first }) => first !== undefined);
  const sum = (of: readonly KeyedTally[], read: (tally: KeyedTally) => number) =>
    of.reduce((total, tally) => total + read(tally), 0);
  const calls = sum(own, (tally) => tally.calls);
  return {
    runs: own.length,
    used: used.length,
    succeeded: used.filter(({ first }) => first === true).length,
    calls,
    failures: sum(own, ({ failures }) => failures),
    retries: sum(own, ({ retries }) => retries),
    questions: sum(own, ({ questions }) => questions),
    undone: sum(own, ({ undone }) => undone),
    averageMs: calls === 0 ? 0 : sum(own, ({ totalMs }) => totalMs) / calls,
    averageTokens: used.length === 0 ? 0 : Math.round(sum(used, ({ tokens }) => tokens) / used.length),
  };
}
