/** What a chat message says about the questions that wait in its conversation. */
export type Reply =
  /** It answers exactly this question. */
  | { readonly type: "answer"; readonly answer: "approve" | "deny"; readonly id: string }
  /** It is an answer, but several questions wait: the person must say which. */
  | { readonly type: "ambiguous"; readonly answer: "approve" | "deny"; readonly ids: readonly string[] }
  /** It is a message like any other; it approves nothing. */
  | { readonly type: "message" };

const WORDS: Readonly<Record<"approve" | "deny", readonly string[]>> = {
  approve: ["确认", "同意", "批准", "yes", "y", "ok", "approve"],
  deny: ["取消", "放弃", "拒绝", "no", "n", "cancel", "deny"],
};

const BY_WORD: ReadonlyMap<string, "approve" | "deny"> = new Map(
  (["approve", "deny"] as const).flatMap((answer) => WORDS[answer].map((word) => [word, answer] as const)),
);

const MESSAGE: Reply = { type: "message" };

/**
 * Reads a chat message as an answer. Only a whole message counts: trimmed and without regard to case it must be one of the
 * words, alone or followed by the id of a question that waits. Anything else is conversation.
 */
export function readReply(text: string, pending: readonly string[]): Reply {
  const message = text.trim().toLowerCase();
  const alone = BY_WORD.get(message);
  if (alone !== undefined) {
    const [only, ...others] = pending;
    if (only === undefined) return MESSAGE;
    return others.length === 0
      ? { type: "answer", answer: alone, id: only }
      : { type: "ambiguous", answer: alone, ids: [...pending] };
  }
  const id = pending.find((waiting) => message.endsWith(waiting.toLowerCase()));
  if (id === undefined) return MESSAGE;
  const before = message.slice(0, message.length - id.length);
  const answer = BY_WORD.get(before.trimEnd());
  // Letters of one script would run together; a Chinese word needs no blank before an id.
  const apart = /\s$/.test(before) || !/[a-z]$/.test(before);
  return answer !== undefined && apart ? { type: "answer", answer, id } : MESSAGE;
}
