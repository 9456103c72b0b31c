import { spokenTime } from "./spoken-time.ts";
import type { Wish } from "./wish.ts";

interface Rule {
  readonly when: RegExp;
  wish(match: RegExpExecArray, message: string): Wish | undefined;
}

const call = (tool: string, input: Readonly<Record<string, unknown>> = {}): Wish => ({
  kind: "call",
  tool,
  input,
});

const LIKES = /\b(?:like|love|prefer|hate|favou?rite|always|never)\b|喜欢|讨厌|偏好|偏爱|爱吃|不吃/i;
const REMINDS = /\bremind\b|提醒|叫我|喊我/i;

// What is kept and what is done later. The first rule that makes something of the message wins.
const RULES: readonly Rule[] = [
  {
    when: /^(?:do you |can you )?(?:still )?remember (?:what|which|who|where|when|how|my|anything|about)\b(.*)/i,
    wish: ([whole]) => call("search_memory", { query: whole.trim() }),
  },
  {
    when: /^what do you (?:remember|know) about (?:me|myself)[\s.!?]*$|^你(?:都|还)?(?:记得|知道|了解)(?:我|关于我|我的)?(?:的)?(?:什么|哪些事?情?)(?:关于我)?[？?。]?$/i,
    wish: () => call("search_memory"),
  },
  {
    when: /^what do you (?:remember|know) about (.+)/i,
    wish: ([, about = ""]) => call("search_memory", { query: tidy(about) }),
  },
  {
    when: /^你?(?:还)?记得(.+?)吗?[？?]?$/,
    wish: ([, about = ""]) => call("search_memory", { query: tidy(about) }),
  },
  {
    when: /^(?:please |can you )?(?:remember|note|keep in mind)(?: that|:)?\s+(.+)/is,
    wish: ([, told = ""]) => remember(told),
  },
  {
    when: /^(?:请|帮我|麻烦你?)*(?:记住|记一下|记下|牢记)[：:，,\s]*(.+)/s,
    wish: ([, told = ""]) => remember(told),
  },
  { when: /^(?:please )?call me (\S.{0,60})$/i, wish: ([, name = ""]) => named(name) },
  { when: /^my name is (\S.{0,60})$/i, wish: ([, name = ""]) => named(name) },
  {
    when: /^(?:请?叫我|我叫|我的名字[是叫])\s*([^\s，。！!？?]{1,20})[。！!]?$/,
    wish: ([, name = ""]) => named(name),
  },
  {
    when: /^who am i\b|^what do you know (?:of|about) me|^我是谁|^我的(?:档案|资料)/i,
    wish: () => call("get_user_profile"),
  },
  {
    when: /\b(?:list|show|what)\b.*\b(?:reminders?|scheduled|schedules?)\b|(?:有哪些|列出|看看|查看|我的).*(?:提醒|定时任务|计划任务)/i,
    wish: () => call("list_scheduled_tasks"),
  },
  {
    when: /\bremind me\b|\bevery (?:\d|day|weekday|\w+day|morning|evening|hour|minute)|提醒我|每(?:天|日|隔|个?(?:周|星期|工作日|小时))/i,
    wish: (_match, message) => later(message),
  },
];

/** What a message wants to be kept or to be done later; nothing when it is about something else. */
export function laterWish(message: string): Wish | undefined {
  const text = message.trim();
  for (const { when, wish } of RULES) {
    const match = when.exec(text);
    const made = match === null ? undefined : wish(match, text);
    if (made !== undefined) return made;
  }
  return undefined;
}

function remember(told: string): Wish | undefined {
  const content = tidy(told);
  if (content === "") return undefined;
  return call("add_memory", { content, type: LIKES.test(content) ? "preference" : "fact" });
}

function named(name: string): Wish {
  return call("update_user_profile", { key: "name", value: tidy(name) });
}

function later(message: string): Wish | undefined {
  const time = spokenTime(message);
  if (time === undefined) return undefined;
  const kind = REMINDS.test(message) ? "reminder" : "task";
  const task = tidy(
    time.rest
      .replace(/^(?:please |can you |请|帮我|麻烦你?)+/i, "")
      .replace(/\bremind me(?: to| that| about| of)?\b|提醒我(?:要|去)?/i, " "),
  ).replace(/^(?:to|that|要|去|[，,：:])\s*/i, "");
  return call("schedule_task", { task: task === "" ? message : task, kind, ...time.when });
}

function tidy(text: string): string {
  return text
    .replace(/\s+/g, " ")
    .replace(/[\s。.！!？?，,]+$/, "")
    .trim();
}
