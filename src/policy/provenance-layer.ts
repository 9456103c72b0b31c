import type { Effect, EffectKind } from "../contract/effect.ts";
import type { Category } from "../contract/tool.ts";
import type { Layer, ToolNames } from "./layer.ts";
import type { Rule } from "./rule.ts";
import { isStartedLater } from "./started-later.ts";

/** What lets data out or executes code: asked about once somebody else's words have entered a run. An address is data, too. */
const RISKY: ReadonlySet<EffectKind> = new Set([
  "command.run",
  "host.read",
  "host.send",
  "message.send",
  "money.spend",
]);

/** Kinds of tools whose work reaches further than the run, declared or not. */
const REACHING: ReadonlySet<Category> = new Set([
  "network",
  "code",
  "schedule",
  "browser",
  "channel",
  "skill",
  "mcp",
]);

const MAX_NAMED = 3;
const NONE: readonly Rule[] = [];

export interface ProvenanceState {
  /** Where untrusted content came from that has entered the run. */
  sources(): readonly string[];
  /** Whether the user named exactly this address, or the run has read it before: to ask for it tells nobody anything new. */
  known(url: string): boolean;
}

/**
 * The layer of a run that has read untrusted content. Whatever other rules allow, calls that can send or execute, or that
 * speak to later runs, are asked about, with the sources named; while there are none, it has no objection. What declares no effects and is not built in
 * could do anything, and is asked about as well unless it says that it sends nothing out.
 */
export function provenanceLayer({ sources, known }: ProvenanceState): Layer {
  return {
    name: "provenance",
    otherwise: "allow",
    covering(tool, effect) {
      const names = sources();
      if (names.length === 0 || !canHarm(tool, effect)) return NONE;
      const harmless = tool.tellsOnlyAddress === true && effect?.kind === "host.read" && known(effect.target);
      return harmless && tool.sendsOut !== true ? NONE : [rule(names)];
    },
  };
}

function canHarm(tool: ToolNames, effect: Effect | undefined): boolean {
  if (tool.sendsOut === true || tool.outlivesRun === true) return true;
  if (tool.sendsOut === false) return false;
  if (effect === undefined) return tool.source === "builtin" ? reaches(tool) : tool.source !== undefined;
  return RISKY.has(effect.kind) || (effect.kind === "file.write" && isStartedLater(effect.target));
}

function reaches({ category, risk }: ToolNames): boolean {
  return category !== undefined && REACHING.has(category) && risk !== undefined && risk !== "low";
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
