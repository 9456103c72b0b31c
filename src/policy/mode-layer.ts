import type { Effect, EffectKind } from "../contract/effect.ts";
import type { PermissionMode } from "../contract/permission-mode.ts";
import type { Layer, ToolNames } from "./layer.ts";
import type { Rule } from "./rule.ts";

const READS: ReadonlySet<EffectKind> = new Set(["file.read", "host.read", "env.read", "db.read"]);
const NONE: readonly Rule[] = [];

const common = { subject: "*", subjectKind: "tools", matchesTool: () => true } as const;

const RULES: Readonly<Record<PermissionMode, readonly Rule[]>> = {
  read: [{ ...common, text: "the read mode of this conversation", verdict: "deny" }],
  // Whoever agrees to a call agrees to all that it declared, as with a rule for a family.
  ask: [{ ...common, text: "the ask mode of this conversation", verdict: "ask", family: true }],
  act: NONE,
};

/** The layer of the mode that a person chose for a conversation. It can only tighten, and follows a change at once. */
export function modeLayer(mode: () => PermissionMode): Layer {
  return {
    name: "mode",
    otherwise: "allow",
    covering(tool, effect) {
      const rules = RULES[mode()];
      return rules === NONE || onlyReads(tool, effect) ? NONE : rules;
    },
  };
}

/** Whether nothing is changed, run or sent. A tool without known effects, or of a server, is what its risk says. */
function onlyReads({ risk, flow }: ToolNames, effect: Effect | undefined): boolean {
  if (flow?.keeps === "beyond the run" || flow?.sends === "input") return false;
  if (effect === undefined || effect.server !== undefined) return risk === "low";
  return READS.has(effect.kind);
}
