import { z } from "zod";
import type { AnswerButton } from "../../../runtime.ts";
import { parseJson } from "../../../support/json.ts";
import { withoutLinks } from "../without-links.ts";

/**
 * DingTalk's own public template with a title, a text and buttons: that of `MarkdownButtonCardInstance` in its
 * SDK for Python. Nobody has to design a card.
 */
const TEMPLATE = "1366a1eb-bc54-4859-ac88-517c56a9acb1.schema";

/** A card's template and content. DingTalk takes texts only, so lists are JSON in a text. */
export interface DingtalkCard {
  readonly cardTemplateId: string;
  readonly cardData: { readonly cardParamMap: Readonly<Record<string, string>> };
}

/** A card with a text and its buttons. A press comes back over the long connection. */
export function dingtalkCard(
  title: string,
  text: string,
  buttons: readonly AnswerButton[] = [],
): DingtalkCard {
  const msgButtons = buttons.map(({ words, reply, answer }) => ({
    text: words,
    color: answer === "deny" ? "gray" : "blue",
    id: reply.replaceAll(" ", "-"),
    request: true,
    params: { reply },
  }));
  return {
    cardTemplateId: TEMPLATE,
    cardData: {
      cardParamMap: {
        title: plain(title),
        markdown: plain(text),
        tips: "",
        sys_full_json_obj: JSON.stringify({ msgButtons }),
      },
    },
  };
}

/** A question for apps that may not send cards. Its buttons send the answer as the person's message. */
export function actionCard(
  title: string,
  text: string,
  buttons: readonly AnswerButton[],
): { readonly key: string; readonly param: Readonly<Record<string, string>> } {
  const shown = buttons.slice(0, 5);
  const parts = shown.flatMap(({ words, reply }, at) => [
    [`actionTitle${at + 1}`, words],
    [`actionURL${at + 1}`, `dtmd://dingtalkclient/sendMessage?content=${encodeURIComponent(reply)}`],
  ]);
  return {
    key: `sampleActionCard${shown.length}`,
    param: { title: plain(title), text: plain(text), ...Object.fromEntries(parts) },
  };
}

const contentSchema = z.looseObject({
  cardPrivateData: z.looseObject({
    actionIds: z.array(z.string()).default([]),
    params: z.looseObject({ reply: z.string().optional() }).default({}),
  }),
});

/** A pressed button: `content` is JSON in a text. */
export const pressSchema = z
  .looseObject({
    outTrackId: z.string().min(1),
    userId: z.string().min(1),
    content: z.string(),
  })
  .transform(({ outTrackId, userId, content }, context) => {
    const parsed = contentSchema.safeParse(parseJson(content)).data;
    if (parsed === undefined) {
      context.addIssue("is no press of a button");
      return z.NEVER;
    }
    const { params, actionIds } = parsed.cardPrivateData;
    return {
      card: outTrackId,
      person: userId,
      reply: params.reply ?? actionIds[0]?.replaceAll("-", " ") ?? "",
    };
  });

/** The response to a press: a line on the card for the person who pressed, or nothing. */
export function pressAnswer(text: string | undefined): object | null {
  if (text === undefined) return null;
  return {
    cardUpdateOptions: { updateCardDataByKey: true, updatePrivateDataByKey: true },
    userPrivateData: { cardParamMap: { tips: plain(text) } },
  };
}

/** Cards are Markdown: nothing in their text may become a link, a button or a mention, or be hidden. */
function plain(text: string): string {
  return withoutLinks(text)
    .replaceAll("<", "＜")
    .replace(/\](?=[([:])/g, "] ")
    .replaceAll("\n", "  \n");
}
