import { fieldsOf } from "../../../text/record.ts";
import { call, type Intent, say, type ToolResult } from "./intent.ts";
import { spokenTime } from "./spoken-time.ts";

interface Rule {
  readonly when: RegExp;
  intent(match: RegExpExecArray, message: string, today: string | undefined): Intent | undefined;
}

const LIKES = /\b(?:like|love|prefer|hate|favou?rite|always|never)\b|喜欢|讨厌|偏好|偏爱|爱吃|不吃/i;
const REMINDS = /\bremind|\balarm\b|\btimer\b|\b(?:wake|ping|alert|notify) me\b|提醒|叫醒?我|喊我|闹钟/i;

// Requests to remember something or to do it later. The first rule that matches wins.
const RULES: readonly Rule[] = [
  {
    when: /^(?:do|can) you (?:still )?remember\s+(.+)|^remember (?:what|which|who|where|when|how|anything)\b(.*)/i,
    intent: ([whole, about]) => call("search_memory", { query: tidy(about ?? whole) }),
  },
  {
    when: /^what do you remember[\s.!?]*$|^what have i told you[\s.!?]*$|^(?:show|list)(?: me)? (?:your |all |the )*memories\b|^你(?:都|还)?记得(?:些)?什么[？?。]?$|^(?:你的|查看|列出)记忆/i,
    intent: () => call("search_memory"),
  },
  {
    when: /^what did i (?:tell you|say) about (.+)/i,
    intent: ([, about = ""]) => call("search_memory", { query: tidy(about) }),
  },
  {
    when: /^(?:what(?:'s| is| was)|when(?:'s| is)|where(?:'s| is| are)|who(?:'s| is)) my (?!(?:\w+ )?(?:files?|folders?|scripts?)\b|ip\b|name\b)([\p{L} ']{2,40})[\s?.!]*$/iu,
    intent: ([, about = ""]) => call("search_memory", { query: `my ${tidy(about)}` }),
  },
  {
    when: /^我(?:的)?([\p{Script=Han}]{1,10})(?:是|在)(?:什么|哪里|哪儿|哪天|谁|多少|几号)(?:时候|地方)?[？?。]*$/u,
    intent: ([, about = ""]) =>
      /^(?:名字|姓名)/.test(about)
        ? call("get_user_profile")
        : call("search_memory", { query: `我的${about}` }),
  },
  {
    when: /^你(?:知道|记得)我?(.{1,20}?)(?:什么|哪些|谁|哪里)?吗[？?]?$/,
    intent: ([, about = ""]) =>
      /怎么|如何|几点|时间|天气/.test(about) ? undefined : call("search_memory", { query: `我${about}` }),
  },
  {
    when: /^(?:please )?forget (?:everything|all)\b|^(?:请|帮我)?(?:忘掉|忘记|忘了)(?:一切|所有|全部)/i,
    intent: () => say("which-memory"),
  },
  {
    when: /^(?:please )?forget (?:about |that )?(?!(?:it|that|this)\W*$)(.+)|^(?:请|帮我)?(?:忘掉|忘记|忘了)(?!它)(.+)/i,
    intent: ([, en, zh]) => forget(tidy(en ?? zh ?? "")),
  },
  {
    when: /^what do you (?:remember|know) about (?:me|myself)[\s.!?]*$|^你(?:都|还)?(?:记得|知道|了解)(?:我|关于我|我的)?(?:的)?(?:什么|哪些事?情?)(?:关于我)?[？?。]?$/i,
    intent: () => call("search_memory"),
  },
  {
    when: /^what do you (?:remember|know) about (.+)/i,
    intent: ([, about = ""]) => call("search_memory", { query: tidy(about) }),
  },
  {
    when: /^你(?:还)?记得(.+?)吗?[？?]?$|^还?记得(.+?)吗[？?]?$/,
    intent: ([, about, other = ""]) => call("search_memory", { query: tidy(about ?? other) }),
  },
  {
    when: /^(?:please |can you |could you )*(?:remember|note|keep in mind|don'?t forget|make a note(?! in\b)|save (?:in|to) (?:your )?memory)(?: that|:)?\s+(?!down\b)(.+)/is,
    intent: ([, content = ""]) => remember(content),
  },
  {
    when: /^(.{2,200}?)[,，.。]\s*(?:please )?(?:remember (?:that|this|it)|请?记住(?:这一?点|这个|它)?|记一下)[\s.。!！]*$/is,
    intent: ([, content = ""]) => remember(content),
  },
  {
    when: /^(?:请|帮我|麻烦你?|你要)*(?:记住|记一下|记下来?|牢记|别忘了|不要忘记?|记得(?!.*吗))[：:，,\s]*(.+)/s,
    intent: ([, content = ""]) => remember(content),
  },
  { when: /^(?:please )?call me (\S.{0,60})$/i, intent: ([, name = ""]) => named(name) },
  {
    when: /^(?:what(?:'s| is) my name|do you know my name)\b|^我叫什么|^我的名字(?:是|叫)什么/i,
    intent: () => call("get_user_profile"),
  },
  { when: /^my name is (\S.{0,60})$/i, intent: ([, name = ""]) => named(name) },
  {
    when: /^(?:请?叫我|我叫|我的名字[是叫])\s*([^\s，。！!？?]{1,20})[。！!]?$/,
    intent: ([, name = ""]) => named(name),
  },
  {
    when: /^who am i\b|^what do you know (?:of|about) me|^我是谁|^我的(?:档案|资料)/i,
    intent: () => call("get_user_profile"),
  },
  {
    when: /\b(?:list|show|what)\b.*\b(?:reminders?|scheduled|schedules?)\b|(?:有哪些|列出|看看|查看|我的).*(?:提醒|定时任务|计划任务)/i,
    intent: () => call("list_scheduled_tasks"),
  },
  {
    when: /\b(?:cancel|delete|remove|stop)\b.*\b(?:reminders?|alarms?|scheduled)\b(?:.*?\b(s-[\w-]+))?|(?:取消|删除|删掉|停止).*(?:提醒|闹钟|定时任务)(?:.*?(s-[\w-]+))?/i,
    intent: ([, en, zh]) => cancel(en ?? zh),
  },
  {
    when: /\bremind me\b|\b(?:set|create|add|make)\b.{0,12}\b(?:reminder|alarm)\b|\b(?:wake|ping|alert|notify) me\b|\bset an? timer\b|\bevery (?:\d|day|weekday|\w+day|morning|evening|hour|minute)|提醒我|(?:设|定|设置|建|添加)(?:一?个)?(?:提醒|闹钟)|后叫醒?我|叫我起床|(?:设|定).{0,12}闹钟|每(?:天|日|隔|个?(?:周|星期|工作日|小时))/i,
    intent: (_match, message, today) => later(message, today),
  },
];

/** A request to remember or schedule something. `undefined` if the message is about something else. */
export function laterIntent(message: string, today?: string): Intent | undefined {
  const text = message.trim();
  for (const { when, intent } of RULES) {
    const match = when.exec(text);
    const made = match === null ? undefined : intent(match, text, today);
    if (made !== undefined) return made;
  }
  return undefined;
}

function remember(fact: string): Intent | undefined {
  const content = tidy(fact);
  if (content === "") return undefined;
  return call("add_memory", { content, type: LIKES.test(content) ? "preference" : "fact" });
}

function named(name: string): Intent {
  return call("update_user_profile", { key: "name", value: tidy(name) });
}

function later(message: string, today: string | undefined): Intent | undefined {
  const relative = /\bbefore \d|\d+ ?\w+ before\b|[点时]之?前/i.test(message);
  const time = relative ? undefined : spokenTime(message, today);
  if (time === undefined) return REMINDS.test(message) ? say("which-time") : undefined;
  const kind = REMINDS.test(message) ? "reminder" : "task";
  const task = tidy(
    time.rest
      .replace(/^(?:please |can you |请|帮我|麻烦你?)+/i, "")
      .replace(
        /\bremind me(?: to| that| about| of)?\b|\b(?:set|create|add|make)\b.{0,12}\b(?:reminder|alarm)\b(?: for)?|\bset an? timer(?: for)?\b|\b(?:wake|ping|alert|notify) me(?: up)?\b|提醒我(?:要|去)?|(?:设|定|设置|建|添加)(?:一?个)?(?:提醒|闹钟)|(?:设|定)一?个?\s*的?闹钟|叫醒?我/i,
        " ",
      ),
  ).replace(/^(?:to|that|about|for|on|要|去|[，,：:])\s*/i, "");
  return call("schedule_task", { task: task === "" ? message : task, kind, ...time.when });
}

// A single task is cancelled at once. If there are several, the user has to name one.
function cancel(id: string | undefined): Intent {
  if (id !== undefined) return call("cancel_scheduled_task", { id });
  return {
    kind: "call",
    tool: "list_scheduled_tasks",
    input: { status: "active" },
    next({ data }: ToolResult) {
      const tasks = listed(data, "tasks");
      if (tasks.length === 0) return undefined;
      return tasks.length === 1
        ? call("cancel_scheduled_task", { id: String(tasks[0]?.id) })
        : say("which-reminder");
    },
  };
}

function forget(about: string): Intent | undefined {
  if (about === "") return undefined;
  return {
    kind: "call",
    tool: "search_memory",
    input: { query: about },
    next({ data }: ToolResult) {
      const found = listed(data, "memories").filter(({ content }) => sharesWord(String(content), about));
      if (found.length === 0) return undefined;
      return found.length === 1
        ? call("forget_memory", { ids: [String(found[0]?.id)] })
        : say("which-memory");
    },
  };
}

// A search by meaning may find the wrong memory: nothing is deleted that shares no word with the message.
function sharesWord(content: string, about: string): boolean {
  const words = about.toLowerCase().match(/[\p{L}\d]{3,}|\p{Script=Han}{2}/gu) ?? [];
  return words.some(
    (word) =>
      !/^(?:the|that|this|about|my|our|your|i|我的)$/.test(word) && content.toLowerCase().includes(word),
  );
}

function listed(data: unknown, key: string): readonly Readonly<Record<string, unknown>>[] {
  const list = fieldsOf(data)[key];
  return Array.isArray(list) ? list : [];
}

function tidy(text: string): string {
  return text
    .replace(/\s+/g, " ")
    .replace(/[\s。.！!？?，,]+$/, "")
    .trim();
}
