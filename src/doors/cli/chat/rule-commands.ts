import { PERMISSION_MODES, type PermissionMode } from "../../../contract/asking/permission-mode.ts";
import { DejimaError } from "../../../contract/error.ts";
import type { VerdictKind } from "../../../contract/verdict.ts";
import { type Language, type MessageName, message } from "../../../contract/words/messages.ts";
import { shortId } from "../../../support/lazy-crypto.ts";
import { visibleLine } from "../../../text/visible-text.ts";
import type { SlashCommand } from "./chat-state.ts";

const VERDICT_WORDS = { allow: "ruleAllows", ask: "ruleAsks", deny: "ruleDenies" } as const;
const MODE_WORDS = { read: "modeRead", ask: "modeAsk", act: "modeAct" } as const;
const TESTED_RUNS = 20;

/** The slash commands that list, change and remove rules. A change applies at once. */
export const ruleCommands: Readonly<Record<string, SlashCommand>> = {
  rules: {
    summary: "helpRules",
    async run({ runtime, output, conversation, language }) {
      const rules = await runtime.rules.list();
      const here = conversation === undefined ? [] : await runtime.rules.ofConversation(conversation);
      const rows = [
        ...(["deny", "ask", "allow"] as const).flatMap((verdict) =>
          rules[verdict].map((rule) => [verdictWords(verdict, language), visibleLine(rule)]),
        ),
        ...here.map((rule) => [message("ruleHere", language), visibleLine(rule)]),
      ];
      return rows.length === 0 ? message("noRules", language) : output.table(rows);
    },
  },
  mode: {
    summary: "helpMode",
    async run(state, argument) {
      const { runtime, language } = state;
      if (argument !== "") {
        // A conversation that has not begun yet begins in this mode.
        state.conversation ??= shortId("c");
        await runtime.rules.setMode(state.conversation, requireMode(argument));
      }
      const { conversation } = state;
      const mode = conversation === undefined ? "act" : await runtime.rules.modeOf(conversation);
      return message(MODE_WORDS[mode], language);
    },
  },
  allow: changesRule("allow", "helpAllow"),
  ask: changesRule("ask", "helpAsk"),
  deny: changesRule("deny", "helpDeny"),
  forget: {
    summary: "helpForget",
    async run({ runtime, conversation, language }, rule) {
      requireRule(rule, "forget");
      if (conversation !== undefined && (await runtime.rules.forgetIn(conversation, rule)))
        return message("ruleForgottenHere", language, { rule: visibleLine(rule) });
      const { before } = await runtime.rules.set({ rule });
      const undo = `/${before} ${rule}`;
      return message("ruleForgotten", language, { rule: visibleLine(rule), undo: visibleLine(undo) });
    },
  },
};

/**
 * A command that adds a rule to the config of the folder. Reports what the rule would have changed among past
 * calls.
 */
function changesRule(verdict: VerdictKind, summary: MessageName): SlashCommand {
  return {
    summary,
    async run({ runtime, language }, rule) {
      requireRule(rule, verdict);
      const { calls, changed } = await runtime.rules.test({ rule, verdict }, { runs: TESTED_RUNS });
      const { before, notice, decidedBy } = await runtime.rules.set({ rule, verdict });
      const undo = before === undefined ? `/forget ${rule}` : `/${before} ${rule}`;
      const confirmation = message("ruleSet", language, {
        rule: visibleLine(rule),
        verdict: verdictWords(verdict, language),
        changed: changed.length,
        calls,
        undo: visibleLine(undo),
      });
      if (decidedBy !== undefined) {
        const says = verdictWords(decidedBy.verdict, language);
        const words = { rule: visibleLine(decidedBy.rule), says, forget: visibleLine(decidedBy.forget) };
        return `${confirmation}\n${message("ruleDecidedBy", language, words)}`;
      }
      return notice === undefined
        ? confirmation
        : `${confirmation}\n${message("ruleWithoutTool", language, { rule: visibleLine(rule) })}`;
    },
  };
}

function verdictWords(verdict: VerdictKind, language: Language): string {
  return message(VERDICT_WORDS[verdict], language);
}

function requireMode(name: string): PermissionMode {
  const mode = PERMISSION_MODES.find((one) => one === name);
  if (mode !== undefined) return mode;
  throw new DejimaError(
    "invalid_input",
    `Cannot use the mode "${name.slice(0, 50)}": there are ${PERMISSION_MODES.join(", ")}`,
  );
}

function requireRule(rule: string, command: string): void {
  if (rule === "")
    throw new DejimaError(
      "invalid_input",
      `Cannot run /${command}: name a rule, such as /${command} writing. /rules lists those there are`,
    );
}
