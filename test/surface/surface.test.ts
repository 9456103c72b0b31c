import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { configSchema } from "../../src/config/schema/config-schema.ts";
import { shapeOf } from "../../src/config/schema/schema-parts.ts";
import { ERROR_CODES, type ErrorCode } from "../../src/contract/error.ts";
import { eventSchema } from "../../src/contract/event.ts";
import { allCommands } from "../../src/doors/cli/command-table.ts";
import { exitCodeOf } from "../../src/doors/cli/describe/exit-code.ts";
import { STATUS_OF } from "../../src/doors/http/problem.ts";
import { PROTOCOL_CODE_OF } from "../../src/doors/mcp/calls/call-result.ts";
import * as surface from "../../src/index.ts";
import { DEFAULT_BY_EFFECT, DEFAULT_BY_RISK } from "../../src/policy/defaults.ts";
import { createRuntime } from "../../src/runtime.ts";
import { SKILLS_IN_CHINESE, skillAbout, TOOLS_IN_CHINESE } from "../../src/text/tool-words.ts";
import { VERSION } from "../../src/version.ts";
import { exportedNames, mentionedTypes } from "./mentioned-types.ts";
import { CODES, COMMAND_LINES, CONFIG_KEYS, EVENTS, EXPORTS, TOOLS } from "./pins.ts";

test("the package exports these names", () => {
  expect(Object.keys(surface).sort()).toEqual(EXPORTS);
});

/** What a program that embeds Dejima holds in its hands or writes itself. */
const ENTRY_POINTS = [
  ...["Runtime", "RuntimeOptions", "CallOptions", "OpenRun", "Agent", "TurnOptions"],
  ...["Tool", "ToolContext", "LanguageModel", "ModelRequest"],
  ...["createRuntime", "defineTool", "loadConfig", "ScriptedModel"],
];

test.each(ENTRY_POINTS)("every type that %s mentions can be imported from the package", (name) => {
  const exported = exportedNames("src/index.ts");
  expect(mentionedTypes(name, "src/index.ts").filter((type) => !exported.has(type))).toEqual([]);
});

test.each(["agentGraph", "langGraphDriver", "createInterruptingAsk", "Driver", "AgentGraphOptions"])(
  "every type that %s of dejima/langgraph mentions can be imported from there or from dejima",
  (name) => {
    const exported = new Set(
      ["langgraph", "index"].flatMap((file) => [...exportedNames(`src/${file}.ts`).keys()]),
    );
    const foreign = new Set(["BaseCheckpointSaver"]);
    const mentioned = mentionedTypes(name, "src/langgraph.ts").filter((type) => !foreign.has(type));
    expect(mentioned.filter((type) => !exported.has(type))).toEqual([]);
  },
);

test("mentionedTypes() sees the types of members, arguments and results", () => {
  const seen = mentionedTypes("Runtime", "src/index.ts");
  expect(seen).toEqual(
    expect.arrayContaining(["SkillLibrary", "CallRequest", "Outcome", "Opened", "Listener"]),
  );
  expect(mentionedTypes("loadConfig", "src/index.ts")).toEqual(expect.arrayContaining(["Settings"]));
});

test("the error codes and the event types are these", () => {
  expect([...ERROR_CODES]).toEqual(CODES);
  expect(eventSchema.options.map(({ shape }) => shape.type.value)).toEqual(EVENTS);
});

test("every error code has an exit code, an HTTP status, a code of JSON-RPC and a row in the docs", async () => {
  const docs = await readFile(new URL("../../docs/errors.md", import.meta.url), "utf8");
  for (const code of CODES) {
    const known = code as ErrorCode; // pinned above to be the list
    expect([code, exitCodeOf(known)]).toEqual([code, expect.any(Number)]);
    expect([code, STATUS_OF[known] >= 400, PROTOCOL_CODE_OF[known] < 0]).toEqual([code, true, true]);
    expect(docs, code).toMatch(new RegExp(`^\\|[^|]*\`${code}\``, "m"));
  }
  const sizes = [STATUS_OF, PROTOCOL_CODE_OF].map((table) => Object.keys(table).length);
  expect(sizes).toEqual([CODES.length, CODES.length]);
});

test("the commands take these arguments and flags", async () => {
  const lines = (await allCommands()).map(({ path, usage, options }) =>
    [path.join(" "), usage, ...options.map(({ flags }) => flags)].filter((part) => part !== "").join(" "),
  );
  expect(lines.sort()).toEqual(COMMAND_LINES);
});

test("dejima.yaml knows these keys", () => {
  const keys = Object.entries(configSchema.shape).map(([key, schema]) => {
    // docs/channels.md is the list of messengers, which test/docs holds.
    const inner = key === "channels" ? undefined : shapeOf(schema);
    return inner === undefined ? key : `${key}: ${Object.keys(inner).join(" ")}`;
  });
  expect(keys).toEqual(CONFIG_KEYS);
});

test("without a rule, reading is allowed, running is asked, changing and sending is off", () => {
  expect(DEFAULT_BY_EFFECT).toEqual({
    "file.read": "allow",
    "file.write": "deny",
    "file.delete": "deny",
    "host.read": "allow",
    "host.send": "deny",
    "command.run": "ask",
    "env.read": "allow",
    "env.write": "ask",
    "message.send": "deny",
    "money.spend": "deny",
    "db.read": "ask",
    "db.insert": "deny",
    "db.update": "deny",
    "db.delete": "deny",
    "db.schema": "deny",
    "db.call": "deny",
  });
  expect(DEFAULT_BY_RISK).toEqual({ low: "allow", medium: "ask", high: "deny" });
});

test("the built-in tools answer to these names", async () => {
  const workspace = await mkdtemp(join(tmpdir(), "dejima-surface-"));
  const runtime = createRuntime({ workspace });
  expect(runtime.registry.list().map(({ name, aliases }) => [name, ...aliases].join(" "))).toEqual(TOOLS);
  await runtime.close();
  await rm(workspace, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
});

test("every built-in tool says in Chinese what it does", () => {
  // Those for databases are there once there is a database.
  const names = [...TOOLS.map((line) => line.replace(/ .*/, "")), "sql_change", "sql_query", "sql_schema"];
  expect(Object.keys(TOOLS_IN_CHINESE).toSorted()).toEqual(names.toSorted());
  expect(Object.values(TOOLS_IN_CHINESE).filter((text) => !/\p{Script=Han}/u.test(text))).toEqual([]);
});

test("every skill that comes with it says in Chinese what it is for, and no other text is kept", async () => {
  const names = await readdir(new URL("../../skills", import.meta.url));
  expect(Object.keys(SKILLS_IN_CHINESE).toSorted()).toEqual(names.toSorted());
  for (const text of Object.values(SKILLS_IN_CHINESE)) expect(text).toMatch(/^[^a-z]+$/i);
  const skill = { name: "time", level: "shipped", description: "Tells the time" };
  expect(skillAbout(skill, "zh")).toBe(SKILLS_IN_CHINESE.time);
  expect(skillAbout(skill, "en")).toBe("Tells the time");
  expect(skillAbout({ ...skill, level: "project" }, "zh")).toBe("Tells the time");
});

test("VERSION is the version of the package", async () => {
  expect(VERSION).toBe(
    JSON.parse(await readFile(new URL("../../package.json", import.meta.url), "utf8")).version,
  );
});
