import type { Effect, EffectKind } from "../contract/effect.ts";
import type { Layer, ToolNames } from "./layer.ts";
import type { Rule } from "./rule.ts";

/** What lets data out or executes code: asked about once somebody else's words have entered a run. */
const RISKY: ReadonlySet<EffectKind> = new Set(["command.run", "host.send", "message.send", "money.spend"]);

const MAX_NAMED = 3;
const NONE: readonly Rule[] = [];

/**
 * The layer of a run that has read untrusted content. Whatever other rules allow, calls that can send or execute, or that
 * speak to later runs, are asked about, with the sources named; while there are none, it has no objection. What declares no effects and is not built in
 * could do anything, and is asked about as well unless it says that it sends nothing out.
 */
export function provenanceLayer(sources: () => readonly string[]): Layer {
  return {
    name: "provenance",
    otherwise: "allow",
    covering(tool, effect) {
      const names = sources();
      return names.length === 0 || !canHarm(tool, effect) ? NONE : [rule(names)];
    },
  };
}

function canHarm(tool: ToolNames, effect: Effect | undefined): boolean {
  if (tool.sendsOut === true || tool.outlivesRun === true) return true;
  if (effect !== undefined) return RISKY.has(effect.kind) && tool.sendsOut !== false;
  return tool.source !== undefined && tool.source !== "builtin" && tool.sendsOut === undefined;
}

function rule(sources: readonly string[]): Rule {
  const more = sources.length > MAX_NAMED ? ` and ${sources.length - MAX_NAMED} more` : "";
  return {
    text: `untrusted content from ${sources.slice(0, MAX_NAMED).join("; ")}${more}`,
    verdict: "ask",
    subject: "*",
    subjectKind: "tools",
    matchesTool: () => true,
  };
}
