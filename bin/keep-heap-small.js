import { PerformanceObserver } from "node:perf_hooks";
import { getHeapSpaceStatistics, setFlagsFromString } from "node:v8";

/** Semi-space of a server with many runs, in megabytes: objects of runs that wait are not taken for old ones. */
const YOUNG_MEGABYTES = 4;
/** Two halves, of which one is in use. */
const YOUNG_BYTES = 2 * YOUNG_MEGABYTES * 1024 ** 2;
/** The objects of the start do not show how much room runs need. */
const STARTED_MS = 1_000;

/** A command line that starts a server; options before the command may have values. */
const SERVER = /^(?:-\S+ (?:(?!serve |mcp )[^-]\S* )?)*(mcp )?serve(?: |$)/;

/**
 * Keeps the memory of a server close to what it holds, about 190 MB instead of 330 MB after a thousand chats. Called by the
 * launcher before anything else is loaded; other commands are too short to gain from it.
 */
export function keepServerHeapSmall(argv) {
  const kind = serverKind(argv);
  if (kind === "http") keepHeapSmall(CHAT_SERVER);
  else if (kind === "mcp") keepHeapSmall({ manyRuns: argv.some(isPort) });
}

/** `mcp serve --port` serves many clients, `mcp serve` alone one. */
const isPort = (word) => /^--port(?:=|$)/.test(word);

/** Which server a command line starts; `undefined` if it starts none. */
export function serverKind(argv) {
  const found = SERVER.exec(argv.join(" "));
  if (found === null) return undefined;
  return found[1] === undefined ? "http" : "mcp";
}

/**
 * The server of chats. Marking its heap again for each tenth that it grew would take a fifth of a chat's processor time; a half
 * takes 13 MB more.
 */
export const CHAT_SERVER = { manyRuns: true, growthPercent: 50 };

/**
 * Sets the flags of V8. With `manyRuns`, the space for new objects is held at what many waiting runs need. The whole heap is
 * collected when it has grown by `growthPercent`.
 */
export function keepHeapSmall({ manyRuns, growthPercent = 10 }) {
  setFlagsFromString("--optimize-for-size");
  setFlagsFromString("--semi-space-growth-factor=1");
  setFlagsFromString(`--heap-growing-percent=${growthPercent}`);
  if (manyRuns) setTimeout(holdYoungSpace, STARTED_MS).unref();
}

// Compiling for size ends with it: it saves memory by slower code.
function holdYoungSpace() {
  setFlagsFromString("--no-optimize-for-size");
  let grows;
  const adjust = () => {
    const young = getHeapSpaceStatistics().find(({ space_name }) => space_name === "new_space");
    const small = young !== undefined && young.space_size < YOUNG_BYTES;
    if (small === grows) return;
    grows = small;
    setFlagsFromString(`--semi-space-growth-factor=${grows ? 2 : 1}`);
  };
  adjust();
  // V8 shrinks the space while a server rests, so it is looked at after every collection.
  new PerformanceObserver(adjust).observe({ entryTypes: ["gc"] });
}
