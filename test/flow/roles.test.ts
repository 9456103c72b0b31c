import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { z } from "zod";
import { definitionHash } from "../../src/approval/call-hash.ts";
import { aRuntime, aTool, errorOf } from "../support/a-runtime.ts";
import { aCliFolder } from "../support/run-cli.ts";

const tools = [
  aTool({ name: "read_inbox", flow: { output: "untrusted", sends: "nothing" }, run: () => "a mail" }),
  aTool({
    name: "save_note",
    input: z.object({
      title: z.string(),
      colour: z.string(),
      due_date: z.string().optional(),
      to: z.string().optional(),
    }),
    roles: { title: "authority" },
  }),
];
const yaml = "permissions:\n  safe: [save_note, read_inbox]\n";
const message = "Save a note 'Groceries' about my inbox";
const call = { tool: "save_note", input: { title: "Groceries", colour: "sky blue" } };

test("tool info says what each argument is for, and who says so", async () => {
  await using world = await aRuntime({
    tools,
    config: { tools: { roles: { save_note: { colour: "inert" } } } },
  });
  expect(world.runtime.toolInfo("save_note").roles).toEqual([
    { argument: "title", role: "authority", by: "tool" },
    { argument: "colour", role: "inert", by: "config" },
    { argument: "due_date", role: "inert", by: "name" },
    { argument: "to", role: "destination", by: "name" },
  ]);
});

test("a role that a person sets applies at once, is in the config, and can be removed", async () => {
  let questions = 0;
  await using world = await aRuntime({
    tools,
    yaml,
    ask: async () => {
      questions++;
      return { answer: "deny", by: "ann" };
    },
  });
  const { rules } = world.runtime;
  const run = await world.runtime.openRun({ message, mode: "interactive" });
  await run.execute({ tool: "read_inbox" });
  expect(errorOf(await run.execute(call)).code).toBe("approval_denied");
  await rules.setRole({ tool: "save_note", argument: "colour", role: "inert" });
  expect((await run.execute(call)).type).toBe("success");
  expect(await readFile(join(world.workspace, "dejima.yaml"), "utf8")).toContain("colour: inert");
  expect(await rules.setRole({ tool: "save_note", argument: "colour" })).toMatchObject({ before: "inert" });
  expect(await readFile(join(world.workspace, "dejima.yaml"), "utf8")).not.toContain("roles");
  expect(errorOf(await run.execute(call)).code).toBe("approval_denied");
  expect(questions).toBe(2);
  await expect(rules.setRole({ tool: "save_note", argument: "color", role: "inert" })).rejects.toThrow(
    "It has title, colour, due_date, to",
  );
});

test("a role is part of what a tool is: an agreement made under another role does not hold", () => {
  const [, note = aTool({ name: "none" })] = tools;
  const other = { ...note, roleOverrides: { colour: "inert" as const } };
  expect(definitionHash(other)).not.toBe(definitionHash(note));
  expect(definitionHash({ ...note, roles: {} })).not.toBe(definitionHash(note));
});

test("a config that nobody has accepted sets no roles", async () => {
  const { tightenConfig } = await import("../../src/config/trust/tighten-config.ts");
  const { configSchema } = await import("../../src/config/schema/config-schema.ts");
  const theirs = configSchema.parse({ tools: { roles: { send_mail: { to: "inert" } } } });
  const { config, ignored } = tightenConfig(theirs, configSchema.parse({}));
  expect(config.tools.roles).toEqual({});
  expect(ignored).toMatchObject([{ key: "tools.roles.send_mail" }]);
});

test("dejima tool role sets a role, tool info shows it, and default takes it back", async () => {
  await using cli = await aCliFolder({ "dejima.yaml": "workspace: .\n" });
  const set = await cli.run(["tool", "role", "send_message", "text", "authority", "--json"]);
  expect([set.code, set.json()]).toMatchObject([0, { role: "authority", before: null }]);
  const info = await cli.run(["tool", "info", "send_message"]);
  expect(info.stdout).toMatch(/^text +authority +set in the config$/m);
  const back = await cli.run(["tool", "role", "send_message", "text", "default"]);
  expect(back.stdout).toMatch(
    /^text of send_message: \w+, in .*\nTo take it back: dejima tool role send_message text authority/,
  );
});
