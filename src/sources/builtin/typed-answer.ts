import { z } from "zod";

const MAX_OPTIONS = 20;

/** The types of an answer that cannot carry anybody's words. */
export const answerType = z.discriminatedUnion("type", [
  z.object({ type: z.literal("boolean") }),
  z.object({
    type: z.literal("choice"),
    options: z.array(z.string().min(1).max(200)).min(2).max(MAX_OPTIONS),
  }),
  z.object({ type: z.literal("number") }),
  z.object({ type: z.literal("date") }),
]);

export type AnswerType = z.infer<typeof answerType>;

const FORMS: Readonly<Record<AnswerType["type"], string>> = {
  boolean: "true or false",
  choice: "one of the options, letter for letter",
  number: "a number such as 12.5",
  date: "a date such as 2026-05-31",
};

/** Says to a model in which form it has to answer. */
export function formOf(answer: AnswerType): string {
  const options = answer.type === "choice" ? `\nOptions:\n${answer.options.join("\n")}` : "";
  return `Reply with ${FORMS[answer.type]}, or unknown.${options}`;
}

/** Whether the author of the content may have chosen the value freely. If so, it marks the run. */
export function isChosenByOthers(value: unknown, { type }: AnswerType): boolean {
  return value !== null && (type === "number" || type === "date");
}

/** The typed value of a reply, in canonical spelling. Anything else is not an answer. */
export function typedValue(reply: string, answer: AnswerType): boolean | number | string | null {
  const text = reply.trim();
  switch (answer.type) {
    case "boolean":
      return /^(?:true|false)$/i.test(text) ? text.toLowerCase() === "true" : null;
    case "choice":
      return answer.options.find((option) => option === text) ?? null;
    case "number":
      return /^-?\d{1,15}(?:\.\d{1,6})?$/.test(text) ? Number(text) : null;
    case "date":
      return /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text)) ? text : null;
  }
}
