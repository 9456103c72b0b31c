import { afterAll, beforeAll, expect, test } from "vitest";
import type { LanguageModel } from "../../src/model/language/language-model.ts";
import { aRuntime, errorOf, outputOf } from "../support/a-runtime.ts";
import { type ARegistry, aRegistry, aServer } from "./a-registry.ts";

let registry: ARegistry;

beforeAll(async () => {
  registry = await aRegistry();
  await registry.publish(
    {
      name: "pdf-translate-mcp",
      title: "PDF translator",
      description: "Translates the text of PDF documents between languages",
      files: {
        "server.js": aServer([
          {
            name: "translate_pdf",
            description: "Translate a PDF",
            properties: { text: { type: "string" } },
            run: "return `übersetzt: ${input.text}`",
          },
        ]),
      },
    },
    {
      name: "weather-now-mcp",
      description: "Tells the weather forecast of a city",
      files: { "server.js": aServer([{ name: "forecast", description: "Forecast", run: "return 'sunny'" }]) },
    },
  );
});

afterAll(() => registry.close());

test("a missing capability is found, tried, asked about once, used and taken back", async () => {
  const asked: { tool: string; title: string; preview: string; consequence: string }[] = [];
  await using world = await aRuntime({
    yaml: `packages: { npm: "${registry.npm}" }\n`,
    variables: { PATH: process.env.PATH ?? "" },
    ask: async ({ tool, title, preview, consequence }) => {
      asked.push({
        ...{ tool, title: title?.en ?? "", preview: preview?.text ?? "" },
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
  const used = await runtime.execute("translate_pdf", { text: "hello" });
  expect(outputOf(used)).toBe("übersetzt: hello");
  expect(asked.map(({ tool }) => tool)).toEqual(["install_capability"]);
  expect((await runtime.undo(installed.callId)).undone).toEqual([
    { path: "MCP server pdf-translate-mcp", action: "uninstalled" },
  ]);
  expect(errorOf(await runtime.execute("translate_pdf", { text: "hello" })).code).toBe("tool_not_found");
});

/** A model that finds, tries and proposes what it misses, uses it, and answers with what the tool gave. */
function aFindingModel(offered: string[][]): LanguageModel {
  const steps = [
    () => ({ tool: "search_tools", input: { needs: ["translate a PDF into French"] } }),
    () => ({ tool: "find_capability", input: { request: "translate a PDF" } }),
    () => ({ tool: "try_capability", input: { name: "io.github.someone/pdf-translate-mcp" } }),
    (said: string) => ({
      tool: "install_capability",
      input: { trial: /trial-[0-9a-f]{16}/.exec(said)?.[0], purpose: "Translate your PDF" },
    }),
    () => ({ tool: "translate_pdf", input: { text: "bonjour" } }),
  ];
  return {
    id: "test:finding",
    async *stream({ messages, tools }) {
      const round = messages.filter(({ role }) => role === "tool").length;
      offered.push(tools.map(({ name }) => name));
      const step = steps[round]?.(JSON.stringify(messages));
      if (step === undefined)
        yield {
          type: "text-delta",
          text: `It says: ${/übersetzt: \w+/.exec(JSON.stringify(messages))?.[0]}`,
        };
      else
        yield {
          type: "tool-call",
          call: { id: `t${round}`, tool: step.tool, input: JSON.stringify(step.input) },
        };
      yield { type: "end", reason: "stop" };
    },
  };
}

test.each(["approve", "deny"] as const)(
  "in a conversation the agent proposes and one %s decides",
  async (answer) => {
    const [asked, offered]: [string[], string[][]] = [[], []];
    await using world = await aRuntime({
      yaml: `packages: { npm: "${registry.npm}" }\n`,
      variables: { PATH: process.env.PATH ?? "" },
      model: aFindingModel(offered),
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
