import { PerformanceObserver } from "node:perf_hooks";
import { getHeapSpaceStatistics, setFlagsFromString } from "node:v8";

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
  else if (kind === "mcp") keepHeapSmall(argv.some(isPort) ? GATEWAY : CLIENTS_OWN);
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
 * takes 13 MB more. Objects of runs that wait are not taken for old ones in 4 MB.
 */
export const CHAT_SERVER = { youngMegabytes: 4, growthPercent: 50 };

/**
 * The gateway of many clients. A call leaves some 80 KB behind, so more room for new objects saves collections. V8's middle
 * compiler holds 10 to 30 MB at a time that are not given back; without it calls cost the same.
 */
export const GATEWAY = { youngMegabytes: 8, growthPercent: 10, flags: ["--no-maglev"] };

/** The MCP server that one client starts for itself. */
const CLIENTS_OWN = { growthPercent: 10, flags: ["--no-maglev"] };

/**
 * Sets the flags of V8. The space for new objects is held at `youngMegabytes`, if given. The whole heap is collected when it
 * has grown by `growthPercent`.
 */
export function keepHeapSmall({ youngMegabytes, growthPercent, flags = [] }) {
  const all = [
    "--optimize-for-size",
    "--semi-space-growth-factor=1",
    `--heap-growing-percent=${growthPercent}`,
  ];
  for (const flag of [...all, ...flags]) setFlagsFromString(flag);
  if (youngMegabytes !== undefined) setTimeout(holdYoungSpace, STARTED_MS, youngMegabytes * 2 ** 20).unref();
}

// Compiling for size ends with it: it saves memory by slower code.
function holdYoungSpace(bytes) {
  setFlagsFromString("--no-optimize-for-size");
  let last;
  const adjust = () => {
    const young = getHeapSpaceStatistics().find(({ space_name }) => space_name === "new_space");
    // Two halves, of which one is in use. It is doubled, and the last step takes it to its size.
    const left = young === undefined ? 1 : (2 * bytes) / young.space_size;
    const factor = left >= 4 ? 2 : Math.max(1, Math.floor(left));
    if (factor === last) return;
    last = factor;
    setFlagsFromString(`--semi-space-growth-factor=${factor}`);
  };
  adjust();
  // V8 shrinks the space while a server rests, so it is looked at after every collection.
  new PerformanceObserver(adjust).observe({ entryTypes: ["gc"] });
}
