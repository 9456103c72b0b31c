import type { Language } from "../../../support/language-of.ts";
import { replyText } from "./fixed-replies.ts";
import type { Intent } from "./intent.ts";
import { pathsIn } from "./named-path.ts";
import { isDone, understand } from "./understand.ts";

const MAX_ANSWER_LENGTH = 300;

/** Filler words around a name that is given as an answer: "hello.sh, please". */
const FILLER =
  /^(?:it(?:'s| is)|the|that|this|one|please|just|use|with|for|me|就|是|那个|这个|用|请|吧|呀|啊|哦|呢|的|[\s,.!?:，。！？：`'"“”「」])*$/i;

interface FollowUp {
  /** The user's messages before it, newest first. */
  readonly earlier: readonly string[];
  /** The last reply to the user. */
  readonly lastReply: string;
  readonly today?: string | undefined;
}

/**
 * Interprets a message as the answer to our question: "Which script?" - "hello.sh". `undefined` if it is a
 * request of its own.
 */
export function completeRequest(
  answer: string,
  { earlier: [request = "", ...before], lastReply, today }: FollowUp,
): Intent[] | undefined {
  if (
    answer.length > MAX_ANSWER_LENGTH ||
    !isQuestion(lastReply, understand(request, { earlier: before, today }))
  )
    return undefined;
  if (!isBareName(answer) && understand(answer, { earlier: before, today }).some(isDone)) return undefined;
  const whole = [
    `${request} ${answer}`,
    `${request}: ${answer}`,
    `${answer} ${request}`,
    `${answer}${request}`,
  ];
  return whole
    .map((text) => understand(text, { earlier: before, today }))
    .find((intents) => intents.length > 0 && intents.every(isDone));
}

/** Whether a reply was only the question that its request leads to. */
function isQuestion(reply: string, [only, ...more]: readonly Intent[]): boolean {
  if (only?.kind !== "say" || !only.what.startsWith("which-") || more.length > 0) return false;
  const languages: readonly Language[] = ["en", "zh"];
  return languages.some((language) => replyText(only.what, language, only.about) === reply.trim());
}

function isBareName(text: string): boolean {
  const [path, ...others] = pathsIn(text);
  return path !== undefined && others.length === 0 && FILLER.test(text.replace(path, " "));
}
