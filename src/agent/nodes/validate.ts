import type { AgentWorld } from "../agent-world.ts";
import { unsupportedClaims } from "../claims/check-claims.ts";
import { proseOf } from "../persona/prose.ts";
import type { AgentState, Patch, Problem } from "../workflow/state.ts";

/** Looks for what must not reach the person: nothing said, things claimed without a receipt, words out of character, the boundary. */
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
