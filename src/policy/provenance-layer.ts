import type { Effect, EffectKind } from "../contract/effect.ts";
import { isHiddenFile, selfStarting } from "../contract/self-starting/self-starting.ts";
import type { Layer, ToolNames } from "./layer.ts";
import type { Rule } from "./rule.ts";

/** Effects that send data or execute code. They are asked about once untrusted content has entered a run. An address is data, too. */
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
  /** Sources of untrusted content that has entered the run. */
  sources(): readonly string[];
  /** Whether the run may request exactly this address without a question. */
  mayFollow(url: string, tool: ToolNames): boolean;
  /** The workspace. Everything below its hidden folders counts as hidden. */
  readonly workspace?: string;
}

/**
 * The layer of a run that has read untrusted content. Whatever other rules allow, it asks about calls that can send, execute,
 * change files for good or affect later runs, and names the sources. Without untrusted content it does not object.
 */
export function provenanceLayer({ sources, mayFollow, workspace }: ProvenanceState): Layer {
  return {
    name: "provenance",
    otherwise: "allow",
    covering(tool, effect, call) {
      const names = sources();
      if (names.length === 0 || !isHarmful(tool, effect, workspace)) return NONE;
      const follows =
        tellsOnlyAddress(tool) && effect?.kind === "host.read" && mayFollow(effect.target, tool);
      return follows || call?.isExplained() === true ? NONE : [rule(names)];
    },
  };
}

/** Whether a call of this tool sends a host only the requested address. */
export function tellsOnlyAddress({ flow }: ToolNames): boolean {
  return flow?.sends === "address" && flow.keeps === "nothing";
}

function isHarmful(
  { source, flow }: ToolNames,
  effect: Effect | undefined,
  workspace: string | undefined,
): boolean {
  if (flow?.keeps === "beyond the run" || flow?.sends === "input") return true;
  const isVouched = flow?.sends === "nothing";
  if (flow?.changes === "for good" && source !== undefined && source !== "builtin" && !isFile(effect))
    return true;
  // The effects of such a call are unknown, unless the tool is built in.
  if (effect === undefined) return !isVouched && source !== undefined && source !== "builtin";
  if ((isVouched || effect.server === "vouched") && effect.kind.startsWith("host.")) return false;
  if (RISKY.has(effect.kind)) return true;
  if (effect.kind === "file.delete") return flow?.files !== "guarded";
  return (
    effect.kind === "file.write" && (flow?.files !== "guarded" || startsSomething(effect.target, workspace))
  );
}

function isFile(effect: Effect | undefined): boolean {
  return effect?.kind.startsWith("file.") === true;
}

/** Changes through the guard can be undone. A self-starting file cannot: it has run by then. Any hidden file may be one. */
function startsSomething(path: string, workspace: string | undefined): boolean {
  return selfStarting(path) !== undefined || isHiddenFile(path, workspace);
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
