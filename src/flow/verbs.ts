import { nameWords } from "./words.ts";

/** Chinese words for verbs that are asked for by their own word only. */
const CHINESE: Readonly<Record<string, string>> = {
  enable: "启用",
  activate: "激活",
  like: "点赞",
  star: "收藏",
  follow: "关注",
  subscribe: "订阅",
  join: "加入",
  merge: "合并",
  approve: "批准",
  deploy: "部署",
  start: "启动",
  stop: "停止",
  pause: "暂停",
  accept: "接受",
  decline: "谢绝",
  confirm: "确认",
  export: "导出",
  import: "导入",
  register: "报名 注册",
  install: "安装",
  print: "打印",
  lock: "锁上",
  archive: "归档",
  mute: "静音",
  pin: "置顶",
  block: "拉黑 屏蔽",
  scale: "扩容 缩容",
};

const OWN_WORD = (
  "enable activate like star follow subscribe join merge approve commit push fork clone deploy start stop pause accept decline reject confirm authorize " +
  "export import sync connect link register install print sign call verify lock archive mute pin block scale sell"
).split(" ");

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
  ["add append insert attach", "add append insert put include save write attach invite 加 添 写 插"],
  ["post publish tweet", "post publish tweet announce upload write 发 布 写"],
  ["write overwrite", "write rewrite overwrite save put add 写 存"],
  ["comment review rate", "comment review rate write leave post add reply respond 写 评 发"],
  ["contact", "contact ask write message tell 联系 问 写"],
  ["ask request", "ask request 问 请求"],
  ["invite", "invite add 邀 请 加"],
  ["share grant", "share give grant let allow 分享 给"],
  [
    "update edit modify change reschedule rename set replace",
    "update edit modify change reschedule rename move set fix replace correct adjust postpone shift mark increase decrease raise lower extend make enable activate disable deactivate turn switch 改 更 换 移 调 设 开 关",
  ],
  ["move", "move put transfer shift bring reschedule postpone change set 移 放 转 改 调"],
  ["log record track", "log record track note enter write add 记 录"],
  ["turn switch power", "turn switch power enable disable activate deactivate 开 关 启 停"],
  ["close resolve complete finish", "close resolve complete finish mark done 关 完成 结束 打勾"],
  ["assign", "assign give hand 分配 指派 给"],
  ["label tag", "label tag mark 标"],
  [
    "run rerun retry restart trigger execute launch",
    "run rerun retry restart trigger execute launch 运行 重",
  ],
  ["apply redeem", "apply redeem use 用"],
  ["play", "play listen hear 放 播 听"],
  ["refill renew", "refill renew 续"],
  ["copy duplicate", "copy duplicate 复制"],
  // Each of these is asked for by its own word only.
  ...OWN_WORD.map((verb): [string, string] => [verb, [verb, CHINESE[verb] ?? ""].join(" ").trim()]),
  ["book reserve rent hire", "book booking reserve reservation order rent hire 订 约 租"],
  ["pay transfer", "pay repay transfer wire 付 转 汇"],
  ["buy purchase order place checkout", "buy purchase order pay checkout check-out 付 买 订 下单 结账"],
  ["refund", "refund 退"],
  ["donate", "donate give pay 捐"],
  ["remember save store keep note", "remember note save store keep memorize forget 记 存 别忘"],
  ["upload download", "upload download save put get 上传 下载"],
];

/** Words that ask for something although they are no verbs: "I need a new list", "a booking for two". */
const NO_VERBS = new Set("new done booking reservation check-out checkout".split(" "));

/** Verbs that ask for no tool. Their objects therefore do not explain a call. */
const FURTHER =
  "compare check read summarize summarise look find list show see view count search get fetch open visit explain describe translate review sort suggest remind decide know think watch pin mute escalate scale rename star archive lock unlock cancel delete remove revoke mark lend dim rotate promote roll manage react edit stop start approve confirm accept decline unsubscribe react save";
const FURTHER_CHINESE =
  "看 查 读 总结 比较 找 列 对比 翻译 归档 归 提醒 删 取消 打开 打勾 关闭 关注 合并 部署 回滚 订阅 起草 草拟 邀请".split(
    " ",
  );

/** Whether a word asks for something without being a verb. */
export function isNoVerb(word: string): boolean {
  return NO_VERBS.has(word.replace(" ", "-").replace(/s$/, ""));
}

const PEOPLE = ACTIONS.flatMap(([, people]) => people.split(" "));

/** The verbs that begin orders. */
export const ENGLISH_VERBS: ReadonlySet<string> = new Set(
  [...PEOPLE, ...FURTHER.split(" ")].filter((word) => /^[a-z]+$/.test(word) && !NO_VERBS.has(word)),
);
export const CHINESE_VERBS: readonly string[] = [
  ...new Set([...PEOPLE.filter((word) => /\p{Script=Han}/u.test(word)), ...FURTHER_CHINESE]),
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
const OTHER_VERBS = "cancel delete remove extend unlock revoke mark".split(" ");
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
