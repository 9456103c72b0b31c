import { message } from "../../contract/messages.ts";
import type { AgentWorld } from "../agent-world.ts";
import { changeProse } from "../persona/prose.ts";
import type { AgentState, Patch } from "../workflow/state.ts";

const MOST_REGENERATIONS = 1;

/** Sends a faulty draft back once with the reasons, then mends it without the model. Code and quotations stay as they are. */
export async function enforce(state: AgentState, world: AgentWorld): Promise<Patch> {
  const { problems, draft, regenerations, language } = state;
  if (problems.length === 0) return { set: { answer: draft.trim() } };
  if (regenerations < MOST_REGENERATIONS) {
    world.emit({ type: "notice", situation: "remark", text: message("corrected", language) });
    return {
      set: { regenerations: regenerations + 1 },
      messages: [{ role: "note", text: complaint(state) }],
    };
  }
  return { set: { problems: [], answer: repaired(state, world) } };
}

function complaint({ problems }: AgentState): string {
  const lines = problems.map(({ kind, detail }) => {
    if (kind === "empty") return "- You gave no answer.";
    if (kind === "claim")
      return `- You say "${detail}", but no call of this run did that. Do it with a tool, or say that it was not done.`;
    if (kind === "leak") return `- You repeat ${detail}. Leave them out.`;
    return `- Your answer breaks a rule of your character: ${detail}.`;
  });
  return ["Your answer cannot be given like this:", ...lines, "Give the whole answer again, mended."].join(
    "\n",
  );
}

function repaired({ problems, draft, language, boundary }: AgentState, { persona }: AgentWorld): string {
  if (problems.some(({ kind }) => kind === "empty")) return message("noAnswer", language);
  let answer = draft.trim();
  if (problems.some(({ kind }) => kind === "leak")) {
    answer = answer.replace(new RegExp(`</?data-${boundary}[^>\\n]*>\\n?`, "g"), "").replaceAll(boundary, "");
  }
  if (problems.some(({ kind }) => kind === "persona")) {
    for (const { pattern } of persona.forbidden)
      answer = changeProse(answer, (prose) => prose.replace(new RegExp(pattern, "giu"), ""));
    answer = answer.trim();
  }
  const remarks = problems
    .filter(({ kind }) => kind === "claim")
    .map(({ detail }) => message("unconfirmed", language, { claim: detail }));
  return [answer === "" ? message("noAnswer", language) : answer, ...remarks].join("\n\n");
}
