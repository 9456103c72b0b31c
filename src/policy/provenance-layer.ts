import type { Effect, EffectKind } from "../contract/effect.ts";
import { selfStarting } from "../contract/self-starting/self-starting.ts";
import type { Layer, ToolNames } from "./layer.ts";
import type { Rule } from "./rule.ts";

/** What lets data out or executes code: asked about once somebody else's words have entered a run. An address is data, too. */
const RISKY: ReadonlySet<EffectKind> = new Set([
  "command.run",
  "host.read",
  "host.send",
  "message.send",
  "money.spend",
]);

const MAX_NAMED = 3;
const NONE: readonly Rule[] = [];

interface ProvenanceState {
  /** Where untrusted content came from that has entered the run. */
  sources(): readonly string[];
  /** Whether the run may ask for exactly this address without a question. */
  mayFollow(url: string, tool: ToolNames): boolean;
}

/**
 * The layer of a run that has read untrusted content. Whatever other rules allow, calls that can send, execute or change files
 * for good, or that speak to later runs, are asked about, with the sources named. Without such content it has no objection.
 */
export function provenanceLayer({ sources, mayFollow }: ProvenanceState): Layer {
  return {
    name: "provenance",
    otherwise: "allow",
    covering(tool, effect, call) {
      const names = sources();
      if (names.length === 0 || !canHarm(tool, effect)) return NONE;
      const follows =
        tellsOnlyAddress(tool) && effect?.kind === "host.read" && mayFollow(effect.target, tool);
      return follows || call?.isExplained() === true ? NONE : [rule(names)];
    },
  };
}

/** Whether a call of this tool tells a host nothing but the address it asks for. */
export function tellsOnlyAddress({ flow }: ToolNames): boolean {
  return flow?.sends === "address" && flow.keeps === "nothing";
}

function canHarm({ source, flow }: ToolNames, effect: Effect | undefined): boolean {
  if (flow?.keeps === "beyond the run" || flow?.sends === "input") return true;
  const isVouched = flow?.sends === "nothing";
  if (flow?.changes === "for good" && source !== undefined && source !== "builtin" && !isFile(effect))
    return true;
  // Nothing is known of what such a call does, unless it is one of ours.
  if (effect === undefined) return !isVouched && source !== undefined && source !== "builtin";
  if ((isVouched || effect.server === "vouched") && effect.kind.startsWith("host.")) return false;
  return RISKY.has(effect.kind) || changesForGood(effect, flow?.files === "guarded");
}

function isFile(effect: Effect | undefined): boolean {
  return effect?.kind.startsWith("file.") === true;
}

/** What goes through the guard can be undone. What programs start by themselves cannot: it has run by then. */
function changesForGood({ kind, target }: Effect, guarded: boolean): boolean {
  if (kind === "file.delete") return !guarded;
  return kind === "file.write" && (!guarded || selfStarting(target) !== undefined);
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
