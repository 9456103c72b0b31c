import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { expect, test } from "vitest";
import { anAgent } from "./an-agent.ts";
import { aCommandLine } from "./command-line.ts";

test.each(["own", "langgraph"] as const)(
  "agent.driver: %s runs the agent, and the log says so",
  async (driver) => {
    await using agent = await anAgent([{ calls: [{ tool: "current_time" }] }, { text: "Done." }], {
      config: { agent: { driver } },
    });
    const told = await agent.tell("what time is it?");
    expect(told.end).toMatchObject({ status: "done", answer: "Done." });
    expect(told.of("turn-start")).toMatchObject([{ driver }]);
    // Each node took some time.
    expect(told.of("node-end").every(({ durationMs }) => durationMs > 0)).toBe(true);
  },
);

test("createRuntime({ driver }) wins over the config, by name and as a function", async () => {
  await using named = await anAgent([{ text: "a" }], {
    driver: "own",
    config: { agent: { driver: "langgraph" } },
  });
  expect((await named.tell("x")).of("turn-start")).toMatchObject([{ driver: "own" }]);
  await using own = await anAgent([{ text: "never" }], {
    driver: async (start) => ({ ...start, draft: "mine", answer: "mine" }),
  });
  const told = await own.tell("x");
  expect(told.end.answer).toBe("mine");
  expect(told.of("turn-start")[0]).not.toHaveProperty("driver");
});

test("dejima run --driver langgraph plays a scene with a call", async () => {
  await using line = await aCommandLine({ "notes.md": "buy milk\n" });
  const ran = await line.run(["run", "what is in notes.md", "--driver", "langgraph", "--json"]);
  expect(ran.stderr + ran.stdout).toContain("buy milk");
  expect(ran.lines().find(({ type }) => type === "turn-start")).toMatchObject({ driver: "langgraph" });
  expect(ran.code).toBe(0);
});

test("without the package, the driver langgraph says what to install and what works instead", async () => {
  await using line = await aCommandLine({});
  const folder = await mkdtemp(join(tmpdir(), "dejima-hooks-"));
  const hooks = join(folder, "hooks.mjs");
  await writeFile(
    hooks,
    `import { registerHooks } from "node:module";
     registerHooks({ resolve(name, context, next) {
       if (!name.startsWith("@langchain/")) return next(name, context);
       throw Object.assign(new Error("Cannot find package '" + name + "' imported from x"), { code: "ERR_MODULE_NOT_FOUND" });
     } });`,
  );
  const env = { NODE_OPTIONS: `--import ${pathToFileURL(hooks).href}` };
  const ran = await line.run(["run", "what time is it in Tokyo?", "--driver", "langgraph"], {
    env,
    asProcess: true,
  });
  await rm(folder, { recursive: true });
  expect(ran.stdout + ran.stderr).toContain("npm install @langchain/langgraph");
  expect(ran.stdout + ran.stderr).toContain("agent.driver");
  expect(ran.code).toBe(4);
});
