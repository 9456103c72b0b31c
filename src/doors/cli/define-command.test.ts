import { expect, test } from "vitest";
import { z } from "zod";
import type { CommandContext } from "./command.ts";
import { defineCommand } from "./define-command.ts";
import { commaList, count, flag, oneOf, USER, value, values, wholeNumber } from "./input/fields.ts";

const CONTEXT = {} as CommandContext; // these commands look at their input alone

let seen: unknown;
const command = defineCommand({
  path: ["try"],
  summary: "Try every kind of field",
  input: z.object({
    name: z.string(),
    rest: z.array(z.string()).default([]),
    dryRun: flag("a switch"),
    run: z.boolean().default(true).describe("a switch that is on"),
    label: value("text", "a text"),
    tag: values("text", "texts"),
    users: commaList("texts between commas"),
    mode: oneOf(["fast", "slow"], "mode", "one word of a list"),
    limit: count(20, "a number", { to: 50 }),
    port: wholeNumber("a number or none", { from: 0 }),
    user: USER,
  }),
  arguments: ["name", "rest"],
  examples: ["dejima try a"],
  async run(_context, input) {
    seen = input;
    return 0;
  },
});

async function inputOf(given: readonly string[], options: Record<string, unknown> = {}): Promise<unknown> {
  await command.run(CONTEXT, { arguments: given, options });
  return seen;
}

test("defineCommand() derives the usage and the flags from the schema", () => {
  expect(command.usage).toBe("<name> [rest...]");
  expect(command.options.map(({ flags }) => flags)).toEqual([
    "--dry-run",
    "--no-run",
    "--label <text>",
    "--tag <text...>",
    "--users <names>",
    "--mode <mode>",
    "--limit <n>",
    "--port <n>",
    "--user <name>",
  ]);
  expect(command.options.every(({ description }) => description !== "")).toBe(true);
});

test("defineCommand() hands typed input to run, with the defaults filled in", async () => {
  const defaults = { rest: [], dryRun: false, run: true, limit: 20, user: "local" };
  expect(await inputOf(["a"])).toEqual({ ...defaults, name: "a" });
  expect(await inputOf(["a", "b", "c"], { limit: "5", port: "0", users: "x, y", run: false })).toEqual({
    ...defaults,
    name: "a",
    rest: ["b", "c"],
    limit: 5,
    port: 0,
    users: ["x", "y"],
    run: false,
  });
});

test("defineCommand() says which option is wrong and what it takes", async () => {
  for (const [options, message] of [
    [{ limit: "many" }, 'Cannot use --limit "many": it takes a whole number from 1 to 50'],
    [{ limit: "51" }, 'Cannot use --limit "51": it takes a whole number from 1 to 50'],
    [{ port: "-1" }, 'Cannot use --port "-1": it takes a whole number from 0'],
    [{ mode: "odd" }, 'Cannot use --mode "odd": there are fast, slow'],
    [{ users: "a,,b" }, 'Cannot use --users "a,,b": write them with a comma between, such as alice,bob'],
  ] as const) {
    await expect(inputOf(["a"], options)).rejects.toMatchObject({ code: "invalid_input", message });
  }
});

test("defineCommand() shows a wrong value of a repeated option as it was typed", () => {
  const colours = defineCommand({
    path: ["paint"],
    summary: "Paint",
    input: z.object({ in: z.array(z.enum(["red", "blue"], "there are red, blue")).optional() }),
    examples: ["dejima paint"],
    run: async () => 0,
  });
  expect(() => colours.run(CONTEXT, { arguments: [], options: { in: ["red", "green"] } })).toThrow(
    'Cannot use --in "red" "green": there are red, blue',
  );
});
