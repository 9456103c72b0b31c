import { nameWords } from "./words.ts";

/** Verbs in the names of tools, and the words that people use to ask for them. */
const ACTIONS: readonly (readonly [tools: string, people: string])[] = [
  [
    "send reply forward email notify message dm",
    "send write answer reply respond forward notify inform tell post publish say announce share 发 寄 送 回复 转发 通知 告诉 发布 写",
  ],
  [
    "create make new draft generate schedule",
    "create make new add schedule plan set put draft generate write save arrange 创 建 新 加 写 存 排",
  ],
  ["add append insert attach", "add append insert put include write attach invite 加 添 写 插"],
  ["post publish tweet", "post publish tweet announce upload write 发 布 写"],
  ["write comment review rate", "write comment review rate leave post add reply respond 写 评 发"],
  ["contact", "contact ask write message tell 联系 问 写"],
  ["ask request", "ask request 问 请求"],
  ["invite", "invite add 邀 请 加"],
  ["share grant", "share give grant 分享 给"],
  [
    "update edit modify change reschedule rename move set replace",
    "update edit modify change reschedule rename move set fix replace correct adjust postpone shift mark increase decrease raise lower extend make enable activate disable deactivate turn switch 改 更 换 移 调 设 开 关",
  ],
  ["turn switch power", "turn switch power enable disable activate deactivate 开 关 启 停"],
  ["close resolve complete finish", "close resolve complete finish mark done 关 完成 结束"],
  ["assign", "assign give hand 分配 指派 给"],
  ["label tag", "label tag mark 标"],
  [
    "run rerun retry restart trigger execute launch",
    "run rerun retry restart trigger execute launch 运行 重",
  ],
  ["apply redeem", "apply redeem use 用"],
  ["play", "play listen hear 放 播 听"],
  ["refill renew", "refill renew 续"],
  // Each of these is asked for by its own word only.
  ...[
    "enable",
    "activate",
    "like",
    "star",
    "follow",
    "subscribe",
    "join",
    "merge",
    "approve",
    "commit",
    "push",
  ].map((verb) => [verb, verb] as const),
  ...[
    "fork",
    "clone",
    "deploy",
    "start",
    "stop",
    "pause",
    "accept",
    "decline",
    "reject",
    "confirm",
    "authorize",
  ].map((verb) => [verb, verb] as const),
  ...[
    "export",
    "import",
    "sync",
    "connect",
    "link",
    "register",
    "install",
    "print",
    "sign",
    "call",
    "verify",
  ].map((verb) => [verb, verb] as const),
  ["book reserve rent hire", "book booking reserve reservation order rent hire 订 约 租"],
  [
    "pay transfer buy purchase refund order place checkout donate",
    "pay repay transfer buy purchase refund order wire donate checkout check-out 付 转 买 退 汇 捐 下单 结账",
  ],
  ["remember save store keep note", "remember note save store keep memorize forget 记 存 别忘"],
  ["upload download", "upload download save put get 上传 下载"],
];

/** The words that people use to ask for a tool's verb, in every form. */
export const ASKED_WITH: ReadonlyMap<string, readonly string[]> = new Map(
  ACTIONS.flatMap(([tools, people]) =>
    tools
      .split(" ")
      .map(
        (verb) => [verb, people.split(" ").flatMap((word) => orderForms(word.replace("-", " ")))] as const,
      ),
  ),
);

/** Verbs that act on things, and that people say by the same word. */
const OTHER_VERBS = "cancel delete remove extend archive lock unlock revoke mark".split(" ");
const VERBS: ReadonlySet<string> = new Set([...ASKED_WITH.keys(), ...OTHER_VERBS]);
const JOINS = new Set(
  "to on in from for with of at by as into off a an the all new my and or up out".split(" "),
);

/** The object of a tool: the words after its verb. Empty if the name has no known verb. */
export function objectOf(tool: string): string[] {
  const words = nameWords(tool);
  const verb = words.findIndex((word) => VERBS.has(word));
  return verb === -1 ? [] : words.slice(verb + 1).filter((word) => !JOINS.has(word));
}

/** The forms of a verb in an order. The past tense tells what somebody did: "the sheet that Bob shared". */
function orderForms(word: string): string[] {
  return forms(word).filter((form) => !form.endsWith("ed") || form === word);
}

/** The forms of a verb. */
export function forms(word: string): string[] {
  const stem = word.replace(/e$/, "");
  // The text to search has each Chinese character as a separate word.
  return /\p{Script=Han}/u.test(word) ? [[...word].join(" ")] : [word, `${word}s`, `${stem}ed`, `${stem}ing`];
}
