import { PerformanceObserver } from "node:perf_hooks";
import { getHeapSpaceStatistics, setFlagsFromString } from "node:v8";

interface HeapOptions {
  /**
   * Whether work goes on in many runs at once. What they hold while they wait then gets a little room of its own: without it, it is
   * taken for old, and to clear it away costs a sixth of all that a chat does.
   */
  readonly manyRuns?: boolean;
}

/** How many times the first megabyte new objects get with many runs. */
const YOUNG_TIMES = 4;
/** Two halves, of which one is in use. */
const YOUNG_BYTES = 2 * YOUNG_TIMES * 1024 ** 2;
/** What a start leaves behind is no sign of how much room runs need. */
const STARTED_MS = 1_000;

/**
 * Keeps the memory of a server near what it holds. Left alone, the engine lets the space for new objects grow to many times what
 * calls need, and collects old ones late: after fifteen thousand calls that makes twice the memory for a few hundredths of a
 * millisecond each. Only the collector and the compiler read these, each time anew. For processes that are ours alone.
 */
export function keepHeapSmall({ manyRuns = false }: HeapOptions = {}): void {
  setFlagsFromString("--optimize-for-size");
  setFlagsFromString("--semi-space-growth-factor=1");
  setFlagsFromString("--heap-growing-percent=10");
  if (manyRuns) setTimeout(growOnce, STARTED_MS).unref();
}

// Compiling for size is given up with it: it saves memory by working longer.
function growOnce(): void {
  setFlagsFromString("--semi-space-growth-factor=2");
  setFlagsFromString("--no-optimize-for-size");
  const watch = new PerformanceObserver(() => {
    const young = getHeapSpaceStatistics().find(({ space_name }) => space_name === "new_space");
    if (young === undefined || young.space_size < YOUNG_BYTES) return;
    setFlagsFromString("--semi-space-growth-factor=1");
    watch.disconnect();
  });
  watch.observe({ entryTypes: ["gc"] });
}
