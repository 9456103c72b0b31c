import type { AnswerButton } from "../../../runtime.ts";

/**
 * A card with a text and its buttons. The text is plain: in Feishu's texts and Markdown, `<at id=all>` would
 * mention everybody and an address would become a link, whoever made the model write it.
 */
export function feishuCard(text: string, buttons: readonly AnswerButton[] = []): object {
  const actions = buttons.map(({ words, reply, answer }) => ({
    tag: "button",
    text: { tag: "plain_text", content: words },
    type: answer === "deny" ? "danger" : "primary",
    value: { reply },
  }));
  return {
    // Without update_multi only the person who pressed would see the answer.
    config: { wide_screen_mode: true, update_multi: true },
    elements: [
      { tag: "div", text: { tag: "plain_text", content: text } },
      ...(actions.length === 0 ? [] : [{ tag: "action", actions }]),
    ],
  };
}
