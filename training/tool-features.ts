// Requests for the tools that ship, with their vectors and what a search knows of the tools:
// node training/tool-features.ts OUT.json OUTSIDE.json, then python training/tools.py OUT.json
// OUTSIDE.json is made by outside_requests.py.
import { readFileSync, writeFileSync } from "node:fs";
import { noToolRequests } from "../bench/retrieval/abstention.ts";
import { builtinEntries, everydayRequests } from "../bench/retrieval/everyday.ts";
import { ourIndex } from "../bench/retrieval/ours.ts";
import { loadEmbeddedEmbedder } from "../src/model/embedded/load-embedded-embedder.ts";
import { DEFAULT_WEIGHTS } from "../src/retrieval/ranking-weights.ts";
import { SERVED_REQUESTS } from "../src/retrieval/served-requests.ts";
import { contentLength } from "../src/retrieval/words/extract-terms.ts";
import { plainRequest } from "../src/retrieval/words/plain-request.ts";

interface Outside {
  readonly tool: string;
  readonly intent: string;
  readonly text: string;
}

/** Of the requests of one intent, and of those written for training, only so many are searched for. */
const MOST_OF_AN_INTENT = 14;
const MOST_WRITTEN = 500;

const [, , out = "tools.json", outsideFile = "outside.json"] = process.argv;
const embedder = await loadEmbeddedEmbedder();
const entries = builtinEntries();
// Without what was learned before, so that the parts of a cross-validation can rank for themselves.
const index = await ourIndex({ name: "built-ins", entries, queries: [] }, embedder, {
  ...DEFAULT_WEIGHTS,
  learned: 0,
});
const outside: Outside[] = JSON.parse(readFileSync(outsideFile, "utf8"));
const written = writtenRequests();

const requests: object[] = [];
const rows: object[] = [];
for (const { id, examples = [] } of entries) for (const text of examples) learn("examples", text, [id]);
for (const { tool, text } of written) learn("written", text, tool === "none" ? [] : [tool]);
for (const { tool, text } of outside)
  learn(
    tool === "absent" ? "outside, absent" : "outside",
    text,
    tool === "none" || tool === "absent" ? [] : [tool],
  );
for (const half of ["development", "other languages"] as const)
  for (const { text, relevant } of everydayRequests("served", half)) {
    learn("lists", text, relevant);
    await look(half, text, relevant);
  }
for (const { text, section } of everydayRequests("talk", "development")) {
  const kind = section === "absent abilities" ? "talk, absent" : "talk";
  learn(kind, text, []);
  await look(kind, text, []);
}
for (const text of noToolRequests("learnt")) {
  learn("more talk", text, []);
  await look("more talk", text, []);
}
for (const { tool, text } of spread(written, MOST_WRITTEN))
  await look("written", text, tool === "none" ? [] : [tool]);
for (const intent of new Set(outside.map((one) => one.intent)))
  for (const { tool, text } of spread(
    outside.filter((one) => one.intent === intent),
    MOST_OF_AN_INTENT,
  )) {
    const none = tool === "none" || tool === "absent";
    await look(tool === "absent" ? "outside, absent" : "outside", text, none ? [] : [tool]);
  }
const talk = SERVED_REQUESTS.talk.split(" | ").map((text) => ({ text, vector: vectorOf(text) }));
const tools = entries.map(({ id }) => id);
writeFileSync(out, JSON.stringify({ embedder: embedder.id, tools, requests, rows, talk }));

function vectorOf(text: string): number[] {
  return Array.from(embedder.embedNow(plainRequest(text), "query"), (value) => Number(value.toFixed(5)));
}

function learn(kind: string, text: string, relevant: readonly string[]): void {
  requests.push({ kind, text, relevant, vector: vectorOf(text) });
}

async function look(kind: string, text: string, relevant: readonly string[]): Promise<void> {
  let vector: Float32Array | undefined;
  const { hits } = await index.search(text, {
    leastScore: 0,
    limit: entries.length,
    served: async (asked) => {
      vector = asked.vector;
      return new Map();
    },
  });
  const [best] = hits;
  if (best === undefined || vector === undefined) return;
  rows.push({
    kind,
    text,
    relevant,
    vector: Array.from(vector),
    length: contentLength(embedder.normalize(plainRequest(text))),
    // Names and keywords never abstain.
    certain: best.why.some((reason) => /name|keyword/.test(reason)),
    tools: hits.map(({ id, signals }) => ({ id, ...signals })),
  });
}

/** The requests of requests.txt. */
function writtenRequests(): { tool: string; text: string }[] {
  const lines = readFileSync(new URL("requests.txt", import.meta.url), "utf8").split("\n");
  return lines
    .filter((line) => line !== "" && !line.startsWith("#"))
    .flatMap((line) => {
      const cut = line.indexOf(": ");
      const texts = line.slice(cut + 2).split("; ");
      return texts.map((text) => ({ tool: line.slice(0, cut), text: text.trim() }));
    });
}

function spread<Item>(items: readonly Item[], most: number): Item[] {
  const step = Math.max(1, Math.floor(items.length / most));
  return items.filter((_, place) => place % step === 0).slice(0, most);
}
