import { shellWord } from "../../../support/shell-word.ts";
import { call, type Intent, say } from "./intent.ts";
import { isScript, pathsIn, quotedIn, scriptCommand } from "./named-path.ts";

const RUNS = /\b(?:run|execute|start|launch|invoke)\b|运行|执行(?!力)|跑一?下|跑这个|跑起来|跑一遍|启动/i;
const PROGRAMS =
  "ls|pwd|cat|echo|date|whoami|uname|df|du|wc|head|tail|sort|find|grep|git|npm|npx|pnpm|yarn|node|deno|python3?|pip3?|bash|sh|make|cargo|go|java|pytest|tree|mkdir|touch|env|which|ps|sleep|printf|awk|sed|jq";
const COMMAND = new RegExp(
  `^(?:please |请|帮我)*(?:run|execute|运行|执行)(?: the| this)?(?: command| 命令|命令)?[\\s:：]+((?:${PROGRAMS})(?!\\s+(?:code|scripts?|programs?|an?|the|my|some|this|that|it)\\b)(?:\\s+[\\s\\S]+)?)$`,
  "i",
);
const NAMED_COMMAND = /\b(?:command|program)[\s:]+(\S[\s\S]*)$|命令\s*[:：]?\s*([\w./-][\s\S]*)$/i;
// A line that already is a command, as one types it.
const BARE =
  /^(?:bash|sh|python3?|node|npm|npx|git|cargo|pytest|deno|go (?:run|test|build))\s+\S[\s\S]*$|^make(?:\s+[\w-]+)?$|^(?:pwd|whoami|uname|df|git|pytest|tree)(?:\s+-\S+)*$/;

/** Recognizes a request to run a script, a command or a script of a skill. Returns `undefined` for any other message. */
export function runIntent(message: string, earlier: readonly string[]): Intent | undefined {
  const text = message.trim().replace(/[。！!？?]+$/, "");
  const ofSkill = skillScript(text);
  if (ofSkill !== undefined) return ofSkill;
  if (BARE.test(text) && !/\p{Script=Han}/u.test(text)) return call("shell", { command: text });
  if (/^\.{1,2}\/\S+$/.test(text) && isScript(text)) return call("shell", { command: scriptCommand(text) });
  if (!RUNS.test(text)) return undefined;
  const script = pathsIn(text).find(isScript);
  if (script !== undefined)
    return call("shell", { command: `${scriptCommand(script)}${argumentsAfter(text, script)}` });
  const [quoted] = quotedIn(text);
  if (quoted !== undefined) return call("shell", { command: quoted });
  const typed = COMMAND.exec(text)?.[1] ?? NAMED_COMMAND.exec(text)?.slice(1).find(Boolean);
  if (typed !== undefined) return call("shell", { command: plainCommand(typed) });
  if (!/script|command|program|脚本|命令|程序|它|\bit\b|\bthis\b|\bthat\b|这个|那个/i.test(text))
    return undefined;
  if (/\d|\b(?:how|why|what|when)\b/i.test(text)) return undefined;
  const before = earlier.flatMap(pathsIn).find(isScript);
  return before === undefined ? say("which-script") : call("shell", { command: scriptCommand(before) });
}

function plainCommand(typed: string): string {
  return typed.replace(/\s+(?:please|for me)$/i, "").trim();
}

/** The arguments of a script: options right after its name, or what the message calls its arguments. */
function argumentsAfter(text: string, script: string): string {
  const rest = text.slice(text.indexOf(script) + script.length).replace(/^[`'"”]/, "");
  const named =
    /^\s+(?:with|using)\s+(?:the )?(?:arguments?|args?|parameters?|options?)\s+(.+)$/i.exec(rest)?.[1] ??
    /^\s*[，,]?\s*(?:参数(?:是|为)?|带参数|带上参数)\s*[:：]?\s*(.+)$/.exec(rest)?.[1] ??
    /^\s+(-{1,2}\w.*)$/.exec(rest)?.[1] ??
    /^\s+(?!(?:please|now|again|twice|once|for|and|then|thanks?|script|with|in|on|from)\b)([\w./=:-]+)$/i.exec(
      rest,
    )?.[1];
  if (named === undefined) return "";
  return named
    .trim()
    .split(/\s+/)
    .map((word) => ` ${shellWord(word.replace(/^['"“]|['"”]$/g, ""))}`)
    .join("");
}

function skillScript(text: string): Intent | undefined {
  const named =
    /\b(?:run|execute|use|start)\b.*?(?:script\s+)?([\w.-]+\.\w+)\s+(?:of|from|in)\s+(?:the\s+)?(?:skill\s+([a-z0-9-]+)|([a-z0-9-]+)\s+skill)/i.exec(
      text,
    ) ??
    /\b(?:run|execute)\b.*?(?:skill\s+([a-z0-9-]+)|([a-z0-9-]+)\s+skill)(?:'s)?(?:\s+script)?\s+([\w.-]+\.\w+)/i.exec(
      text,
    );
  const zh =
    /(?:运行|执行|跑一?下)\s*(?:技能\s*([a-z0-9-]+)|([a-z0-9-]+)\s*(?:这个)?技能)\s*(?:里|中)?的?\s*(?:脚本)?\s*([\w.-]+\.\w+)/i.exec(
      text,
    );
  const words = [...(named?.slice(1) ?? []), ...(zh?.slice(1) ?? [])].filter((word) => word !== undefined);
  const script = words.find((word) => /\.\w+$/.test(word));
  const skill = words.find((word) => word !== script);
  if (script === undefined || skill === undefined) return undefined;
  const rest = text.slice(text.indexOf(script) + script.length);
  const args = /(?:arguments?|args?|with|参数(?:是|为)?)\s*[:：]?\s+(?:arguments?\s+)?(.+)$/i.exec(rest)?.[1];
  return call("run_skill_script", {
    skill,
    script,
    ...(args === undefined ? {} : { args: args.trim().split(/\s+/) }),
  });
}
