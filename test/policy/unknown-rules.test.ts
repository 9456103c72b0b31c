import { expect, test } from "vitest";
import { examine } from "../../src/doctor.ts";
import { FAMILIES, FAMILY_NAMES } from "../../src/policy/family-members.ts";
import { judge } from "../../src/policy/judge.ts";
import { createLayer } from "../../src/policy/layer.ts";
import { parseRules, type Rule } from "../../src/policy/rule.ts";
import { aRuntime, aTool } from "../support/a-runtime.ts";

const yaml = `permissions:
  safe: [read_file, fetch_url, "write_file(./out/**)"]
  confirm: [browser, "browser_*", greet, file.write, get_env, writing]
  deny: [reed_file, "nothing_*", "notes__add", Browsr]
`;

test("ready() tells each rule that names no tool, with what may have been meant, once", async () => {
  const notices: string[] = [];
  const onNotice = (text: string) => void notices.push(text);
  await using world = await aRuntime({ yaml, onNotice, tools: [aTool({ name: "greet" })] });
  await world.runtime.ready();
  await world.runtime.ready();
  expect(notices).toEqual([
    expect.stringMatching(
      /^The rule "reed_file" \(.*dejima\.yaml:4\) has no effect: .*did you mean read_file/,
    ),
    expect.stringMatching(/^The rule "nothing_\*" .*no tool is called "nothing_\*"/),
    expect.stringMatching(/^The rule "notes__add" /),
    expect.stringMatching(/^The rule "Browsr" .*did you mean browser\?/),
  ]);
});

test("a rule for a tool of a configured server is not told before the server is known", async () => {
  const notices: string[] = [];
  const mcpServers = { notes: { command: "/nowhere/notes", trusted: true } };
  const permissions = { deny: ["notes__add", "add_note_to_notebook", "reed_file"] };
  const onNotice = (text: string) => void notices.push(text);
  await using world = await aRuntime({ config: { mcpServers, permissions }, onNotice });
  await world.runtime.ready();
  expect(notices).toEqual([expect.stringContaining('"reed_file"')]);
});

test("doctor warns of a rule that names no tool, and is content with families and aliases", async () => {
  const permissionsOf = async (text: string) => {
    await using world = await aRuntime({ yaml: text });
    for await (const check of examine(world.runtime.settings)) if (check.name === "permissions") return check;
    return undefined;
  };
  expect(await permissionsOf("permissions: {deny: [reed_file]}\n")).toMatchObject({
    status: "warning",
    message: expect.stringContaining("did you mean read_file"),
    fix: expect.stringContaining("dejima policy forget"),
  });
  expect(await permissionsOf("permissions: {confirm: [browser, fetch_url]}\n")).toMatchObject({
    status: "ok",
  });
});

test("the families of memory, schedule, skills and servers are exactly the tools of these categories", async () => {
  const notices: string[] = [];
  const onNotice = (text: string) => void notices.push(text);
  const permissions = { deny: ["memory", "schedule", "skills", "mcp"] };
  await using world = await aRuntime({ config: { permissions }, onNotice });
  await world.runtime.ready();
  expect(notices).toEqual([]);
  const tools = world.runtime.registry.list();
  // What finds something new in a registry belongs to no server yet.
  const finders = ["find_capability", "try_capability", "install_capability"];
  const named = (wanted: string) =>
    tools
      .flatMap(({ category, name }) => (category === wanted && !finders.includes(name) ? [name] : []))
      .sort();
  const members = (family: string) =>
    FAMILIES.get(family)
      ?.filter((name) => !name.includes("*"))
      .sort();
  expect(members("memory")).toEqual(named("memory"));
  expect(members("schedule")).toEqual(named("schedule"));
  expect(members("skills")).toEqual(named("skill"));
  expect(members("mcp")).toEqual(named("mcp"));
  expect(await world.runtime.execute("search_memory", { query: "tea" })).toMatchObject({
    error: { code: "tool_not_allowed" },
  });
});

test("a family denies the server of its name as well, and mcp every tool of every server; a narrower rule is stronger than an asking one", () => {
  const tool = (name: string, origin: string) =>
    ({ name, aliases: [], source: "mcp", origin, risk: "low" }) as const;
  const verdict = (name: string, rules: readonly Rule[]) => {
    const layer = createLayer({ name: "global", otherwise: "default", rules });
    const [origin = ""] = name.split("__");
    return judge({ tool: tool(name, origin), effects: [] }, [layer]).verdict;
  };
  const rules = (text: string, kind: "deny" | "ask" | "allow") => parseRules(text, kind, { base: "/" });
  expect(verdict("memory__read", rules("memory", "deny"))).toBe("deny");
  expect(verdict("notes__read", rules("memory", "deny"))).not.toBe("deny");
  expect(verdict("notes__read", rules("mcp", "deny"))).toBe("deny");
  expect(verdict("notes__read", rules("mcp", "ask"))).toBe("ask");
  expect(verdict("notes__read", [...rules("mcp", "ask"), ...rules("notes__read", "allow")])).toBe("allow");
});

test.each([
  ["file", "files"],
  ["internet", "network"],
  ["web", "network"],
  ["terminal", "commands"],
  ["python", "commands"],
  ["write", "writing"],
  ["email", "messages"],
  ["sql", "databases"],
  ["skill", "skills"],
  ["reminders", "schedule"],
  ["mcpServers", "mcp"],
])("the rule %s has no effect, and the answer names the family %s", async (word, family) => {
  expect(FAMILY_NAMES).toContain(family);
  const notices: string[] = [];
  const onNotice = (text: string) => void notices.push(text);
  await using world = await aRuntime({ config: { permissions: { deny: [word] } }, onNotice });
  await world.runtime.ready();
  expect(notices).toEqual([
    expect.stringMatching(new RegExp(`^The rule "${word}".*did you mean ${family}\\?$`)),
  ]);
});

test("a rule that names a configured server is told how its tools are named", async () => {
  const notices: string[] = [];
  const mcpServers = { notes: { command: "/nowhere/notes", trusted: true } };
  const onNotice = (text: string) => void notices.push(text);
  await using world = await aRuntime({
    config: { mcpServers, permissions: { deny: ["notes"] } },
    tools: [aTool({ name: "sort_notes" })],
    onNotice,
  });
  await world.runtime.ready();
  expect(notices).toEqual([expect.stringContaining("did you mean notes__*, sort_notes?")]);
});
