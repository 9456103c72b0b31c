import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ScriptedModel } from "../../src/model/language/scripted-model.ts";
import { openPostgresStore } from "../../src/store/postgres/open-postgres-store.ts";
import { people } from "../http/a-server.ts";
import { aPostgres, hasPostgres } from "../store/a-postgres.ts";
import { aRuntime, aTool, type TestRuntime } from "../support/a-runtime.ts";

const TRUSTED =
  "mcpServers:\n  files:\n    command: node\n    args: [files.js]\n    trusted: true\n    enabled: false\n";
const OTHER = TRUSTED.replace("files.js", "other.js");
const CONTAINED = TRUSTED.replace("    trusted: true\n", "");

describe.runIf(hasPostgres)("what a team shares, at the doors", () => {
  let server: Awaited<ReturnType<typeof aPostgres>>;
  let world: TestRuntime;
  let at: Awaited<ReturnType<typeof people>>;

  beforeAll(async () => {
    server = await aPostgres();
    world = await aRuntime({
      config: {
        store: await server.newDatabase(),
        runs: "workers",
        permissions: { confirm: ["act"] },
      },
      tools: [aTool({ name: "act", risk: "medium" })],
      model: new ScriptedModel([{ text: "Hello" }]),
    });
    at = await people(world.runtime, { root: "admin", ann: "approver", una: "user", vic: "viewer" });
  });
  afterAll(async () => {
    await world?.[Symbol.asyncDispose]();
    await server[Symbol.asyncDispose]();
  });

  const set = (text: string) => world.runtime.teamConfig.change(() => text, { by: "ada", change: "set" });
  const newest = async () => (await world.runtime.teamConfig.current())?.number ?? 0;
  const restore = async (version: number, of = "config", who = "root") => {
    const answer = await at.as(who, "POST", `/api/config/team/versions/${version}/restore?of=${of}`);
    return { status: answer.status, body: await answer.json() };
  };

  test.each(["x", "1.5", "1e400", "-1", "9".repeat(30)])(
    "a cursor that is no number of a version ends the list of versions: %s",
    async (cursor) => {
      const answer = await at.as("root", "GET", `/api/config/team/versions?cursor=${cursor}`);
      expect([answer.status, await answer.json()]).toEqual([200, []]);
    },
  );

  test("nobody below an admin reads, restores or changes the team's config, whatever door they take", async () => {
    await set("tools:\n  timeout: 7s\n");
    const before = await newest();
    const rule = { rule: "act", verdict: "allow" };
    const stranger = { name: "mine", url: "https://example.com/mcp" };
    const attempts: readonly (readonly [string, string, unknown?])[] = [
      ["GET", "/api/config/team"],
      ["GET", "/api/config/team/versions"],
      ["GET", `/api/config/team/versions/${before}`],
      ["POST", `/api/config/team/versions/${before}/restore`],
      ["POST", `/api/config/team/versions/1/restore?of=skills`],
      ["PUT", "/api/policy/rules", rule],
      ["PUT", "/api/config/settings/tools.timeout", { value: ["1s"] }],
      ["DELETE", "/api/config/settings/tools.timeout"],
      ["POST", "/api/mcp", { servers: [stranger] }],
      ["PATCH", "/api/mcp/mine", { enabled: false }],
      ["DELETE", "/api/mcp/mine"],
      ["POST", "/api/mcp/mine/accept"],
    ];
    for (const who of ["ann", "una", "vic"])
      for (const [method, path, body] of attempts)
        expect((await at.as(who, method, path, body)).status, `${who}: ${method} ${path}`).toBe(403);
    expect(await newest()).toBe(before);
  });

  test("an admin over HTTP goes back to any version but one that runs a program outside the sandbox again", async () => {
    const first = (await set(TRUSTED)).version.number;
    const other = (await set(OTHER)).version.number;
    const contained = (await set(CONTAINED)).version.number;
    for (const version of [first, other]) {
      const { status, body } = await restore(version);
      expect(status).toBe(403);
      expect(body.detail).toContain("runs files outside the sandbox");
      expect(body.detail).toContain(`dejima config rollback ${version}`);
    }
    expect(await newest()).toBe(contained);
    // A program that may do so already stays as it is, and another one does not take its place.
    await world.runtime.teamConfig.rollBack(first, { by: "ada" });
    expect((await restore(other)).status).toBe(403);
    await set(`${TRUSTED}tools:\n  timeout: 9s\n`);
    expect((await restore(first)).status).toBe(200);
    expect((await restore(contained)).status).toBe(200);
    expect(await world.runtime.teamConfig.current()).toMatchObject({ text: CONTAINED, by: "root" });
  });

  test("a version is shown with what it changed and what going back would change; tool files are restored at a machine alone", async () => {
    const text = "tools:\n  timeout: 11s\n";
    const { version } = await set(text);
    await set("tools:\n  timeout: 12s\n");
    const shown = await at.as("root", "GET", `/api/config/team/versions/${version.number}`);
    expect(await shown.json()).toMatchObject({
      number: version.number,
      by: "ada",
      change: "set",
      text,
      changed: expect.stringContaining("+  timeout: 11s"),
      restoring: expect.stringMatching(/- {2}timeout: 12s[\s\S]*\+ {2}timeout: 11s/),
    });
    expect((await restore(999)).status).toBe(404);
    const store = await openPostgresStore({ address: world.runtime.settings.config.store ?? "" });
    const shared = { name: "tools", text: "{}", by: "ada", change: "share" } as const;
    await store.shared?.versions.add(shared, { after: 0 });
    await store.close();
    const { status, body } = await restore(1, "tools");
    expect([status, body.detail]).toEqual([403, expect.stringContaining("dejima tool rollback 1")]);
  });
});
