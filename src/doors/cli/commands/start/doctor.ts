import { join, resolve } from "node:path";
import { z } from "zod";
import { HOME_FOLDER } from "../../../../config/load-config.ts";
import { chooseHome } from "../../../../config/places/choose-home.ts";
import { DejimaError } from "../../../../contract/error.ts";
import { type Check, examine } from "../../../../doctor.ts";
import type { CommandContext } from "../../command.ts";
import { defineCommand } from "../../define-command.ts";
import { EXIT } from "../../describe/exit-code.ts";
import type { Output } from "../../describe/output.ts";
import { displayWidth } from "../../terminal/display-width.ts";

const MARKS = {
  ok: ["green", "✓"],
  absent: ["dim", "–"],
  warning: ["yellow", "!"],
  failed: ["red", "✗"],
} as const;

const NAME_WIDTH = 20;

/** The name of a check: a known word, which a name may follow. */
function nameWords(name: string, { say }: Output): string {
  const words: Readonly<Record<string, string>> = {
    config: say("config"),
    home: say("home"),
    database: say("database"),
    blobs: say("blobs"),
    team: say("team"),
    disk: say("disk"),
    "allowed path": say("allowed path"),
    browser: say("browser"),
    permissions: say("permissions"),
    model: say("model"),
    secrets: say("secrets"),
    sandbox: say("sandbox"),
    messenger: say("messenger"),
  };
  const [first = "", ...rest] = name.split(" ");
  return words[name] ?? [words[first] ?? first, ...rest].join(" ");
}

const doctor = defineCommand({
  path: ["doctor"],
  summary: "Check the machine and the config, and say how to fix what is missing",
  input: z.object({}),
  examples: ["dejima doctor", "dejima doctor --json"],
  async run(context) {
    const { output } = context;
    const checks: Check[] = [];
    for await (const check of allChecks(context)) {
      checks.push(check);
      if (output.json) continue;
      const [colour, mark] = MARKS[check.status];
      const { phrases } = output.say;
      const indent = NAME_WIDTH + 2;
      const fix =
        check.fix === undefined
          ? ""
          : output.style("dim", `\n${" ".repeat(indent)}${output.wrap(phrases(check.fix), indent)}`);
      const name = nameWords(check.name, output);
      const gap = " ".repeat(Math.max(1, NAME_WIDTH - displayWidth(name)));
      output.line(
        check,
        () =>
          `${output.style(colour, mark)} ${name}${gap}${output.wrap(phrases(check.message), indent)}${fix}`,
      );
    }
    const ok = checks.every(({ status }) => status !== "failed");
    if (output.json) output.data({ ok, checks }, () => "");
    return ok ? EXIT.done : EXIT.unavailable;
  },
});

/** The commands of this file. */
export const COMMANDS = [doctor];

/** All checks. An invalid config is the first thing to fix, but does not stop the other checks. */
async function* allChecks({ settings, cwd, variables }: CommandContext): AsyncIterable<Check> {
  try {
    yield* examine(await settings(), variables);
  } catch (error) {
    if (!(error instanceof DejimaError)) throw error;
    const fix =
      error.details.unresolved !== undefined
        ? "set the variable, or change that line of the config"
        : "fix it there, or let `dejima init --force` write a new one";
    yield { name: "config", status: "failed", message: error.message, fix };
    const { settingsFrom } = await import("../../../../config/settings-from.ts");
    const { home } = variables.DEJIMA_HOME
      ? { home: resolve(cwd, variables.DEJIMA_HOME) }
      : chooseHome(join(cwd, HOME_FOLDER), variables);
    for await (const check of examine(settingsFrom({}, { base: cwd, home }), variables)) {
      // Rules that could not be parsed must not be reported as no rules.
      if (check.name !== "config" && check.name !== "permissions") yield check;
    }
  }
}
