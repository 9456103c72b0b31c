import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { listDrivers } from "../../src/sandbox/create-sandbox.ts";
import { scanSkill } from "../../src/sources/skills/install/scan-skill.ts";
import { loadSkill } from "../../src/sources/skills/loader/load-skill.ts";
import { skillTools } from "../../src/sources/skills/tools/skill-tools.ts";
import { aHarbour } from "./harbour.ts";
import { writeZip } from "./hostile-archives.ts";
import { aWorld, skillMd, yes } from "./skill-world.ts";

const SHIPPED = join(import.meta.dirname, "../../skills");
const NAMES = ["file-tools", "skill-creator", "time", "web-search"];

const [best] = await listDrivers();
const contained = best?.usable === true;
const why = contained ? "" : ` (skipped: ${best?.reason})`;

test("the shipped skills load strictly, are clean, fit the advised size and hold together", async () => {
  expect((await readdir(SHIPPED)).sort()).toEqual(NAMES);
  for (const name of NAMES) {
    const { manifest, body } = await loadSkill(join(SHIPPED, name), { strict: true });
    expect(manifest.name).toBe(name);
    expect(manifest.allowedTools?.length, name).toBeGreaterThan(0);
    expect(manifest.keywords.length, name).toBeGreaterThan(3);
    expect(body.length, name).toBeLessThan(20_000);
    expect((await scanSkill(join(SHIPPED, name))).findings).toEqual([]);
  }
});

test("list_skills shows what may be used, finds by text, and says how many wait", async () => {
  await using harbour = await aHarbour();
  await harbour.world.write("given/draft", { "SKILL.md": skillMd("draft") });
  await harbour.library.install("given/draft");
  expect(await harbour.call("list_skills")).toMatchObject({ total: 4, waitingForAcceptance: 1 });
  expect(await harbour.call("list_skills", { text: "天气" })).toMatchObject({
    skills: [{ name: "web-search" }],
    total: 1,
  });
  await harbour.library.setEnabled("web-search", false);
  expect(await harbour.call("list_skills", { limit: 1, offset: 1 })).toMatchObject({
    skills: [{ name: "skill-creator" }],
    total: 3,
  });
});

test("get_skill_info gives the instructions, the files and the allowed tools of each shipped skill", async () => {
  await using harbour = await aHarbour();
  expect(await harbour.call("get_skill_info", { skill: "web-search" })).toMatchObject({
    instructions: expect.stringContaining("`web_search`"),
    allowedTools: ["web_search", "fetch", "current_time"],
  });
  expect(await harbour.call("get_skill_info", { skill: "file-tools" })).toMatchObject({
    instructions: expect.stringContaining("`edit_file`"),
  });
  expect(await harbour.call("get_skill_info", { skill: "time" })).toMatchObject({
    scripts: ["scripts/convert.mjs"],
    references: [],
  });
  expect(await harbour.call("get_skill_info", { skill: "Skill Creator" })).toMatchObject({
    references: ["references/writing.md"],
  });
  expect(await harbour.call("get_skill_info", { skill: "web-serch" })).toMatchObject({
    code: "skill_not_found",
    message: expect.stringContaining("web-search"),
  });
});

test("get_skill_info pages long instructions without losing a character", async () => {
  await using harbour = await aHarbour();
  const body = Array.from({ length: 9000 }, (_, index) => `Line ${index} of the instructions\n`).join("");
  await harbour.world.write("given/long", { "SKILL.md": skillMd("long", "Is long", body) });
  await harbour.library.install("given/long", { accept: yes });
  let [text, offset, pages]: [string, number | undefined, number] = ["", 0, 0];
  while (offset !== undefined) {
    const page: { instructions: string; nextOffset?: number } = await harbour.call("get_skill_info", {
      skill: "long",
      offset,
    });
    [text, offset, pages] = [text + page.instructions, page.nextOffset, pages + 1];
  }
  expect(pages).toBeGreaterThan(5);
  expect(text).toBe(`\n${body}`);
});

test("get_skill_reference reads inside the skill only, and only what was accepted", async () => {
  await using harbour = await aHarbour();
  const read = (path: string) => harbour.call("get_skill_reference", { skill: "skill-creator", path });
  expect(await read("references/writing.md")).toMatchObject({
    text: expect.stringContaining("# How to write"),
  });
  expect(await read("../time/SKILL.md")).toMatchObject({ code: "path_blocked" });
  expect(await read("references/none.md")).toMatchObject({ code: "io_error" });
  await harbour.world.write("given/mine", { "SKILL.md": skillMd("mine"), "a.md": "A" });
  await harbour.library.install("given/mine");
  expect(await harbour.call("get_skill_reference", { skill: "mine", path: "a.md" })).toMatchObject({
    code: "approval_required",
  });
});

test("a skill that its author keeps for users is not given to a model", async () => {
  await using harbour = await aHarbour();
  await harbour.world.write("given/deploy", {
    "SKILL.md": "---\nname: deploy\ndescription: Deploys\ndisable-model-invocation: true\n---\nGo\n",
  });
  await harbour.library.install("given/deploy", { accept: yes });
  expect(await harbour.call("list_skills", { text: "deploy" })).toMatchObject({ total: 0 });
  expect(await harbour.call("get_skill_info", { skill: "deploy" })).toMatchObject({
    code: "tool_not_allowed",
  });
});

test("install_skill and draft_skill put into quarantine what only a person can accept", async () => {
  await using harbour = await aHarbour();
  await writeZip(join(harbour.world.root, "hello.zip"), { "hello/SKILL.md": skillMd("hello") });
  expect(await harbour.call("install_skill", { source: "hello.zip" })).toMatchObject({
    name: "hello",
    accept: "dejima skill trust hello",
  });
  expect(
    await harbour.call("draft_skill", { name: "notes", description: "Takes notes", instructions: "# Notes" }),
  ).toMatchObject({ name: "notes" });
  for (const name of ["hello", "notes"]) {
    expect(await harbour.call("get_skill_info", { skill: name })).toMatchObject({
      code: "approval_required",
    });
    await harbour.library.trust(name, { accept: yes });
    expect(await harbour.call("get_skill_info", { skill: name })).toMatchObject({ name });
  }
  expect(await harbour.call("uninstall_skill", { skill: "hello" })).toEqual({ uninstalled: "hello" });
  expect(await harbour.call("get_skill_info", { skill: "hello" })).toMatchObject({ code: "skill_not_found" });
  expect(await harbour.call("uninstall_skill", { skill: "time" })).toMatchObject({
    message: expect.stringContaining("it is shipped"),
  });
});

test("install_skill takes nothing from outside of the allowed folders", async () => {
  await using elsewhere = await aWorld();
  await elsewhere.write("secret", { "SKILL.md": skillMd("secret") });
  await using harbour = await aHarbour();
  const outcome = await harbour.call("install_skill", { source: join(elsewhere.root, "secret") });
  expect(outcome).toMatchObject({ code: "path_blocked" });
  expect(await harbour.call("list_skills")).not.toHaveProperty("waitingForAcceptance");
});

test("install_skill declares the address that it fetches, whatever stands around it", async () => {
  const tool = skillTools({
    library: () => expect.unreachable("opened the skills"),
    findSkills: () => expect.unreachable("searched"),
    sandbox: () => expect.unreachable("opened a sandbox"),
    folderOf: () => expect.unreachable("ran a script"),
    workspace: "/",
    hidden: [],
    timeoutMs: 1,
    timeouts: new Map(),
    folders: new Map(),
    artifactsOf: () => expect.unreachable("ran a script"),
    variables: {},
  }).find(({ name }) => name === "install_skill");
  for (const source of [
    " https://x.test/a.zip",
    "\u00a0git+https://x.test/a.git\n",
    "\ufeffhttps://x.test/a.zip",
  ]) {
    const input = tool?.input.parse({ source });
    const effects = input?.ok ? await tool?.effects(input.value) : [];
    expect(effects?.map(({ kind, target }) => [kind, new URL(target).host])).toEqual([
      ["host.read", "x.test"],
    ]);
  }
});

test("changing skills is asked for by default, reading them is not", async () => {
  await using harbour = await aHarbour();
  const verdict = async (tool: string, input: object) => (await harbour.runtime.explain(tool, input)).verdict;
  expect(await verdict("list_skills", {})).toBe("allow");
  expect(await verdict("get_skill_info", { skill: "time" })).toBe("allow");
  expect(await verdict("install_skill", { source: "https://x.test/a.zip" })).toBe("ask");
  expect(await verdict("uninstall_skill", { skill: "time" })).toBe("ask");
  expect(await verdict("draft_skill", { name: "x", description: "x", instructions: "x" })).toBe("ask");
  expect(await verdict("run_skill_script", { skill: "time", script: "convert.mjs" })).toBe("ask");
});

test.runIf(contained)(`run_skill_script runs the time skill's script in the sandbox${why}`, async () => {
  await using harbour = await aHarbour();
  const time = (...args: string[]) =>
    harbour.call<{ stdout: string }>("run_skill_script", { skill: "time", script: "convert.mjs", args });
  expect(printed(await time("convert", "2026-03-29T15:00", "Europe/Berlin", "Asia/Tokyo"))).toMatchObject({
    to: "2026-03-29T22:00 Asia/Tokyo",
  });
  expect(printed(await time("convert", "2026-03-29T02:30", "Europe/Berlin", "UTC")).note).toMatch(
    /does not exist/,
  );
  expect(printed(await time("convert", "2026-10-25T02:30", "Europe/Berlin", "UTC"))).toMatchObject({
    to: "2026-10-25T00:30 UTC",
    note: expect.stringMatching(/twice/),
  });
  expect(printed(await time("between", "2026-01-31", "2026-03-01"))).toEqual({ days: 29 });
  expect(printed(await time("add", "2026-01-31", "-31"))).toEqual({ date: "2025-12-31" });
  expect(await time("convert", "x", "y", "z")).toMatchObject({ code: "exit_nonzero" });
  expect(await harbour.call("run_skill_script", { skill: "time", script: "../SKILL.md" })).toMatchObject({
    code: "path_blocked",
  });
  expect(await harbour.call("run_skill_script", { skill: "time", script: "none.mjs" })).toMatchObject({
    code: "not_found",
  });
});

test.runIf(contained)(`run_skill_script gives a skill exactly what it declared${why}`, async () => {
  await using harbour = await aHarbour({
    config: { permissions: { safe: ["run_skill_script", "file.write(./out/**)", "file.write(./out)"] } },
  });
  const header = "contract:\n  folders: { read: [./in], write: [./out] }\n  environment: [GREETING]";
  await harbour.world.write("given/copy", {
    "SKILL.md": `---\nname: copy\ndescription: Copies\n${header}\n---\nGo\n`,
    "scripts/copy.sh":
      'cat "$1/in/a.txt" > "$1/out/b.txt"; echo "$GREETING $HIDDEN"; cat "$1/secret.txt" 2>/dev/null; touch "$0" 2>/dev/null || echo read-only\n',
    "index.mjs": "console.log(process.argv.slice(2).join('+'))\n",
  });
  const { root } = harbour.world;
  await harbour.world.write("", { "in/a.txt": "content", "secret.txt": "secret" });
  await mkdir(join(root, "out"));
  await harbour.library.install("given/copy", { accept: yes });
  const outcome = await harbour.call("run_skill_script", {
    skill: "copy",
    script: "scripts/copy.sh",
    args: [root],
  });
  expect(outcome).toMatchObject({ stdout: "hello \nread-only\n", exitCode: 0 });
  expect(await readFile(join(root, "out/b.txt"), "utf8")).toBe("content");
  expect(await harbour.call("run_skill_script", { skill: "copy", args: ["a b", "$(c)"] })).toMatchObject({
    stdout: "a b+$(c)\n",
  });
  await writeFile(join(harbour.world.home, "copy/scripts/copy.sh"), "echo changed\n");
  expect(await harbour.call("run_skill_script", { skill: "copy", script: "copy.sh" })).toMatchObject({
    code: "approval_required",
  });
});

test.runIf(contained)(`uninstall() waits for a script that runs${why}`, async () => {
  await using harbour = await aHarbour();
  await harbour.world.write("given/slow", {
    "SKILL.md": skillMd("slow"),
    "scripts/slow.sh": "echo started; sleep 30\n",
  });
  await harbour.library.install("given/slow", { accept: yes });
  const stop = new AbortController();
  const started = Promise.withResolvers<void>();
  const running = harbour.runtime.execute(
    "run_skill_script",
    { skill: "slow", script: "slow.sh" },
    {
      signal: stop.signal,
      onEvent: (event) => event.type === "call-progress" && started.resolve(),
    },
  );
  await started.promise;
  await expect(harbour.library.uninstall("slow")).rejects.toMatchObject({ code: "conflict" });
  stop.abort();
  await running;
  await expect
    .poll(() =>
      harbour.library.uninstall("slow").then(
        () => true,
        () => false,
      ),
    )
    .toBe(true);
});

function printed(output: { stdout: string }) {
  return JSON.parse(output.stdout);
}
