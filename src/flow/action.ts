import type { OwnWords } from "./own-words.ts";
import { spaced } from "./records.ts";
import { wordsOf } from "./words.ts";

/** Verbs in the names of tools, and the words that people use to ask for them. */
const ACTIONS: readonly (readonly [tools: string, people: string])[] = [
  [
    "send reply forward email notify message dm",
    "send sends sending sent write reply respond forward notify inform tell post publish say announce share 发 寄 送 回复 转发 通知 告诉 发布 写",
  ],
  [
    "create make new draft generate schedule",
    "create make new add schedule plan set put draft generate write save arrange 创 建 新 加 写 存 排",
  ],
  ["add append insert attach", "add append insert put include write attach invite 加 添 写 插"],
  ["post publish", "post publish announce upload write 发 布 写"],
  ["invite", "invite add 邀 请 加"],
  ["share grant", "share give grant 分享 给"],
  [
    "update edit modify change reschedule rename move set replace",
    "update edit modify change reschedule rename move set fix replace correct adjust postpone shift mark increase decrease raise lower extend 改 更 换 移 调",
  ],
  ["book reserve rent hire", "book booking reserve reservation order rent hire 订 约 租"],
  [
    "pay transfer buy purchase refund order",
    "pay repay transfer buy purchase refund order wire donate 付 转 买 退 汇",
  ],
  ["remember save store keep note", "remember note save store keep memorize forget 记 存 别忘"],
  ["upload download", "upload download save put get 上传 下载"],
];

/** The words that people use to ask for a tool's verb, in every form. */
const ASKED_WITH: ReadonlyMap<string, readonly string[]> = new Map(
  ACTIONS.flatMap(([tools, people]) =>
    tools.split(" ").map((verb) => [verb, people.split(" ").flatMap(forms)] as const),
  ),
);

/** Words that are nouns as often as verbs. They count if a person or a thing follows them as an object. */
const TO_SOMEBODY =
  /\b(?:e-?mail|mail|message|text|dm)\s+(?:(?:h(?:im|er)|them|me|us|everyone|everybody|all|each|every)\b|\p{Lu}|\S+@)/u;

const SENDS = new Set("send reply forward email notify message dm".split(" "));

/** Words for money. Sending money counts as paying. */
const MONEY = /\p{Sc}|\b(?:money|dollars?|euros?|pounds?|francs?|usd|eur|gbp|chf|cny)\b|元|块钱/iu;
const PAYS = new Set("pay transfer buy purchase refund order".split(" "));

/** Nouns in the names of tools that plan or make payments, with any verb. */
const PAYMENTS = new Set(["payment", "transaction", "transfer"]);

/**
 * Whether the user asked for what a tool does, judged by its name and the user's words. If its verb is unknown, the user must
 * have said every longer word of the name.
 */
export function isAskedFor(tool: string, own: OwnWords): boolean {
  const names = wordsOf(spaced(tool));
  const known = names.find((name) => ASKED_WITH.has(name));
  if (known === undefined) return names.every((name) => name.length <= 3 || own.says(forms(name)));
  if (SENDS.has(known) && TO_SOMEBODY.test(own.text)) return true;
  if (PAYS.has(known) && MONEY.test(own.text) && own.says(["send", "sending"])) return true;
  if (names.some((name) => PAYMENTS.has(name)) && own.says(ASKED_WITH.get("pay") ?? [])) return true;
  return own.says(ASKED_WITH.get(known) ?? []);
}

const SAYS = new Set(
  "send reply respond forward email mail notify message dm post publish tweet retweet announce broadcast comment share invite submit upload review chat text sms".split(
    " ",
  ),
);

/** Whether a tool passes its input on to others, judged by its name: a post has readers although no argument names them. */
export function saysToOthers(tool: string): boolean {
  return wordsOf(spaced(tool)).some((name) => SAYS.has(name));
}

const CONTENT = new Set(
  "attachment attachments content contents csv json xml yaml html sheet sheets spreadsheet spreadsheets row rows table tables page pages webpage website archive transcript parse extract scrape crawl download document".split(
    " ",
  ),
);

/** Cached results of `givesContent`, because every call needs one. */
const KNOWN = new WeakMap<{ readonly name: string }, boolean>();

/** Whether a tool returns the content of something, judged by its name. The author of that content also chose its structure. */
export function givesContent(tool: { readonly name: string }): boolean {
  const known = KNOWN.get(tool) ?? wordsOf(spaced(tool.name)).some((name) => CONTENT.has(name));
  KNOWN.set(tool, known);
  return known;
}

function forms(word: string): string[] {
  const stem = word.replace(/e$/, "");
  // The text to search has each Chinese character as a separate word.
  return /\p{Script=Han}/u.test(word) ? [[...word].join(" ")] : [word, `${word}s`, `${stem}ed`, `${stem}ing`];
}
