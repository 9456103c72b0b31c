import { message } from "../../contract/words/messages.ts";
import type { AgentWorld } from "../agent-world.ts";
import { changeProse, proseOf, unsupportedClaims } from "../check-claims.ts";
import type { AgentState, Patch, Problem } from "../workflow/state.ts";

/** Finds problems that must not reach the person: an empty answer, unsupported claims, words out of character, the boundary. */
export async function validate(
  { draft, receipts, boundary }: AgentState,
  { persona }: AgentWorld,
): Promise<Patch> {
  if (draft.trim() === "") return { set: { problems: [{ kind: "empty", detail: "there is no answer" }] } };
  const prose = proseOf(draft);
  const problems: Problem[] = unsupportedClaims(draft, receipts).map((detail) => ({ kind: "claim", detail }));
  for (const { pattern, reason } of persona.forbidden) {
    if (new RegExp(pattern, "iu").test(prose)) problems.push({ kind: "persona", detail: reason });
  }
  const { maxCharacters } = persona.limits;
  if (maxCharacters !== undefined && prose.replace(/\s+/g, " ").length > maxCharacters)
    problems.push({ kind: "persona", detail: `more than ${maxCharacters} characters of prose` });
  if (boundary !== "" && draft.includes(boundary))
    problems.push({ kind: "leak", detail: "the marks around results" });
  return { set: { problems } };
}

const MAX_REGENERATIONS = 1;

/** Sends a faulty draft back once with the reasons, then repairs it without the model. Code and quotations stay unchanged. */
export async function enforce(state: AgentState, world: AgentWorld): Promise<Patch> {
  const { problems, draft, regenerations, language } = state;
  if (problems.length === 0) return { set: { answer: draft.trim() } };
  if (regenerations < MAX_REGENERATIONS) {
    world.emit({ type: "notice", situation: "remark", text: message("corrected", language) });
    return {
      set: { regenerations: regenerations + 1 },
      messages: [{ role: "note", text: problemNote(state) }],
    };
  }
  return { set: { problems: [], answer: repairAnswer(state, world) } };
}

function problemNote({ problems }: AgentState): string {
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

function repairAnswer({ problems, draft, language, boundary }: AgentState, { persona }: AgentWorld): string {
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
