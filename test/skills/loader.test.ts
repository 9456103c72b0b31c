import { existsSync, readFileSync } from "node:fs";
import { mkdir, mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { DejimaError } from "../../src/contract/error.ts";
import { parseMap } from "../../src/sources/skills/loader/header-fields.ts";
import { loadSkill } from "../../src/sources/skills/loader/load-skill.ts";
import { readSkillMd } from "../../src/sources/skills/loader/read-skill-md.ts";
import { processorTime } from "../support/processor-time.ts";
import { skillVariants } from "./skill-variants.ts";

const COUNT = 500;
const BENIGN = join(import.meta.dirname, "../../../shared/data/hostile/benign_skills.jsonl");

let root: string;
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), "dejima-loader-"));
});
afterAll(() => rm(root, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 }));

test(`loadSkill() reads ${COUNT} variants as their authors meant them and gives a reason for each refusal`, async () => {
  const variants = skillVariants(COUNT);
  let loaded = 0;
  for (const { folder, bytes, expected } of variants) {
    await writeSkill(folder, { "SKILL.md": bytes });
    const attempt = loadSkill(join(root, folder));
    if ("refusal" in expected) {
      await expect(attempt, folder).rejects.toThrow(expected.refusal);
      continue;
    }
    const { manifest } = await attempt;
    const { name, description, allowedTools } = manifest;
    const issues = manifest.issues.map(({ code }) => code).sort();
    expect({ name, description, issues, ...(allowedTools && { allowedTools }) }, folder).toEqual(expected);
    loaded += 1;
  }
  expect(loaded / COUNT).toBeGreaterThanOrEqual(0.95);
  expect(loaded).toBeLessThan(COUNT);
});

test("loadSkill() refuses strictly what it warns of leniently, with all reasons", async () => {
  const folder = await writeSkill("strict", {
    "SKILL.md": "---\nname: Other\ndescription: Does it\nsurprise: 1\n---\n",
  });
  expect((await loadSkill(folder)).manifest.issues).toHaveLength(3);
  const strict = loadSkill(folder, { strict: true });
  await expect(strict).rejects.toThrow(/skill "strict" strictly: .*surprise.*lowercase.*folder/s);
  const good = await writeSkill("good-one", {
    "SKILL.md": "---\nname: good-one\ndescription: Does it\n---\nBody\n",
  });
  expect((await loadSkill(good, { strict: true })).body).toBe("Body\n");
});

test("loadSkill() reads skill.yaml with its triggers, context, examples and servers", async () => {
  const folder = await writeSkill("web-search", {
    "skill.yaml": `id: web-search
name: 网页搜索
version: "1.0"
type: hybrid
trigger:
  keywords: [搜索, 查一下]
  intent:
    - search
context: |
  用户需要从网上获取信息。
examples:
  - user: "查一下今天东京的天气"
    assistant: "查一下。"
tools:
  mcpConfig: ./servers.json
`,
    "servers.json": JSON.stringify({
      mcpServers: { fetch: { command: "npx", args: ["-y", "some-server"] }, none: {} },
    }),
  });
  const { manifest, body } = await loadSkill(folder);
  expect(manifest).toMatchObject({
    name: "web-search",
    title: "网页搜索",
    version: "1.0",
    kind: "hybrid",
    keywords: ["搜索", "查一下"],
    intents: ["search"],
    servers: [{ name: "fetch", command: "npx", args: ["-y", "some-server"] }],
    contract: { servers: ["fetch"] },
    issues: [{ code: "servers", message: 'server "none" has neither a command nor a url' }],
  });
  expect(body).toContain("User: 查一下今天东京的天气\nAssistant: 查一下。");
});

test("loadSkill() reads what a skill declares, and grants nothing that it cannot understand", async () => {
  const folder = await writeSkill("declares", {
    "SKILL.md": `---
name: declares
description: Declares
contract:
  folders: { read: [./in], write: [./out, ../../etc] }
  hosts: [API.example.com, "*.example.org", "http://x/y"]
  environment: [API_KEY, "A B"]
  programs: [git, "rm -rf /"]
  limits: { timeout: 10s, memory: 128mb, processes: 16, speed: 7, output: much }
metadata: {"openclaw": {"emoji": "x", "requires": {"bins": ["gh"], "env": ["GH_TOKEN"]}}}
---
`,
  });
  const { manifest } = await loadSkill(folder);
  expect(manifest.contract).toEqual({
    folders: [
      { path: "./in", access: "read" },
      { path: "./out", access: "write" },
    ],
    hosts: ["api.example.com", "*.example.org"],
    environment: ["API_KEY", "GH_TOKEN"],
    programs: ["git", "gh"],
    otherPrograms: "refused",
    limits: { wallTimeMs: 10_000, memoryBytes: 128 * 1024 ** 2, processes: 16 },
    servers: [],
  });
  expect(manifest.issues.map(({ message }) => message).join()).toMatch(/etc.*http:.*A B.*rm -rf/s);
});

test("readSkillMd() lets a skill whose allowed-tools cannot be read use no tool", () => {
  const { manifest } = readSkillMd(
    "---\nname: x\ndescription: y\nallowed-tools:\n  - Read\n bad: [\n---\n",
    "x",
  );
  expect(manifest.allowedTools).toEqual([]);
});

test("readSkillMd() drops an allowed tool whose parenthesis never closes, and keeps the rest", () => {
  const { manifest } = readSkillMd(
    "---\nname: x\ndescription: y\nallowed-tools: Read, Bash(git log\n---\n",
    "x",
  );
  expect(manifest.allowedTools).toEqual(["read_file"]);
});

test("readSkillMd() is not harmed by prototype keys, aliases that multiply, or deep nesting", () => {
  const bomb = `a: &a [x,x,x,x,x,x,x,x,x]\n${"bcdefgh"
    .split("")
    .map((key, index) => `${key}: &${key} [${Array(9).fill(`*${"abcdefgh"[index]}`)}]`)
    .join("\n")}`;
  for (const extra of [
    "__proto__: { polluted: yes }",
    "constructor: { prototype: 1 }",
    bomb,
    `deep: ${"[".repeat(5000)}`,
  ]) {
    const { manifest } = readSkillMd(`---\nname: x\ndescription: y\n${extra}\n---\n`, "x");
    expect(manifest.description).toBe("y");
  }
  expect(({} as { polluted?: unknown }).polluted).toBeUndefined();
});

test("readSkillMd() stays fast on texts that are made to slow it down", () => {
  const header = (text: string) => `---\nname: x\ndescription: y\n${text.slice(0, 60_000)}\n---\n`;
  const hostile = [
    ...[
      "[",
      "{a: ",
      "- ",
      "? ",
      "a: ",
      "&a ",
      "!!x ",
      "'",
      '"',
      "key: | ",
      "*",
      "\t",
      "a: b: c\n",
      "k: [x\n",
    ].map((piece) => header(`k: ${piece.repeat(60_000)}`)),
    header(`bad: [\nk: a${" ".repeat(50_000)}b`),
    ..."<!--|```\n|# |\n\n|---\n|name: x\n|<!-- -->"
      .split("|")
      .map((piece) => piece.repeat(900_000 / piece.length)),
  ];
  for (const text of hostile) {
    const start = processorTime();
    try {
      readSkillMd(text, "x");
    } catch (error) {
      expect(error).toBeInstanceOf(DejimaError);
    }
    expect(processorTime() - start, text.slice(0, 60)).toBeLessThan(20_000);
  }
});

test("readSkillMd() never runs a header that claims to be code", () => {
  const text = "---js\nmodule.exports = process.exit(1)\n---\n# Title\n\nSafe text here\n";
  expect(readSkillMd(text, "js").manifest.issues.map(({ code }) => code)).toContain("no-front-matter");
});

test("loadSkill() loads a SKILL.md of 300 kB, with a warning", async () => {
  const folder = await writeSkill("large", {
    "SKILL.md": `---\nname: large\ndescription: Is large\n---\n${"word ".repeat(60_000)}`,
  });
  expect((await loadSkill(folder)).manifest.issues.map(({ code }) => code)).toEqual(["large"]);
});

test("loadSkill() does not follow a SKILL.md that is a link out of the folder", async () => {
  const folder = await writeSkill("linked", {});
  await writeFile(join(root, "secret.md"), "---\nname: linked\ndescription: secret\n---\n");
  await symlink(join(root, "secret.md"), join(folder, "SKILL.md"));
  await expect(loadSkill(folder)).rejects.toMatchObject({ code: "path_blocked" });
});

test("readSkillMd() loads at least 95 % of real files of public collections", () => {
  if (!existsSync(BENIGN)) return console.log(`passed over: ${BENIGN} is missing`);
  const lines = readFileSync(BENIGN, "utf8").trim().split("\n");
  const refused = lines.filter((line) => {
    try {
      return readSkillMd(JSON.parse(line).text, "folder").manifest.name === "";
    } catch (error) {
      expect(error).toBeInstanceOf(DejimaError);
      return true;
    }
  });
  expect(refused.length / lines.length).toBeLessThanOrEqual(0.05);
});

async function writeSkill(name: string, files: Record<string, string | Buffer>): Promise<string> {
  const folder = join(root, name);
  await mkdir(folder, { recursive: true });
  for (const [path, content] of Object.entries(files)) await writeFile(join(folder, path), content);
  return folder;
}

test("an issue of a skill quotes at most a line of it, without control characters", () => {
  const { problem = "" } = parseMap(`a: !<${"y".repeat(60_000)}\u001b[31m> [\n`);
  expect(problem.length).toBeGreaterThan(0);
  expect(problem.length).toBeLessThanOrEqual(201);
  expect(problem).not.toMatch(/[\n\u001b]/u);
});
