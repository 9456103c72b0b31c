import { expect, test } from "vitest";
import type { ModelProvider } from "../../src/contract/config-names.ts";
import { collectReply } from "../../src/model/language/language-model.ts";
import { openModel } from "../../src/model/language/open-model.ts";
import { costs } from "../../src/money/price-call.ts";
import { aServer } from "../network/a-server.ts";

test("a provider that caches up to marks is told where the prompt and the conversation end; no other provider gets a mark", async () => {
  const bodies: string[] = [];
  await using server = await aServer(async (request, response) => {
    bodies.push(Buffer.concat(await Array.fromAsync(request)).toString());
    response.writeHead(400).end("{}");
  });
  const request = {
    system: "Be brief.",
    tools: [],
    toolChoice: "none" as const,
    messages: [
      { role: "user", text: "first" },
      { role: "assistant", text: "yes", calls: [] },
      { role: "user", text: "second" },
    ],
  } as const;
  const asked = async (provider: ModelProvider) => {
    const model = await openModel({ provider, name: "m" }, { baseUrl: `${server.url}/v1`, apiKey: "none" });
    const { signal } = new AbortController();
    await expect(collectReply(model.stream(request, { signal }))).rejects.toBeDefined();
    return bodies.at(-1) ?? "";
  };
  const { system, messages } = JSON.parse(await asked("anthropic"));
  const mark = { cache_control: { type: "ephemeral" } };
  expect(system).toMatchObject([{ text: "Be brief.", ...mark }]);
  expect(messages[2].content).toMatchObject([{ text: "second", ...mark }]);
  expect(JSON.stringify(messages.slice(0, 2))).not.toContain("cache_control");
  for (const provider of ["openai", "google"] as const)
    expect(await asked(provider)).not.toMatch(/cache_?control|ephemeral/i);
});

test("costs() counts input that was written to the cache a quarter more, and what that takes is not saved", () => {
  const price = { input: 4, output: 0, cached: 1, asOf: "2026-11-17" };
  const usage = { inputTokens: 1_000, outputTokens: 0, cachedTokens: 400, writtenTokens: 200 };
  expect(costs(usage, price)).toMatchObject({ cost: 600 * 4 + 200 + 400, saved: 400 * 3 - 200 });
  expect(costs({ ...usage, writtenTokens: 9_000 }, price)).toMatchObject({ cost: 600 * 5 + 400 });
});
