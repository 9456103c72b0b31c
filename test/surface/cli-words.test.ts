import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { ROLES } from "../../src/access/tokens.ts";
import { APPROVAL_STATUSES } from "../../src/contract/asking/approval.ts";
import { GRANT_STATUSES } from "../../src/contract/asking/grant.ts";
import { BUDGET_SCOPES } from "../../src/contract/figures/spend.ts";
import { RUN_STATUSES } from "../../src/contract/run.ts";
import { CATEGORIES, RISKS, SOURCES } from "../../src/contract/tool.ts";
import { MEMORY_TYPES } from "../../src/contract/user/memory.ts";
import { SCHEDULE_STATUSES, TASK_KINDS } from "../../src/contract/user/schedule.ts";
import { VERDICTS } from "../../src/contract/verdict.ts";
import { allCommands, TOPICS } from "../../src/doors/cli/command-table.ts";
import { COST_GROUPS } from "../../src/doors/cli/commands/history/cost.ts";
import { parseArguments } from "../../src/doors/cli/input/parse-arguments.ts";
import CHINESE from "../../src/doors/cli/words/chinese.json" with { type: "json" };
import { phrasesInChinese } from "../../src/doors/cli/words/phrases.ts";
import { createSay } from "../../src/doors/cli/words/say.ts";
import { textsIn } from "./texts-in.ts";

const FOLDER = join(import.meta.dirname, "../../src/doors/cli");
/** say`…`, say("…"), words`…`: with a value as `{1}`, the key of the table. */
const SAID =
  /\b(?:say|marked)(?:\(\s*("(?:[^"\\]|\\.)*")|`((?:[^`\\$]|\\.|\$(?!\{)|\$\{(?:[^{}`]|`[^`]*`|\{[^{}]*\})*\})*)`)/g;

async function sources(): Promise<string[]> {
  const files = await readdir(FOLDER, { recursive: true });
  const own = files.filter((file) => /^(?!words).*(?<!\.test)\.ts$/.test(file));
  return Promise.all(own.map((file) => readFile(join(FOLDER, file), "utf8")));
}

/** output.headings("NAME", …), with the strings in it. */
const HEADINGS = /\.headings\(((?:[^()"]|"[^"]*"|\([^()]*\))*)\)/g;

/** The texts that a source file says, as keys of the table. */
function saidIn(source: string): string[] {
  const headings = [...source.matchAll(HEADINGS)].flatMap(([, names = ""]) =>
    [...names.matchAll(/"([^"]+)"/g)].map(([, name = ""]) => name),
  );
  return [...headings, ...messagesIn(source)];
}

const messagesIn = (source: string) => textsIn(source, SAID);

async function helpTexts(): Promise<string[]> {
  const commands = (await allCommands()).flatMap(({ group = "", summary, options }) => [
    ...[group, summary, ...options.map(({ description }) => description)].filter((text) => text !== ""),
  ]);
  return [...commands, ...Object.keys(TOPICS).map((topic) => `${topic}:`), "Usage:", "Options:", "Commands:"];
}

test("saidIn() finds what a source file says, whatever stands in it", () => {
  const source =
    'say("a \\"b\\""); output.say`Wrote ${file}: ${list.map((one) => `${one}`).join(", ")}\\n\\`x\\``; marked`c`; a.headings("D", "E (F")';
  expect(saidIn(source)).toEqual(["D", "E (F", 'a "b"', "Wrote {1}: {2}\n`x`", "c"]);
});

test("every text of the command line is there in Chinese, and no other", async () => {
  const grouped = COST_GROUPS.map((group) => group.toUpperCase());
  const english = new Set([...(await helpTexts()), ...(await sources()).flatMap(saidIn), ...grouped]);
  expect(english.size).toBeGreaterThan(400);
  expect([...english].filter((text) => !Object.hasOwn(CHINESE, text))).toEqual([]);
  expect(Object.keys(CHINESE).filter((text) => !english.has(text))).toEqual([]);
});

test("Chinese texts are Chinese and keep the values of the English ones", () => {
  const places = (text: string) => [...new Set(text.match(/\{\d+\}/g))].toSorted();
  for (const [english, chinese] of Object.entries(CHINESE)) {
    expect([english, places(chinese)]).toEqual([english, places(english)]);
    expect(chinese).toMatch(/\p{Script=Han}/u);
    expect(chinese).not.toContain("您");
  }
});

test("dejima --help and the help of each command are Chinese in a Chinese terminal", async () => {
  const say = await createSay("zh");
  let printed = "";
  const stdout = {
    write(text: string | Uint8Array) {
      printed += String(text);
      return true;
    },
  };
  await parseArguments(["--help"], "1.0.0", { stdout, say });
  for (const { path } of await allCommands())
    await parseArguments([...path, "--help"], "1.0.0", { stdout, say });
  const explained = printed
    .split("\n")
    .filter((line) => /^ {2}\S.* {2,}\S/.test(line) && !line.startsWith("  dejima "));
  expect(explained.length).toBeGreaterThan(400);
  expect(explained.filter((line) => !/\p{Script=Han}/u.test(line))).toEqual([]);
});

test.each([
  [["chta"], /^没有“chta”这个命令。是不是要写 chat？$/],
  [["tool", "info"], /^缺少参数“name”；用法：dejima tool info <name>/],
  [["tool", "list", "--zzzz"], /^没有“--zzzz”这个选项；用法/],
  [["tool", "list", "extra"], /^参数太多；用法/],
  [["tool"], /^`dejima tool` 后面还要写命令：/],
  [["mcp", "add", "x", "npx", "-y", "server"], /^没有“-y”这个选项；要启动的程序写在 -- 后面/],
] as const)("dejima %j says in Chinese what is wrong", async (argv, expected) => {
  const parsed = await parseArguments([...argv], "1.0.0", { say: await createSay("zh") });
  expect("message" in parsed && parsed.message).toMatch(expected);
  const json = await parseArguments([...argv, "--json"], "1.0.0", { say: await createSay("zh") });
  expect("message" in json && json.message).not.toMatch(/\p{Script=Han}/u);
});

test("names out of closed lists are Chinese in the cells of tables", async () => {
  const { value } = await createSay("zh");
  const lists = [RISKS, VERDICTS, RUN_STATUSES, APPROVAL_STATUSES, GRANT_STATUSES, SCHEDULE_STATUSES];
  const names = [...lists, TASK_KINDS, CATEGORIES, SOURCES, MEMORY_TYPES, ROLES, BUDGET_SCOPES].flat();
  expect(names.length).toBeGreaterThan(50);
  expect(names.filter((name) => !/\p{Script=Han}|^(?:MCP|API)$/u.test(value(name)))).toEqual([]);
  expect(value("constructor")).toBe("constructor");
});

const VALUES: Readonly<Record<string, string>> = {
  driver: "SQLite",
  counts: "1 allowed, 2 asked about, 3 denied",
};
const givenValue = (_all: string, name: string) => VALUES[name] ?? "7";

/** What other folders say, with a value as `7`. Texts that are only a value or a command have no words. */
async function saidElsewhere(file: string): Promise<string[]> {
  const source = await readFile(join(FOLDER, "../..", file), "utf8");
  const texts = source.matchAll(
    /(?:message|fix|reason|install|shown|change|onStep|return|\?|:)[:=( ]*\s*(?:"([^"\n)][^"\n]{7,})"|`([^`\n]+)`)/g,
  );
  return [...texts]
    .map(([, quoted, template = ""]) => quoted ?? template.replaceAll(/\$\{([^{}]*)\}/g, givenValue))
    .filter((text) => / .* /.test(text) && !/^(?:dejima|npm) /.test(text));
}

test.each([
  ["doctor.ts", 25],
  ["wiring/servers/check-connections.ts", 8],
  ["backup/write-backup.ts", 2],
] as const)("what %s says is Chinese in a Chinese terminal", async (file, least) => {
  const said = await saidElsewhere(file);
  expect(said.length).toBeGreaterThanOrEqual(least);
  expect(said.filter((text) => !/\p{Script=Han}/u.test(phrasesInChinese(text)))).toEqual([]);
});
