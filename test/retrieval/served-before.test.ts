import { expect, test } from "vitest";
import { builtinEntries, everydayRequests } from "../../bench/retrieval/everyday.ts";
import { ourIndex } from "../../bench/retrieval/ours.ts";
import { createLearning } from "../../src/agent/context/learning.ts";
import { initialState, type Receipt } from "../../src/agent/workflow/state.ts";
import { loadEmbeddedEmbedder } from "../../src/model/embedded/load-embedded-embedder.ts";
import { createMemoryStore } from "../../src/store/in-memory/memory-store.ts";

const entries = builtinEntries();
const index = await ourIndex({ name: "built-ins", entries, queries: [] }, await loadEmbeddedEmbedder());
const requests = everydayRequests("served", "kept back");

/** What a user has learned from the requests, each served by the tool that `toolFor` names. */
async function taught(toolFor: (request: (typeof requests)[number], order: number) => string) {
  const store = createMemoryStore();
  const learning = createLearning(async () => store, { redact: async (text) => text });
  for (const [order, request] of requests.entries()) {
    const receipt: Receipt = {
      key: "",
      callId: "",
      signature: "",
      ok: true,
      effects: [],
      tool: toolFor(request, order),
    };
    const start = { runId: "r", conversationId: "c", message: request.text, language: "en" } as const;
    await learning.learn("ada", { ...initialState(start), receipts: [receipt] });
  }
  return learning.servedBefore("ada", "tool");
}

/** The shares of requests whose tool is first and among the best five, in per cent. */
async function figures(served?: Awaited<ReturnType<typeof taught>>) {
  let [first, inFive] = [0, 0];
  for (const { text, relevant } of requests) {
    const { hits } = await index.search(text, { limit: 5, served });
    if (relevant.includes(hits[0]?.id ?? "")) first++;
    if (hits.some(({ id }) => relevant.includes(id))) inFive++;
  }
  return { first: (100 * first) / requests.length, inFive: (100 * inFive) / requests.length };
}

test("requests that were served before find their tool first, and wrong lessons bury no right tool", async () => {
  const alone = await figures();
  const right = await figures(await taught(({ relevant }) => relevant[0] ?? ""));
  expect(right.first).toBeGreaterThan(alone.first + 5);
  expect(right.inFive).toBeGreaterThanOrEqual(alone.inFive);
  // Every request was served by some other tool before.
  const wrong = await figures(
    await taught((_, order) => entries[(order * 7 + 13) % entries.length]?.id ?? ""),
  );
  expect(wrong.first).toBeGreaterThan(alone.first - 3);
  expect(wrong.inFive).toBeGreaterThan(alone.inFive - 1);
});
