import type { PermissionMode } from "../contract/asking/permission-mode.ts";
import type { Effect, EffectKind } from "../contract/effect.ts";
import type { Layer, ToolNames } from "./layer.ts";
import type { Rule } from "./rule.ts";

const READS: ReadonlySet<EffectKind> = new Set(["file.read", "host.read", "env.read", "db.read"]);
const NONE: readonly Rule[] = [];

const common = { subject: "*", subjectKind: "tools", matchesTool: () => true } as const;

const RULES: Readonly<Record<PermissionMode, readonly Rule[]>> = {
  read: [{ ...common, text: "the read mode of this conversation", verdict: "deny" }],
  // An approval of a call covers everything that it declared, as with a family rule.
  ask: [{ ...common, text: "the ask mode of this conversation", verdict: "ask", family: true }],
  act: NONE,
};

/** The layer of a conversation's mode. It can only tighten, and a change takes effect at once. */
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

/** Whether the effect changes, runs and sends nothing. For a tool of a server or without known effects, its risk decides. */
function onlyReads({ risk, flow }: ToolNames, effect: Effect | undefined): boolean {
  if (flow?.keeps === "beyond the run" || flow?.sends === "input") return false;
  if (effect === undefined || effect.server !== undefined) return risk === "low";
  return READS.has(effect.kind);
}
