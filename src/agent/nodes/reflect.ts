import type { AgentWorld } from "../agent-world.ts";
import { mayAskAside } from "../ask-aside.ts";
import { reflectByModel } from "../reflection/reflect-by-model.ts";
import { onlyRefused, reflectByRules } from "../reflection/reflect-by-rules.ts";
import type { AgentState, Patch } from "../workflow/state.ts";

/**
 * Judges a round with failures: go on, plan anew, or answer with what there is. The model judges where it can; by the rules
 * alone a refusal is final, and the third reflection is the last.
 */
export async function reflect(state: AgentState, world: AgentWorld): Promise<Patch> {
  const ruled = reflectByRules(state);
  const asks =
    mayAskAside(world.model, world.settings) && ruled.verdict !== "complete" && !onlyRefused(state.failures);
  const judged = asks ? await reflectByModel(state, world, ruled) : undefined;
  const reflection = judged?.reflection ?? ruled;
  world.emit({ type: "reflection-end", reflection: structuredClone(reflection) });
  const { verdict, assessment, lessons, nextFocus, toolFailures } = reflection;
  const text = [
    `Reflection (${verdict}): ${assessment}`,
    ...lessons.map((lesson) => `- ${lesson}`),
    ...(judged === undefined
      ? []
      : toolFailures.map(({ toolName, suggestion }) =>
          suggestion === undefined ? "" : `- ${toolName}: ${suggestion}`,
        )),
    nextFocus ?? "",
  ];
  return {
    set: { failures: [], mustAnswer: state.mustAnswer || verdict === "complete" },
    reflections: [reflection],
    messages: [{ role: "note", text: text.filter((line) => line !== "").join("\n") }],
    ...(judged === undefined ? {} : { usage: judged.usage }),
  };
}
