import type { ApprovalAnswer, ApprovalRequest } from "./approval.ts";
import { type Language, message } from "./messages.ts";
import type { ArgumentOrigin, Origin, RecordedOrigin } from "./origin.ts";

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

/** Who said an argument, on one line. `asks`: this is why a person is asked. */
interface OriginLine {
  readonly text: string;
  readonly asks: boolean;
}

const FROM: Readonly<Record<Language, Readonly<Record<Origin, string>>>> = {
  en: {
    user: "from you",
    agreed: "you agreed to it in this run",
    made: "made in this run",
    record: "the one you called by its name",
    service: "from the service itself",
    others: "from {sources}, not from you",
    nobody: "not from you; nothing that was read holds it word for word",
  },
  zh: {
    user: "你说的",
    agreed: "本次运行中你已同意",
    made: "本次运行中新建的",
    record: "你点名的那一个",
    service: "来自服务本身",
    others: "来自 {sources}，不是你说的",
    nobody: "不是你说的；读过的内容里也没有原文",
  },
};

const MOST_VALUE = 80;

/** Who said each argument of a call that is asked about: first what nobody but strangers explains, then the rest. */
export function originLines(
  { origins = [] }: Pick<ApprovalRequest, "origins">,
  language: Language,
): OriginLine[] {
  const shown = origins.filter(({ role }) => role !== "inert");
  return [...shown.filter(({ asks }) => asks), ...shown.filter(({ asks }) => !asks)].map((origin) => ({
    text: originText(origin, language),
    asks: origin.asks,
  }));
}

/** Who said an argument, in words: "from read_inbox, not from you". */
export function originWords({ from, sources = [] }: RecordedOrigin, language: Language): string {
  const others = language === "en" ? "others" : "他人";
  return FROM[language][from].replace("{sources}", () => sources.join(", ") || others);
}

function originText(origin: ArgumentOrigin, language: Language): string {
  const { path, value } = origin;
  const who = originWords(origin, language);
  const cut = value.length > MOST_VALUE ? `${value.slice(0, MOST_VALUE)}…` : value;
  return language === "en" ? `${path}: "${cut}", ${who}` : `${path}：“${cut}”，${who}`;
}
