import { z } from "zod";
import type { Approval } from "../contract/asking/approval.ts";
import type { QuestionEnd } from "../contract/event.ts";
import { LOCAL_USER } from "../contract/run.ts";
import { type MessageName, message } from "../contract/words/messages.ts";
import { questionTitle } from "../contract/words/question-words.ts";
import type { DocumentRepository } from "../store/store.ts";
import type { Language } from "../support/language-of.ts";
import { visibleLine } from "../text/visible-text.ts";

const CARDS = "question-cards";

const cardSchema = z.object({
  door: z.string(),
  person: z.string(),
  group: z.string().optional(),
  card: z.string(),
  language: z.enum(["en", "zh"]),
});

/** A question shown at a messenger: where, for whom, and the messenger's id of the message. */
type QuestionCard = z.output<typeof cardSchema>;

const UNDELIVERED = "undelivered-runs";
const MOST_AT_ONCE = 1_000;

const placeSchema = z.object({
  person: z.string(),
  group: z.string().optional(),
  language: z.enum(["en", "zh"]),
});

/** Where the replies of a run go. */
type ReplyPlace = z.output<typeof placeSchema>;

/** Stores which message shows which question, across restarts. */
export function questionCards(documents: Pick<DocumentRepository, "get" | "put" | "delete">) {
  return {
    keep: (approval: string, card: QuestionCard) => documents.put(CARDS, approval, card),
    async find(approval: string): Promise<QuestionCard | undefined> {
      return cardSchema.safeParse(await documents.get(CARDS, approval)).data;
    },
    forget: (approval: string) => documents.delete(CARDS, approval),
  };
}

const ENDS: Readonly<Record<QuestionEnd, MessageName>> = {
  approve: "cardApproved",
  deny: "cardDenied",
  expired: "cardExpired",
  withdrawn: "cardWithdrawn",
};

/** The text of a card whose question is settled: the question, the answer, who gave it and when. */
export function settledText(
  approval: Approval,
  { answer, by, at }: { readonly answer: QuestionEnd; readonly by: string; readonly at: Date },
  language: Language,
): string {
  const time = `${at.toLocaleDateString("sv")} ${at.toTimeString().slice(0, 5)}`;
  return [
    visibleLine(questionTitle(approval, language)),
    ...approval.words[language].map((phrase) => `- ${visibleLine(phrase)}`),
    message(ENDS[answer], language, { person: personName(by, language), time }),
  ].join("\n");
}

function personName(by: string, language: Language): string {
  return by === LOCAL_USER ? message("localPerson", language) : visibleLine(by.replace(/^[^:]*:/, ""));
}

/** Stores which runs a messenger still owes replies, for the process that has the messenger next. */
export function undeliveredRuns(
  documents: Pick<DocumentRepository, "put" | "delete" | "list">,
  door: string,
) {
  const keyOf = (runId: string) => `${door}/${runId}`;
  return {
    keep: (runId: string, place: ReplyPlace) => documents.put(UNDELIVERED, keyOf(runId), place),
    forget: (runId: string) => documents.delete(UNDELIVERED, keyOf(runId)),
    async all(): Promise<readonly (readonly [runId: string, place: ReplyPlace])[]> {
      const stored = await documents.list(UNDELIVERED, { prefix: keyOf(""), limit: MOST_AT_ONCE });
      return stored.flatMap(({ key, value }) => {
        const place = placeSchema.safeParse(value).data;
        return place === undefined ? [] : [[key.slice(keyOf("").length), place] as const];
      });
    },
  };
}
