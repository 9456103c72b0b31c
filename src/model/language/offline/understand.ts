import { laterWish } from "./later-wish.ts";
import { isScript, pathIn, quotedIn, scriptCommand } from "./named-path.ts";
import { timeZoneIn } from "./place-time-zone.ts";
import type { Wish } from "./wish.ts";

interface Rule {
  readonly when: RegExp;
  wish(message: string, earlier: readonly string[]): Wish | undefined;
}

const call = (tool: string, input: Readonly<Record<string, unknown>> = {}): Wish => ({
  kind: "call",
  tool,
  input,
});

// The first rule that makes something of the message wins, so the narrow ones stand first.
const RULES: readonly Rule[] = [
  { when: /\b(?:run|execute|start)\b|运行|执行|跑一下|跑这个/i, wish: runWish },
  { when: /\b(?:write|save|put|create)\b|写入|写到|保存|新建|创建/i, wish: writeWish },
  {
    when: /\b(?:find|search|grep|look)\b.*\b(?:in|inside|within|through)\b.*(?:files?|folder|code|project|workspace|director|\.\w+|\/)|(?:文件|代码|目录|项目|工程).*(?:里|中|内).*(?:搜|找|查)|(?:在|从).*(?:文件|代码|目录|项目).*(?:搜|找|查)/i,
    wish: grepWish,
  },
  {
    when: /\b(?:list|show|what|which|ls)\b.*\b(?:files?|folders?|director(?:y|ies))\b|^ls\b|(?:列出|显示|看看|有哪些|有什么|哪些).*(?:文件|目录)|(?:文件|目录)(?:夹)?(?:列表|有哪些|里有什么文件)/i,
    wish: listWish,
  },
  {
    when: /\b(?:read|show|open|print|cat|summari[sz]e|explain|what(?:'s| is| does)|contents?)\b|读|打开|查看|看看|看一下|内容|里面有什么|里有什么|是什么/i,
    wish: (message, earlier) => readWish(message, earlier),
  },
  {
    when: /what(?:'s| is)? the time|what time|time is it|current time|time (?:is it )?in\b|what(?:'s| is) (?:the date|today)|what day|today'?s date|几点|什么时间|现在时间|当前时间|现在.*时间|几号|星期几|周几|日期/i,
    wish: (message) => {
      const timezone = timeZoneIn(message);
      return call("current_time", timezone === undefined ? {} : { timezone });
    },
  },
  {
    when: /\b(?:search|look up|google|find out|weather|news|forecast)\b|搜索|搜一下|查一下|查查|找一下|天气|新闻|百度/i,
    wish: (message) => call("web_search", { query: queryOf(message) }),
  },
  {
    when: /^\s*(?:hi|hello|hey|good (?:morning|evening|afternoon)|help|你好|您好|嗨|帮助|你是谁|who are you|what can you do|你能做什么|你会什么)/i,
    wish: () => ({ kind: "say", what: "greeting" }),
  },
  { when: /^\s*(?:thanks?|thank you|thx|谢谢|多谢|感谢)/i, wish: () => ({ kind: "say", what: "thanks" }) },
];

/** What a message asks for, read by rules. `earlier` are the user's messages before it, newest first. */
export function understand(message: string, earlier: readonly string[]): Wish {
  const later = laterWish(message);
  if (later !== undefined) return later;
  for (const { when, wish } of RULES) {
    const made = when.test(message) ? wish(message, earlier) : undefined;
    if (made !== undefined) return made;
  }
  return { kind: "say", what: "unknown" };
}

function runWish(message: string, earlier: readonly string[]): Wish | undefined {
  const path = pathIn(message);
  if (path !== undefined && isScript(path)) return call("shell", { command: scriptCommand(path) });
  const [quoted] = quotedIn(message);
  if (quoted !== undefined) return call("shell", { command: quoted });
  if (!/script|command|program|脚本|命令|程序|它|\bit\b|\bthis\b|这个/i.test(message)) return undefined;
  const before = earlier.map(pathIn).find((named) => named !== undefined && isScript(named));
  return before === undefined
    ? { kind: "say", what: "which-script" }
    : call("shell", { command: scriptCommand(before) });
}

function writeWish(message: string): Wish | undefined {
  const path = pathIn(message);
  const content = quotedIn(message).find((text) => text !== path);
  return path === undefined || content === undefined ? undefined : call("write_file", { path, content });
}

function grepWish(message: string): Wish | undefined {
  const [quoted] = quotedIn(message);
  const named =
    /\b(?:for|find|grep|search)\s+(?:for\s+)?(\S+)\s+(?:in|inside|within|through)\b/i.exec(message)?.[1] ??
    /(?:搜索|搜一下|搜|查找|查|找一下|找)\s*([^\s，。？?！!]{1,60})/.exec(message)?.[1];
  const pattern = quoted ?? named;
  if (pattern === undefined) return undefined;
  const path = pathIn(message.replace(pattern, " "));
  return call("grep", { pattern, literal: true, ...(path === undefined ? {} : { path }) });
}

function listWish(message: string): Wish | undefined {
  const path = pathIn(message);
  // "Show the file a.txt" wants its content, not its name.
  if (path !== undefined && /\.\w+$/.test(path)) return undefined;
  if (/(?:这个|那个|该)文件|\b(?:this|that) file\b/i.test(message)) return undefined;
  return call("list_files", path === undefined ? {} : { path });
}

function readWish(message: string, earlier: readonly string[]): Wish | undefined {
  const path = pathIn(message);
  if (path !== undefined) return call("read_file", { path });
  if (!/\b(?:this|that|the) file\b|这个文件|那个文件|该文件|文件里/i.test(message)) return undefined;
  const before = earlier.map(pathIn).find((named) => named !== undefined);
  return before === undefined ? { kind: "say", what: "which-file" } : call("read_file", { path: before });
}

function queryOf(message: string): string {
  const text = message
    .replace(/^(?:please|can you|could you|hey|帮我|请|麻烦|给我)+\s*/gi, "")
    .replace(
      /^(?:search(?: the web| online)?(?: for)?|look up|google|find out|查一下|查查|搜索一下|搜索|搜一下|找一下)\s*/i,
      "",
    )
    .replace(/[。？?！!.]+$/, "")
    .trim();
  return (text === "" ? message.trim() : text).slice(0, 300);
}
