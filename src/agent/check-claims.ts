import type { EffectKind } from "../contract/effect.ts";
import { trimEndOf } from "../text/text-end.ts";
import type { Receipt } from "./workflow/state.ts";

// A fence ends with as many backticks or tildes as it began with, or with the text.
const FACTS = /(`{3,}|~{3,})[\s\S]*?(?:\1|(?![\s\S]))|`[^`\n]*`|^>.*$/gm;

const FILES =
  /\b(?:files?|folders?|director(?:y|ies)|documents?|notes?|reports?|lines?|changes|content)\b|[\w-]\.[a-z]\w{0,5}\b|文件|文档|笔记|目录|报告|内容|改动/i;

/** The kinds of claims that are checked. */
const CLAIM_KINDS: readonly ClaimKind[] = [
  {
    done: {
      en: "written|wrote|saved|created|updated|edited|appended|overwrote|overwritten|renamed|moved|added|stored|replaced|copied",
      zh: "写入|写进|写到|写好|写完|保存|存到|存好|创建|新建|生成|更新|修改|改好|重命名|改名|移动|追加|添加|复制",
    },
    things: FILES,
    effects: ["file.write", "file.delete"],
    tools:
      /write|edit|create|save|update|move|rename|install|draft|memory|schedule|task|profile|shell|script|call_mcp_tool/,
  },
  {
    done: { en: "deleted|removed|erased|cleared", zh: "删除|删掉|删了|清除|清空|移除" },
    things: FILES,
    effects: ["file.delete"],
    tools: /delete|remove|uninstall|forget|cancel|clear|shell|script|call_mcp_tool/,
  },
  {
    done: {
      en: "sent|emailed|posted|delivered|published|forwarded|uploaded|submitted",
      zh: "发送|发出去|发出|发给|寄出|发布|提交|转发|上传",
    },
    things:
      /\b(?:e-?mails?|mails?|messages?|letters?|repl(?:y|ies)|posts?|files?|forms?|requests?)\b|邮件|消息|信息|信|回复|文件|表单|短信/i,
    effects: ["message.send", "host.send"],
    tools: /send|post|deliver|publish|message|mail|upload|submit|http_request|shell|script|call_mcp_tool/,
  },
  {
    done: {
      en: "ran|run|executed|installed|started|launched|finished running",
      zh: "运行|执行|安装|启动|跑完|跑了",
    },
    things: /\b(?:scripts?|commands?|programs?|tests?|jobs?|it)\b|脚本|命令|程序|测试|任务|依赖/i,
    effects: ["command.run"],
    tools: /shell|script|run|exec|install|code|call_mcp_tool/,
  },
  {
    done: {
      en: "scheduled|set (?:up )?an? (?:reminder|alarm)|planned",
      zh: "设置了?(?:一?个)?提醒|设好提醒|安排|预约|设好闹钟",
    },
    things: /\b(?:reminders?|alarms?|tasks?|meetings?|events?)\b|提醒|闹钟|任务|会议|日程/i,
    effects: [],
    tools: /schedule|task|remind|calendar|event|shell|script|call_mcp_tool/,
  },
];

// Words that make a clause a denial, a plan, an offer, a condition or a report about something else.
const NO_CLAIM =
  /\b(?:not|n't|never|cannot|could|unable|failed|without|if|would|will|should|shall|may|might|can|once|after|before|whether|unless|nothing|none|no one|let me|please|says?|shows?|states|according to|automatically|yesterday|last (?:week|month|year)|ago|(?:in|on|since) (?:1\d|20)\d\d|on (?:mon|tues|wednes|thurs|fri|satur|sun)day|by (?!me\b)\p{Lu}\w+)\b|没|未|不|无法|失败|如果|若|之后|将会|即将|将要|会(?!议)|要(?!求)|可以|可能|能够|需要|应该|请|是否|吗|昨天|上周|去年|前天|\d{4}\s*年|自动|由[^，。]{1,10}(?:于|在|创建|发送|写)|是[^，。]{1,12}的$|已经?存在|\d\s*版/iu;
// "I moved on", "我添加了一些说明": these verbs are claims only if a thing is named.
const VAGUE =
  /\b(?:moved|added|started|updated|planned|replaced|copied|cleared|edited|stored|finished)\b|添加|更新|修改|生成|启动|安排|提交|复制|移动/i;
const HELPED = "(?:已经?|刚才|刚刚|成功地?|帮你|帮您|帮忙|为你|为您|替你|替您|给你|给您)";
const OBJECT = "(?:(?:把|将)[^，。；！？\\n]{1,60}?)";

// Active (first person or no subject) and passive forms.
const FORMS = CLAIM_KINDS.map((kind) => {
  const { en, zh } = kind.done;
  const self =
    "(?:I|we)(?:'ve|’ve| have)?(?: now| just| already| also| successfully| went ahead and| gone ahead and)*";
  const ended = kind.effects.includes("command.run")
    ? "|\\b(?:ran|completed|finished)(?: successfully| fine)?\\s*$"
    : "";
  return {
    kind,
    active: new RegExp(
      `\\b${self} (?:${en})\\b|^(?:done[!,.:—-]*\\s*)?(?:successfully )?(?:${en})\\b(?! (?:by|files? (?:are|is)))|我(?:们)?${HELPED}*${OBJECT}?(?:${zh})|${HELPED}+${OBJECT}?(?:${zh})|(?:${zh})(?:(?:成功|完成|完毕|好|完)?了|成功|完成|完毕)`,
      "i",
    ),
    passive: new RegExp(
      `\\b(?:has been|have been|was|were|is|are)(?: now| just| already| successfully)* (?:${en})\\b|\\b(?:${en})(?: successfully)?\\s*$${ended}`,
      "i",
    ),
  };
});

/** Claims in an answer that no call of this run supports. Code, quotations, questions and denials are not claims. */
export function unsupportedClaims(answer: string, receipts: readonly Receipt[]): string[] {
  const clauses = clausesOf(proseOf(answer)).filter((clause) => !NO_CLAIM.test(clause));
  return FORMS.flatMap((form) =>
    clauses.filter(
      (clause) => claims(clause, form) && !receipts.some((receipt) => supports(receipt, form.kind, clause)),
    ),
  );
}

function claims(clause: string, { kind, active, passive }: (typeof FORMS)[number]): boolean {
  // "I run" is not past tense, and "run" alone is an imperative.
  if (/^(?:please )?(?:run|set)\b|\b(?:I|we) (?:run|set up)\b/i.test(clause)) return false;
  const named = kind.things.test(clause);
  if (active.test(clause)) return named || !VAGUE.test(clause);
  return named && passive.test(clause);
}

// A program that failed has run nevertheless. That it succeeded is another claim.
function supports({ ok, effects, tool, code }: Receipt, kind: ClaimKind, clause: string): boolean {
  const wentWell = /success|\bfine\b|passed|worked|without (?:errors?|problems?)|成功|正常|顺利/i.test(
    clause,
  );
  const happened =
    ok ||
    (!wentWell && (code === "exit_nonzero" || code === "timeout") && kind.effects.includes("command.run"));
  return happened && (effects.some((effect) => kind.effects.includes(effect)) || kind.tools.test(tool));
}

function clausesOf(prose: string): string[] {
  return prose
    .split(/(?<=[.!?;,])\s+|(?<=[。！？；，\n])|(?<!\s)\s{1,9}[—–-]\s{1,9}|\n/)
    .filter((clause) => !/[?？]\s*$/.test(clause))
    .map((clause) => trimEndOf(clause, /[.!;,。！；，\s]/).trim())
    .filter((clause) => clause !== "");
}

/** One kind of action that an answer may claim. */
interface ClaimKind {
  /** Verbs for the finished action, as parts of patterns. */
  readonly done: { readonly en: string; readonly zh: string };
  /** The objects of the action. Without a subject, one of these makes the clause a report. */
  readonly things: RegExp;
  /** A successful call with one of these effects supports the claim. */
  readonly effects: readonly EffectKind[];
  /** So does a successful call of one of these tools. */
  readonly tools: RegExp;
}

/** An answer with code and quotations blanked out. Those are facts, which no rule may change. */
export function proseOf(answer: string): string {
  return answer.replace(FACTS, (fact) => " ".repeat(fact.length));
}

/** Changes the prose of an answer and leaves code and quotations unchanged. */
export function changeProse(answer: string, change: (prose: string) => string): string {
  const facts = [...answer.matchAll(FACTS)];
  let done = 0;
  let text = "";
  for (const fact of facts) {
    text += change(answer.slice(done, fact.index)) + fact[0];
    done = fact.index + fact[0].length;
  }
  return text + change(answer.slice(done));
}
