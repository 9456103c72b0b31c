import { afterAll, beforeAll, expect, test } from "vitest";
import { questionText } from "../../src/approval/chat-question.ts";
import { describeQuestion } from "../../src/doors/cli/describe/describe-approval.ts";
import { ScriptedModel } from "../../src/model/language/scripted-model.ts";
import { aRuntime, errorOf, outputOf } from "../support/a-runtime.ts";
import type { ARegistry } from "./a-registry.ts";
import { aTranslatorRegistry, findingScript } from "./translate-scene.ts";

let registry: ARegistry;

beforeAll(async () => {
  registry = await aTranslatorRegistry();
});

afterAll(() => registry.close());

/** From what is missing to its first use, with the copy of the registry. */
const MOST_MS = 15_000;

test("a missing capability is found, tried, asked about once and used in 15 seconds, and taken back", async () => {
  const asked: { tool: string; title: string; preview: string; consequence: string }[] = [];
  const inChinese: string[] = [];
  await using world = await aRuntime({
    yaml: `packages: { npm: "${registry.npm}" }\n`,
    variables: { PATH: process.env.PATH ?? "" },
    ask: async (request) => {
      const { tool, title, preview, consequence } = request;
      inChinese.push(questionText(request, "zh"), describeQuestion(request, "zh"));
      asked.push({
        tool,
        title: title?.en ?? "",
        preview: preview?.text ?? "",
        consequence: consequence?.en ?? "",
      });
      return { answer: "approve", by: "the test" };
    },
  });
  const { runtime } = world;
  expect(outputOf(await runtime.execute("find_capability", { request: "translate a PDF" }))).toMatchObject({
    candidates: [],
    advice: expect.stringContaining("dejima registry add"),
  });
  expect(registry.requests).toEqual([]);
  await runtime.finder.registries.add(registry.url, { by: "the test" });
  const from = performance.now();
  const found = outputOf(await runtime.execute("find_capability", { request: "把 PDF 翻译成英文" })) as {
    candidates: { name: string }[];
  };
  expect(found.candidates.map(({ name }) => name)).toEqual(["io.github.someone/pdf-translate-mcp"]);
  expect(outputOf(await runtime.execute("find_capability", { request: "tune my guitar" }))).toMatchObject({
    candidates: [],
    advice: expect.stringContaining("Nothing in the registries fits"),
  });
  const tried = outputOf(
    await runtime.execute("try_capability", { name: found.candidates[0]?.name ?? "" }),
  ) as {
    trial: string;
    grade: string;
    tools: { name: string }[];
  };
  expect(tried, JSON.stringify(tried)).toMatchObject({
    grade: "nothing found",
    tools: [{ name: "translate_pdf" }],
  });
  expect(asked).toEqual([]);
  const installed = await runtime.execute("install_capability", {
    trial: tried.trial,
    purpose: "Translate your PDF",
  });
  expect(outputOf(installed)).toMatchObject({ installed: "pdf-translate-mcp", tools: ["translate_pdf"] });
  expect(asked).toHaveLength(1);
  expect(asked[0]).toMatchObject({ tool: "install_capability", title: "Install pdf-translate-mcp 1.0.0?" });
  expect(asked[0]?.consequence).toMatch(/this can be undone with dejima undo/);
  expect(asked[0]?.preview).toMatch(
    /What for: Translate your PDF[\s\S]*reach no host[\s\S]*Tools: translate_pdf/,
  );
  expect(inChinese).toHaveLength(2);
  for (const question of inChinese) {
    expect(question).toMatch(
      /用途：Translate your PDF[\s\S]*评级：没有发现问题[\s\S]*不能连接任何主机[\s\S]*工具：translate_pdf/,
    );
    expect(question).not.toMatch(/Grade|Against it|If you agree|Known besides|Started without|Licence/);
  }
  const used = await runtime.execute("translate_pdf", { text: "hello" });
  expect(outputOf(used)).toBe("übersetzt: hello");
  expect(performance.now() - from).toBeLessThan(MOST_MS);
  expect(asked.map(({ tool }) => tool)).toEqual(["install_capability"]);
  expect((await runtime.undo(installed.callId)).undone).toEqual([
    { path: "MCP server pdf-translate-mcp", action: "uninstalled" },
  ]);
  expect(errorOf(await runtime.execute("translate_pdf", { text: "hello" })).code).toBe("tool_not_found");
});

test.each(["approve", "deny"] as const)(
  "in a conversation the agent proposes and one %s decides",
  async (answer) => {
    const asked: string[] = [];
    await using world = await aRuntime({
      yaml: `packages: { npm: "${registry.npm}" }\n`,
      variables: { PATH: process.env.PATH ?? "" },
      model: new ScriptedModel(findingScript),
      ask: async ({ tool }) => {
        asked.push(tool);
        return { answer, by: "the test" };
      },
    });
    const { runtime } = world;
    await runtime.finder.registries.add(registry.url, { by: "the test" });
    const events = await Array.fromAsync(runtime.agent.run("Translate this PDF"));
    const end = events.find((event) => event.type === "run-end");
    expect(asked).toEqual(["install_capability"]);
    expect(Object.keys(runtime.settings.config.mcpServers)).toEqual(
      answer === "approve" ? ["pdf-translate-mcp"] : [],
    );
    if (answer === "approve") expect(String(end?.answer)).toContain("übersetzt: bonjour");
    else expect(String(end?.answer)).not.toContain("übersetzt");
  },
);
