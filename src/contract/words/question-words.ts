import type { Approval, ApprovalAnswer, ApprovalRequest } from "../asking/approval.ts";
import { type Language, message } from "./messages.ts";

const MINUTE = 60_000;

/** How long a question stays open, in words: "10 minutes". */
export function expiresIn(expiresAt: number, { now, language }: { now: number; language: Language }): string {
  const minutes = Math.max(1, Math.ceil((expiresAt - now) / MINUTE));
  return minutes < 120
    ? message("minutes", language, { count: minutes })
    : message("hours", language, { count: Math.round(minutes / 60) });
}

/** The title of a question, such as "Write notes.txt?". */
export function questionTitle(
  { title, tool }: Pick<ApprovalRequest, "title" | "tool">,
  language: Language,
): string {
  return title?.[language] ?? (language === "en" ? `Run ${tool}?` : `运行 ${tool}？`);
}

/** What the persona says after an answer. Empty if the persona has no words for it. */
export function answerWords(
  { voice, answers }: Pick<Approval, "voice" | "answers">,
  language: Language,
): string {
  const { answer } = answers.at(-1) ?? {};
  if (answer === undefined) return "";
  return (answer === "approve" ? voice?.approved : voice?.denied)?.[language] ?? "";
}

/** One way to answer a question, besides plain approval or denial. */
export interface AnswerChoice extends Pick<ApprovalAnswer, "answer" | "grant" | "rule"> {
  readonly words: { readonly en: string; readonly zh: string };
}

/** The ways to answer a question besides plain approval or denial, in the order in which every door numbers them. */
export function answerChoices({ offers, ruleOffers = [] }: ApprovalRequest): AnswerChoice[] {
  return [
    ...offers.map(({ key, words }) => ({ answer: "approve" as const, grant: key, words })),
    ...ruleOffers.map(({ key, answer, words }) => ({ answer, rule: key, words })),
  ];
}

/** A plain approval. If the call is turned off, it turns on as little as possible: only for this conversation. */
export function plainYes({ off, ruleOffers = [] }: ApprovalRequest): Pick<ApprovalAnswer, "answer" | "rule"> {
  const rule = off === undefined ? undefined : ruleOffers.find(({ answer }) => answer === "approve")?.key;
  return rule === undefined ? { answer: "approve" } : { answer: "approve", rule };
}

/** Whether an answer changes the rules of the folder, which apply to everybody who works there. */
export function changesFolder({ ruleOffers = [] }: ApprovalRequest, rule: string | undefined): boolean {
  return ruleOffers.some(({ key, scope }) => key === rule && scope === "folder");
}
