import type { ScriptedReply } from "../../src/model/language/scripted-model.ts";

/** Numbers that look random and are the same for the same seed. */
export function random(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

const TEXTS = [
  "",
  "Done.",
  "好的。",
  "I have deleted the file.",
  "已发送邮件。",
  "As an AI model, no 🙂",
  "```\ncode\n```",
  " \n",
];
const TOOLS = ["look", "act", "forbidden", "Look", "functions.act", "lok", "__proto__", ""];
const INPUTS = [
  "{}",
  '{"n":1}',
  '{"n":2}',
  '{"n":3',
  "{n: 4}",
  '{"n":"x"}',
  "nonsense",
  "[]",
  '{"n":1,"m":2}',
];

/** Whatever a model might say: nothing, claims, calls that are right, wrong, repeated, broken or not allowed. */
export function anyReply(next: () => number): ScriptedReply {
  const pick = <Item>(items: readonly Item[]): Item => items[Math.floor(next() * items.length)] as Item;
  const calls =
    next() < 0.65
      ? Array.from({ length: 1 + Math.floor(next() * 3) }, () => ({
          tool: pick(TOOLS),
          input: pick(INPUTS),
          ...(next() < 0.1 ? { id: "same" } : {}),
        }))
      : [];
  return { text: pick(TEXTS), calls };
}
