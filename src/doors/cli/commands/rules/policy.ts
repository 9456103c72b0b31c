import { basename } from "node:path";
import { z } from "zod";
import { settingsFrom } from "../../../../config/settings-from.ts";
import { DejimaError } from "../../../../contract/error.ts";
import type { VerdictKind } from "../../../../contract/verdict.ts";
import { localDay } from "../../../../contract/words/local-time.ts";
import { defined } from "../../../../support/defined.ts";
import { thrownText } from "../../../../support/thrown-text.ts";
import { visibleText } from "../../../../text/visible-text.ts";
import { changeOwnRule, changeTeamRule } from "../../change-other-rule.ts";
import type { CommandContext } from "../../command.ts";
import { defineCommand } from "../../define-command.ts";
import { explainPast, reasonRows, verdictWord } from "../../describe/describe-reasons.ts";
import { count, EVERYWHERE, TEAM, value, values } from "../../input/fields.ts";
import { readInput, readText } from "../../input/read-input.ts";

// A call id is a run id and a number, which no tool name can be.
const CALL_ID = /^\d{8}-\d{6}-[a-z2-9]{6}\.\d+$/;

const HINT = "With --input, judges one call: what it would touch, and the rules about that";

const policyExplain = defineCommand({
  path: ["policy", "explain"],
  group: "List, change, explain and test the rules",
  summary:
    "Explain how a call would be judged, with the rule and its file; for a past call, also who approved it",
  input: z.object({
    toolOrCall: z.string(),
    input: value("json", "the input as JSON, @FILE, or - for standard input"),
    skill: values("name", "as it would be while this skill is active"),
    run: value("run", "judge as in this run, with its skills and the content it has read"),
  }),
  arguments: ["toolOrCall"],
  examples: [
    `dejima policy explain write_file --input '{"path": "out/a.txt", "content": "x"}'`,
    "dejima policy explain 20261115-104215-k3f9qa.1",
  ],
  async run(context, { toolOrCall: name, ...options }) {
    const { runtime, output } = context;
    if (CALL_ID.test(name)) return explainPast(context, name);
    const input = options.input === undefined ? undefined : await readInput(options.input, context);
    const explained = await (await runtime()).explain(
      name,
      input,
      defined({ skills: options.skill, run: options.run }),
    );
    const { verdict, reasons } = explained;
    const change = input === undefined ? [...explained.change, HINT] : explained.change;
    output.data({ verdict, reasons, change }, () => {
      const rows = reasonRows(reasons, output);
      const head = `${name}: ${output.style("bold", verdictWord(verdict, output))}`;
      const ways = change.map((line) => `  ${output.say.phrases(line)}`);
      return `${head}\n\n${output.table(rows)}\n\n${output.say("To change it:")}\n${ways.join("\n")}`;
    });
    return 0;
  },
});

const policyTest = defineCommand({
  path: ["policy", "test"],
  summary: "Judge recorded calls by other rules and print which would be decided differently",
  input: z.object({
    rules: z.string(),
    runs: count(20, "how many of the latest runs (20)"),
  }),
  arguments: ["rules"],
  examples: ["dejima policy test rules.yaml --runs 50"],
  async run({ runtime, output, cwd }, { rules: file, runs }) {
    const permissions = await readPermissions(file, cwd);
    const { calls, changed } = await (await runtime()).policy.test(permissions, {
      runs,
      file: basename(file),
    });
    output.data({ calls, changed }, () =>
      changed.length === 0
        ? output.say`All ${calls} recorded calls would be judged as they were.`
        : `${output.say`${changed.length} of ${calls} recorded calls would be judged differently:`}\n${output.table(
            changed.map(({ callId, tool, before, after, reasons }) => [
              callId,
              `${output.say.value(before)} -> ${output.say.value(after)}`,
              tool,
              reasons.find(({ effect }) => effect === after)?.rule ?? "",
            ]),
          )}`,
    );
    return 0;
  },
});

const policySuggest = defineCommand({
  path: ["policy", "suggest"],
  summary: "Suggest narrow rules for calls that you approve again and again; changes nothing",
  input: z.object({
    atLeast: count(3, "how many approvals make a rule (3)"),
  }),
  examples: ["dejima policy suggest", "dejima policy suggest --at-least 5 --json"],
  async run({ runtime, output }, { atLeast }) {
    const suggestions = await (await runtime()).policy.suggest({ atLeast });
    output.data(suggestions, () => {
      if (suggestions.length === 0)
        return output.say`No calls were approved ${atLeast} times that could safely run without a question.`;
      return [
        output.say("# Nothing was changed: run the lines that you agree with"),
        ...suggestions.map(
          ({ rule, approvals, lastAt }) =>
            `dejima policy allow '${rule}'  # ${output.say`approved ${approvals} times, last on ${localDay(lastAt)}`}`,
        ),
      ].join("\n");
    });
    return 0;
  },
});

const TESTED_RUNS = 20;

const policyList = defineCommand({
  path: ["policy", "list"],
  summary: "List the rules of this folder's config",
  input: z.object({}),
  examples: ["dejima policy list", "dejima policy list --json"],
  async run({ settings, output }) {
    const { config, user, team } = await settings();
    const { safe, confirm, deny } = config.permissions;
    const rows = [
      ...ruleRows(config.permissions, ""),
      ...[team, user].flatMap((other) => ruleRows(other?.permissions, other?.file ?? "")),
    ];
    const own = user === undefined ? {} : { user: namedLists(user.permissions) };
    const shared = team === undefined ? {} : { team: namedLists(team.permissions) };
    output.data({ ...namedLists({ safe, confirm, deny }), ...own, ...shared }, () =>
      rows.length === 0
        ? output.say(
            "No rules: reading is allowed, running code is asked for, writing, deleting and sending are off. `dejima policy ask writing` turns writing on, with a question each time.",
          )
        : output.table(
            rows.map(([effect, rule, place]) => [verdictWord(effect, output), output.shown(rule), place]),
          ),
    );
    return 0;
  },
});

interface RuleLists {
  readonly safe: readonly string[];
  readonly confirm: readonly string[];
  readonly deny: readonly string[];
}

const namedLists = ({ safe, confirm, deny }: RuleLists) => ({ allow: safe, ask: confirm, deny });

/** The rules of a config, strictest first, with their file. */
function ruleRows(lists: RuleLists | undefined, file: string) {
  const { safe, confirm, deny } = lists ?? { safe: [], confirm: [], deny: [] };
  return [
    ...deny.map((rule) => ["deny", rule, file] as const),
    ...confirm.map((rule) => ["ask", rule, file] as const),
    ...safe.map((rule) => ["allow", rule, file] as const),
  ];
}

const SUMMARIES = {
  allow: "Let calls that match a rule run without a question",
  ask: "Turn calls that match a rule on, and ask each time",
  deny: "Never let calls that match a rule run",
} as const;

const ruleCommands = (["allow", "ask", "deny"] as const).map((effect) =>
  defineCommand({
    path: ["policy", effect],
    summary: SUMMARIES[effect],
    input: z.object({ rule: z.string(), user: EVERYWHERE, team: TEAM }),
    arguments: ["rule"],
    examples: [`dejima policy ${effect} "write_file(./out/**)"`, `dejima policy ${effect} network --user`],
    run: (context, { rule, ...where }) => changerFor(where)(context, rule, effect),
  }),
);

const policyForget = defineCommand({
  path: ["policy", "forget"],
  summary: "Remove a rule from the config",
  input: z.object({ rule: z.string(), user: EVERYWHERE, team: TEAM }),
  arguments: ["rule"],
  examples: ['dejima policy forget "write_file(./out/**)"'],
  run: (context, { rule, ...where }) => changerFor(where)(context, rule, undefined),
});

function changerFor({ user, team }: { readonly user: boolean; readonly team: boolean }) {
  if (user && team)
    throw new DejimaError("invalid_input", "Cannot change two configs at once: pass --user or --team");
  return team ? changeTeamRule : user ? changeOwnRule : changeRule;
}

/** The commands of this file. */
export const COMMANDS = [policyExplain, policyList, ...ruleCommands, policyForget, policyTest, policySuggest];

/**
 * Adds a rule to the config or removes it. Reports what it would have changed among past calls, and how to
 * undo it.
 */
async function changeRule(
  context: CommandContext,
  rule: string,
  verdict: VerdictKind | undefined,
): Promise<number> {
  const { rules } = await context.runtime();
  const { calls, changed } = await rules.test({ rule, verdict }, { runs: TESTED_RUNS });
  const { before, file, notice } = await rules.set({ rule, verdict });
  const undo = before === undefined ? `dejima policy forget '${rule}'` : `dejima policy ${before} '${rule}'`;
  const shown = {
    rule,
    effect: verdict ?? null,
    before: before ?? null,
    file,
    calls,
    changed,
    ...defined({ notice }),
  };
  const { say } = context.output;
  if (verdict !== undefined && before === verdict) {
    context.output.data(
      shown,
      () => say`${rule}: ${verdictWord(verdict, context.output)} already, in ${file}. Nothing changed.`,
    );
    tellNotice();
    return 0;
  }
  context.output.data(shown, () =>
    [
      verdict === undefined
        ? say`Removed ${rule} from ${file}.`
        : say`${rule}: ${verdictWord(verdict, context.output)}, in ${file}.`,
      ...(calls === 0
        ? []
        : [
            calls === 1
              ? say`${changed.length} of ${calls} past call would have been decided differently.`
              : say`${changed.length} of ${calls} past calls would have been decided differently.`,
          ]),
      say`To take it back: ${undo}`,
    ].join("\n"),
  );
  tellNotice();
  return 0;

  function tellNotice(): void {
    if (notice !== undefined) context.output.note(visibleText(say.phrases(notice)));
  }
}

/** Reads a file of permissions: a whole dejima.yaml, or only its three lists. */
async function readPermissions(file: string, cwd: string) {
  const { yamlData } = await import("../../../../support/yaml-data.ts");
  const text = await readText("the rules", file, { cwd });
  let content: unknown;
  try {
    content = yamlData(text);
  } catch (cause) {
    const why = thrownText(cause);
    throw new DejimaError("invalid_input", `Cannot read the rules "${file}": ${why}`);
  }
  const permissions =
    typeof content === "object" && content !== null && "permissions" in content
      ? content.permissions
      : (content ?? {});
  // Validated by the same schema as the config itself.
  return settingsFrom({ permissions } as Parameters<typeof settingsFrom>[0], { base: "/", home: "/" }).config
    .permissions;
}
