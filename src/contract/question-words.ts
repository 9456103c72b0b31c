import type { Approval, ApprovalAnswer, ApprovalRequest } from "./approval.ts";
import { type Language, message } from "./messages.ts";

const MINUTE = 60_000;

/** How long a question stays open, in words: "10 minutes". */
export function expiresIn(expiresAt: number, { now, language }: { now: number; language: Language }): string {
  const minutes = Math.max(1, Math.ceil((expiresAt - now) / MINUTE));
  return minutes < 120
    ? message("minutes", language, { count: minutes })
    : message("hours", language, { count: Math.round(minutes / 60) });
}

/** The question itself, such as "Write notes.txt?". */
export function questionTitle(
  { title, tool }: Pick<ApprovalRequest, "title" | "tool">,
  language: Language,
): string {
  return title?.[language] ?? (language === "en" ? `Run ${tool}?` : `运行 ${tool}？`);
}

/** What the persona says to a person who has answered; empty where it has no words of its own. */
export function answerWords(
  { voice, answers }: Pick<Approval, "voice" | "answers">,
  language: Language,
): string {
  const { answer } = answers.at(-1) ?? {};
  if (answer === undefined) return "";
  return (answer === "approve" ? voice?.approved : voice?.denied)?.[language] ?? "";
}

/** One way to answer a question, besides a plain yes or no. */
export interface AnswerChoice extends Pick<ApprovalAnswer, "answer" | "grant" | "rule"> {
  readonly words: { readonly en: string; readonly zh: string };
}

/** The ways to answer a question besides a plain yes or no, in the order in which every door numbers them. */
export function answerChoices({ offers, ruleOffers = [] }: ApprovalRequest): AnswerChoice[] {
  return [
    ...offers.map(({ key, words }) => ({ answer: "approve" as const, grant: key, words })),
    ...ruleOffers.map(({ key, answer, words }) => ({ answer, rule: key, words })),
  ];
}

/** A plain yes. For something that is off it turns on as little as possible: for this conversation alone. */
export function plainYes({ off, ruleOffers = [] }: ApprovalRequest): Pick<ApprovalAnswer, "answer" | "rule"> {
  const rule = off === undefined ? undefined : ruleOffers.find(({ answer }) => answer === "approve")?.key;
  return rule === undefined ? { answer: "approve" } : { answer: "approve", rule };
}

/** Whether an answer changes the rules of the folder, which hold for everybody who works there. */
export function changesFolder({ ruleOffers = [] }: ApprovalRequest, rule: string | undefined): boolean {
  return ruleOffers.some(({ key, scope }) => key === rule && scope === "folder");
}
