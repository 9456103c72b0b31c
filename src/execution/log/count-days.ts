import { REFUSALS } from "../../contract/error.ts";
import type { HarbourEvent, QuestionEnd } from "../../contract/event.ts";
import type { DayFigures } from "../../contract/figures/day-figures.ts";
import type { DayCount, Store } from "../../store/store.ts";
import { bucketOf, createHistogram, p95Of } from "../../support/histogram.ts";

/** Counts events by day and stores the counts in batches, so that no call waits for it. */
export interface DayCounter {
  see(event: HarbourEvent): void;
  flush(): Promise<void>;
  /** The figures from this day on, oldest first. */
  days(from: string): Promise<DayFigures[]>;
}

const FLUSH_AFTER_MS = 2_000;
const CHARACTERS_PER_TOKEN = 4;
const BUCKET = "ms.";

/** Creates the counter. A crash may lose counts, never records. */
export function countDays(store: () => Promise<Store>, options: { readonly maxOutput: number }): DayCounter {
  let pending = new Map<string, Map<string, number>>();
  let timer: NodeJS.Timeout | undefined;
  let writing = Promise.resolve();

  function flush(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    const batch = [...pending].flatMap(([day, names]): DayCount[] =>
      [...names].map(([name, value]) => ({ day, name, value })),
    );
    pending = new Map();
    if (batch.length > 0)
      writing = writing.then(async () => (await store()).statistics.count(batch)).catch(() => {});
    return writing;
  }

  return {
    see(event) {
      const counts = countsOf(event, options);
      if (counts.length === 0) return;
      const day = event.at.slice(0, 10);
      const names = pending.get(day) ?? new Map<string, number>();
      pending.set(day, names);
      for (const [name, value] of counts) names.set(name, (names.get(name) ?? 0) + value);
      timer ??= setTimeout(() => void flush(), FLUSH_AFTER_MS).unref();
    },
    flush,
    async days(from) {
      await flush();
      const byDay = Map.groupBy(await (await store()).statistics.days(from), ({ day }) => day);
      return [...byDay].map(([day, counts]) => figuresOf(day, counts));
    },
  };
}

/** The count that each end of a question increments. */
const QUESTION_COUNTS: Readonly<Record<QuestionEnd, string>> = {
  approve: "approved",
  deny: "denied",
  expired: "expired",
  withdrawn: "withdrawn",
};

function countsOf(event: HarbourEvent, { maxOutput }: { maxOutput: number }): [string, number][] {
  switch (event.type) {
    case "run-start":
      return [["runs", 1]];
    case "approval-start":
      return event.id === undefined ? [] : [["asked", 1]];
    case "approval-end":
      if (event.grant !== undefined && event.id === undefined) return [["granted", 1]];
      return [[QUESTION_COUNTS[event.answer], 1]];
    case "model-end":
      return [
        ["modelRequests", 1],
        ["inputTokens", event.usage.inputTokens],
        ["outputTokens", event.usage.outputTokens],
        ...savedBy(event.savedTokens ?? 0),
      ];
    case "call-end": {
      const { ok, observation, error } = event.result;
      // A refusal or a stop is not a failure, and says nothing about the tool's duration.
      if (error !== undefined && REFUSALS.has(error.code)) return [["refused", 1]];
      if (error?.code === "cancelled") return [["stopped", 1]];
      const cut = Math.max(0, (observation?.bytes ?? 0) - maxOutput);
      return [
        ["calls", 1],
        ["failures", ok ? 0 : 1],
        ["totalMs", event.durationMs],
        [`${BUCKET}${bucketOf(event.durationMs)}`, 1],
        ...savedBy(Math.round(cut / CHARACTERS_PER_TOKEN)),
      ];
    }
    default:
      return [];
  }
}

function savedBy(tokens: number): [string, number][] {
  return tokens === 0 ? [] : [["tokensSaved", tokens]];
}

function figuresOf(day: string, counts: readonly DayCount[]): DayFigures {
  const of = (name: string) => counts.find((count) => count.name === name)?.value ?? 0;
  const buckets = counts.flatMap(({ name, value }): [number, number][] =>
    name.startsWith(BUCKET) ? [[Number(name.slice(BUCKET.length)), value]] : [],
  );
  const durations = createHistogram(buckets);
  const calls = of("calls");
  const averageMs = calls === 0 ? 0 : of("totalMs") / calls;
  return {
    day,
    runs: of("runs"),
    calls,
    failures: of("failures"),
    refused: of("refused"),
    stopped: of("stopped"),
    averageMs,
    p95Ms: p95Of(durations, averageMs),
    modelRequests: of("modelRequests"),
    inputTokens: of("inputTokens"),
    outputTokens: of("outputTokens"),
    tokensSaved: of("tokensSaved"),
    asked: of("asked"),
    approved: of("approved"),
    denied: of("denied"),
    expired: of("expired"),
    withdrawn: of("withdrawn"),
    granted: of("granted"),
  };
}
