import { REFUSALS } from "../../contract/error.ts";
import type { EventOf, HarbourEvent } from "../../contract/event.ts";
import type { Run } from "../../contract/run.ts";
import type { Harbour } from "../harbour.ts";

/** Tracks which tools and models a run uses, and the tokens of its model requests. */
interface RunUse {
  see(event: HarbourEvent): void;
  /** Continues from the stored figures of a reopened run. Returns whether there are any. */
  begin(known: Run | undefined): boolean;
  /** The figures to store. */
  summary(): Pick<Run, "tools" | "models" | "tokens">;
}

/** Further names are dropped. */
const MAX_NAMES = 200;

export function trackRunUse(): RunUse {
  const tools = new Set<string>();
  const models = new Set<string>();
  const tokens = { input: 0, output: 0 };
  const add = (names: Set<string>, name: string) => {
    if (names.size < MAX_NAMES) names.add(name.slice(0, 200));
  };
  return {
    see(event) {
      if (event.type === "call-start") add(tools, event.tool);
      if (event.type !== "model-end") return;
      add(models, event.model);
      tokens.input += Math.round(event.usage.inputTokens);
      tokens.output += Math.round(event.usage.outputTokens);
    },
    begin(known) {
      for (const tool of known?.tools ?? []) add(tools, tool);
      for (const model of known?.models ?? []) add(models, model);
      tokens.input += known?.tokens?.input ?? 0;
      tokens.output += known?.tokens?.output ?? 0;
      return known !== undefined;
    },
    summary: () => ({
      ...(tools.size === 0 ? {} : { tools: [...tools] }),
      ...(models.size === 0 ? {} : { models: [...models], tokens: { ...tokens } }),
    }),
  };
}

/** Counts a call of a tool that was judged and ran. */
export function countUse(
  event: HarbourEvent,
  { registry, onUse }: Pick<Harbour, "registry" | "onUse">,
): void {
  if (event.type !== "call-end" || event.risk === undefined || !isUse(event)) return;
  const sample = { tool: event.tool, ok: event.result.ok, durationMs: event.durationMs };
  registry.use.record(event.tool, sample);
  onUse(sample);
}

/** Whether the tool itself succeeded or failed. A refused or stopped call says nothing about it. */
function isUse({ result: { ok, error } }: EventOf<"call-end">): boolean {
  return ok || error === undefined || !(REFUSALS.has(error.code) || error.code === "cancelled");
}
