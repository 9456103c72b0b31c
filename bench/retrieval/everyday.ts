import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createRuntime } from "../../src/index.ts";
import type { ToolIndex } from "../../src/retrieval/tool-index.ts";
import { findableTool } from "../../src/wiring/tools/open-search.ts";
import type { RetrievalSet } from "./retrieval-set.ts";

/** Which everyday requests: those to learn from, those of which only totals were seen, or the newest, measured once. */
export type Half = "development" | "kept back" | "newest";

/** Requests in other languages, halved in the same way. */
type Abroad = "other languages" | "other languages, kept back" | "other languages, newest";

interface EverydayRequest {
  readonly section: string;
  readonly text: string;
  /** The tools that serve it. Empty if the request needs no tool. */
  readonly relevant: readonly string[];
}

const FILES = {
  served: {
    development: "everyday-requests.txt",
    "kept back": "everyday-kept-back.txt",
    newest: "everyday-newest.txt",
    "other languages": "language-requests.txt",
    "other languages, kept back": "language-kept-back.txt",
    "other languages, newest": "language-newest.txt",
  },
  talk: {
    development: "everyday-talk.txt",
    "kept back": "everyday-talk-kept-back.txt",
    newest: "everyday-talk-newest.txt",
    "other languages": "language-talk.txt",
    "other languages, kept back": "language-talk.txt",
    "other languages, newest": "language-talk.txt",
  },
} as const;

/** Everyday requests: `served` for the built-in tools, `talk` for those that no tool needs to serve. */
export function everydayRequests(kind: keyof typeof FILES, half: Half | Abroad): EverydayRequest[] {
  let section = "";
  return linesOf(FILES[kind][half]).flatMap((line) => {
    if (line.startsWith("#")) {
      section = line.slice(1).trim();
      return [];
    }
    const [text = "", tools = ""] = line.split(" | ");
    const relevant = tools
      .split(",")
      .map((name) => name.trim())
      .filter((name) => name !== "");
    return [{ section, text: text.trim(), relevant }];
  });
}

/** The built-in tools as the index sees them. */
export function builtinEntries(): RetrievalSet["entries"] {
  const folder = mkdtempSync(join(tmpdir(), "dejima-bench-"));
  try {
    return createRuntime({ workspace: folder, home: folder }).registry.list().map(findableTool);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Shares in per cent. */
export interface EverydayFigures {
  readonly requests: number;
  readonly first: number;
  readonly inFive: number;
  readonly empty: number;
}

/** How often a request finds its tool first, among the first five, or not at all, by section. */
export async function measureEveryday(
  index: ToolIndex,
  requests: readonly EverydayRequest[],
): Promise<Map<string, EverydayFigures>> {
  const found = new Map<string, { requests: number; first: number; inFive: number; empty: number }>();
  for (const { section, text, relevant } of requests) {
    const { hits } = await index.search(text, { limit: 5 });
    for (const name of [section, "all"]) {
      const sums = found.get(name) ?? { requests: 0, first: 0, inFive: 0, empty: 0 };
      found.set(name, sums);
      sums.requests++;
      if (hits.length === 0) sums.empty++;
      if (relevant.includes(hits[0]?.id ?? "")) sums.first++;
      if (hits.some(({ id }) => relevant.includes(id))) sums.inFive++;
    }
  }
  return new Map(
    [...found].map(([name, { requests: count, first, inFive, empty }]) => {
      const share = (sum: number) => (100 * sum) / count;
      return [
        name,
        { requests: count, first: share(first), inFive: share(inFive), empty: share(empty) },
      ] as const;
    }),
  );
}

function linesOf(file: string): string[] {
  return readFileSync(new URL(file, import.meta.url), "utf8")
    .split("\n")
    .filter((line) => line !== "");
}
