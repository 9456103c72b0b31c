import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { ROLES } from "../../src/access/tokens.ts";
import { writeConfig } from "../../src/config/edit/write-config.ts";
import { loadConfig } from "../../src/config/load-config.ts";
import type { Setting } from "../../src/contract/setting.ts";
import { anApp } from "./an-app.ts";

/** The API over a folder with a config of the user's own. */
async function aFolder(text: string) {
  const folder = await mkdtemp(join(tmpdir(), "dejima-settings-"));
  const variables = { HOME: folder, SEARCH_KEY: "a-key-from-outside" };
  const file = join(folder, "dejima.yaml");
  await writeConfig(file, text, variables);
  const app = await anApp({ settings: await loadConfig({ cwd: folder, variables }), variables });
  const settings = async () => (await app.send("GET", "/api/config/settings?limit=200")).body as Setting[];
  return {
    ...app,
    file,
    settings,
    setting: async (key: string) => (await settings()).find((each) => each.key === key),
    async [Symbol.asyncDispose]() {
      await app[Symbol.asyncDispose]();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

test("a setting is changed, applied at once, and removed again; comments of the config stay", async () => {
  await using app = await aFolder("# mine\nagent:\n  maxIterations: 7 # enough\n");
  expect(await app.setting("agent.maxIterations")).toMatchObject({
    value: ["7"],
    default: ["25"],
    from: "project",
  });
  const set = await app.send("PUT", "/api/config/settings/agent.maxIterations", { value: ["9"] });
  expect(set).toMatchObject({ status: 200, body: { setting: { value: ["9"] }, restart: false } });
  expect(app.runtime.settings.config.agent.maxIterations).toBe(9);
  expect(await readFile(app.file, "utf8")).toContain("# mine");

  const list = ["a.example", "b.example"];
  const later = await app.send("PUT", "/api/config/settings/network.deny", { value: list });
  expect(later).toMatchObject({
    status: 200,
    body: { setting: { value: list, from: "project" }, restart: true },
  });
  expect(await readFile(app.file, "utf8")).toContain("b.example");

  const removed = await app.send("DELETE", "/api/config/settings/agent.maxIterations");
  expect(removed).toMatchObject({ status: 200, body: { setting: { value: ["25"], from: "default" } } });
  expect((await app.send("DELETE", "/api/config/settings/agent.maxIterations")).status).toBe(404);
});

test("wrong or secret values, and settings kept elsewhere, are refused, and the config does not change", async () => {
  await using app = await aFolder("webSearch:\n  provider: tavily\n  apiKey: ${SEARCH_KEY}\n");
  const before = await readFile(app.file, "utf8");
  for (const [key, value, why] of [
    ["tools.timeout", ["soon"], "soon"],
    ["tools.maxConcurrent", ["0"], "tools.maxConcurrent"],
    ["tools.maxConcurent", ["2"], "maxConcurrent"],
    ["tools", ["2"], "name one of its settings"],
    ["__proto__.x", ["2"], "not found"],
    ["sandbox.driver", ["bubblewrap", "docker"], "it takes one"],
    ["webSearch.apiKey", ["sk-a-key-that-was-typed"], "others may read it"],
    ["permissions.safe", ["shell"], "dejima policy"],
    ["mcpServers", ["x"], "dejima mcp add"],
    ["persona", ["nobody"], "there are"],
  ] as const) {
    const answer = await app.send("PUT", `/api/config/settings/${key}`, { value });
    expect([key, answer.status]).toEqual([key, key === "persona" ? 404 : 400]);
    expect(JSON.stringify(answer.body)).toContain(why);
  }
  expect(await readFile(app.file, "utf8")).toBe(before);
  const listed = await app.settings();
  expect(listed.map(({ key }) => key)).not.toContain("webSearch.apiKey");
  expect(JSON.stringify(listed)).not.toContain("a-key-from-outside");
});

test("a config that the user has not accepted is not changed", async () => {
  await using app = await aFolder("persona: plain\n");
  await writeFile(app.file, "persona: plain\nsandbox:\n  driver: process\n");
  await app.runtime.reload(() =>
    loadConfig({ cwd: join(app.file, ".."), variables: { HOME: join(app.file, "..") } }),
  );
  expect((await app.send("PUT", "/api/config/settings/tools.timeout", { value: ["9s"] })).status).not.toBe(
    200,
  );
});

test("only an admin sees and changes settings", async () => {
  await using app = await aFolder("persona: plain\n");
  for (const role of ROLES) {
    const send = app.as({ name: "somebody", role });
    const statuses = [
      await send("GET", "/api/config/settings"),
      await send("PUT", "/api/config/settings/tools.timeout", { value: ["9s"] }),
      await send("DELETE", "/api/config/settings/tools.timeout"),
    ].map(({ status }) => status);
    expect(new Set(statuses)).toEqual(new Set([role === "admin" ? 200 : 403]));
  }
});
