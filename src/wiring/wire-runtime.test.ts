import { existsSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { assert, expect, onTestFinished, test } from "vitest";
import { settingsFrom } from "../config/settings-from.ts";
import { createMemoryStore } from "../store/in-memory/memory-store.ts";
import { wireRuntime } from "./wire-runtime.ts";

async function aWorkspace() {
  const base = await mkdtemp(join(tmpdir(), "dejima-wiring-"));
  onTestFinished(() => rm(base, { recursive: true, force: true }));
  return { base, home: join(base, "home") };
}

test("wireRuntime() opens nothing for the catalogue, and the services that nobody used need no closing", async () => {
  const { base, home } = await aWorkspace();
  const runtime = wireRuntime(settingsFrom({}, { base, home }), {
    onFault: (fault) => assert.fail(String(fault)),
  });
  const { agent, skills, mcp, store, conversations, history } = runtime;
  expect(runtime.tools().length).toBeGreaterThan(20);
  for (const member of [
    agent.run,
    skills.list,
    mcp.reports,
    store.runs.list,
    conversations.say,
    history.list,
  ])
    expect(member).toBeTypeOf("function");
  await runtime.close();
  expect(existsSync(home)).toBe(false);
});

test("close() closes the services that were opened, those that use others first, and never the caller's store", async () => {
  const { base, home } = await aWorkspace();
  const store = createMemoryStore();
  const runtime = wireRuntime(settingsFrom({}, { base, home }), { store });
  expect(await runtime.skills.list()).not.toEqual([]);
  const { runId } = await runtime.execute("current_time", {});
  await runtime.close();
  expect(await store.runs.get(runId)).toMatchObject({ status: "done" });
});
