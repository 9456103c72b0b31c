import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import { governedTools } from "../../src/adapters/governed-tools.ts";
import { createRuntime, defineTool, type RuntimeOptions } from "../../src/index.ts";
import { OTHER_AGENTS } from "./agents.ts";

let workspace = "";
beforeAll(async () => {
  workspace = await mkdtemp(join(tmpdir(), "dejima-adapters-"));
  await writeFile(join(workspace, "notes.md"), "buy milk\n");
});
afterAll(() => rm(workspace, { recursive: true, maxRetries: 20, retryDelay: 100 }));

const runtimeWith = (options: RuntimeOptions = {}) => createRuntime({ workspace, ...options });

describe.each(Object.entries(OTHER_AGENTS))("%s", (_name, agent) => {
  test("calls pass the gate, and the model reads why one did not", async () => {
    const runtime = runtimeWith();
    const told = await agent(
      runtime,
      [
        { tool: "read_file", input: { path: "notes.md" } },
        { tool: "write_file", input: { path: "out.md", content: "x" } },
        { tool: "read_file", input: { path: "../secret" } },
        { tool: "read_file", input: { file: 1 } },
      ],
      { only: ["read_file", "write_file"] },
    );
    expect(told).toHaveLength(4);
    expect(told[0]).toContain("buy milk");
    expect(told[1]).toContain("tool_not_allowed");
    expect(told[2]).toContain("path_blocked");
    expect(told[3]).toMatch(/path/);
    await expect(readFile(join(workspace, "out.md"))).rejects.toThrow("ENOENT");
    const [run] = await runtime.history.list({ limit: 1 });
    expect(await runtime.history.verify(run?.id ?? "")).toMatchObject({ ok: true });
    await runtime.close();
  });

  test("a skill that the model looks up binds what it does not list", async () => {
    const runtime = runtimeWith({
      config: { permissions: { safe: ["write_file(./**)", "get_skill_info"] } },
    });
    const write = (path: string) => ({ tool: "write_file", input: { path, content: "x" } });
    const results = await agent(
      runtime,
      [write("before.md"), { tool: "get_skill_info", input: { skill: "time" } }, write("after.md")],
      { only: ["write_file", "get_skill_info"] },
    );
    expect(results[0]).not.toContain("approval");
    expect(results[2]).toContain("approval_required");
    await expect(readFile(join(workspace, "after.md"))).rejects.toThrow("ENOENT");
    await runtime.close();
  });

  test("a person is asked by the gate, once for each call", async () => {
    const asked: string[] = [];
    const runtime = runtimeWith({
      config: { permissions: { confirm: ["write_file(./out/**)"] } },
      ask: async ({ tool }) => {
        asked.push(tool);
        return { answer: "approve", by: "a test" };
      },
    });
    const [told] = await agent(
      runtime,
      [{ tool: "write_file", input: { path: "out/a.md", content: "kept" } }],
      { only: ["write_file"] },
    );
    expect(asked).toEqual(["write_file"]);
    expect(told).not.toContain("approval");
    expect(await readFile(join(workspace, "out/a.md"), "utf8")).toBe("kept");
    await rm(join(workspace, "out"), { recursive: true, maxRetries: 20, retryDelay: 100 });
    await runtime.close();
  });

  test("a program makes several calls, each judged, and its description shows how the others are called", async () => {
    const runtime = runtimeWith();
    const only = ["read_file", "write_file", "run_program"];
    const code = `const { content } = await tools.read_file({ path: "notes.md" });
      const end = await tools.write_file({ path: "out.md", content }).catch((error) => error.code);
      return { content, end };`;
    const [told] = await agent(runtime, [{ tool: "run_program", input: { code } }], { only });
    expect(told).toContain("buy milk");
    expect(told).toContain("tool_not_allowed");
    const [run] = await runtime.history.list({ limit: 1 });
    const records = await Array.fromAsync(runtime.history.read(run?.id ?? ""));
    const parents = records.flatMap((record) => (record.type === "call-start" ? [record.parent] : []));
    expect(parents).toEqual([undefined, `${run?.id}.1`, `${run?.id}.1`]);
    const tools = await governedTools(runtime, { only });
    const description = tools.find(({ name }) => name === "run_program")?.description;
    expect(description).toContain("write_file(input: { path: string; content: string;");
    expect(description).not.toContain("delete_file");
    await runtime.close();
  });

  test("stopping the agent stops the call", async () => {
    const stop = new AbortController();
    const stopped = Promise.withResolvers<boolean>();
    const wait = defineTool({
      name: "wait_for_end",
      summary: "Wait until somebody stops the call, for a test",
      description: "Waits.",
      category: "custom",
      risk: "low",
      input: z.object({}),
      run: (_input, { signal }) =>
        new Promise((_resolve, reject) => {
          signal.addEventListener("abort", () => {
            stopped.resolve(true);
            reject(signal.reason);
          });
          stop.abort();
        }),
    });
    const runtime = runtimeWith({ tools: [wait] });
    const run = agent(runtime, [{ tool: "wait_for_end", input: {} }], {
      only: ["wait_for_end"],
      signal: stop.signal,
    });
    await Promise.allSettled([run]);
    expect(await stopped.promise).toBe(true);
    await runtime.close();
  });
});

test("without a choice every tool is handed over that rules do not refuse outright, and calls can share a run", async () => {
  const { governedTools } = await import("../../src/adapters/governed-tools.ts");
  const runtime = runtimeWith({ config: { permissions: { deny: ["read_file"] } } });
  const run = await runtime.openRun();
  const tools = await governedTools(runtime, { run });
  const names = tools.map(({ name }) => name);
  expect(names).toContain("list_files");
  expect(names).not.toContain("read_file");
  expect(names).not.toContain("write_file");
  await tools.find(({ name }) => name === "list_files")?.call({ path: "." });
  const types: string[] = [];
  for await (const { type } of runtime.history.read(run.id)) types.push(type);
  expect(types).toContain("call-end");
  await expect(governedTools(runtime, { only: ["reed_file"] })).rejects.toThrow("Did you mean read_file");
  await runtime.close();
});
