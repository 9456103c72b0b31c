import { basename, relative } from "node:path";
import type { Effect, EffectKind } from "../contract/effect.ts";
import type { Category } from "../contract/tool.ts";
import { foldForMatching } from "../text/fold.ts";
import type { ToolNames } from "./layer.ts";

/** What the user's own message asks for. Calls that it covers belong to the user, whatever skill is active. */
export interface UserRequest {
  /** Whether the message asks for a call of this tool with this effect. */
  covers(tool: ToolNames, effect: Effect | undefined): boolean;
  /** Whether the message could ask for some call of this tool. */
  mentions(tool: ToolNames): boolean;
}

const DATABASE =
  /\b(?:databases?|tables?|rows?|records?|columns?|sql|quer(?:y|ies))\b|数据库|数据表|表格?|记录|查询/i;

/** The words with which people ask for an effect, in English and Chinese. */
const BY_EFFECT: Readonly<Record<EffectKind, RegExp>> = {
  "file.read":
    /\b(?:read|open|show|list|find|files?|folders?|director(?:y|ies)|look (?:at|in|into)|compare|summari[sz]e|documents?|notes?)\b|文件|目录|读|打开|查看|看一?[下看]|写在|总结|对比|文档|笔记/i,
  "file.write":
    /\b(?:writ(?:e|es|ing|ten)|sav(?:e|es|ed|ing)|stor(?:e|ed|ing)|put|creat(?:e|es|ing)|mak(?:e|es|ing)|append|edit|chang(?:e|es|ing)|updat(?:e|es|ing)|replac(?:e|es|ing)|fix|renam(?:e|es|ing)|mov(?:e|es|ing)|cop(?:y|ies)|export|generat(?:e|es|ing)|fill)\b|写|存|保存|创建|新建|生成|修改|改[成为名]|更新|替换|移动|复制|导出|填/i,
  "file.delete": /\b(?:delet(?:e|es|ing)|remov(?:e|es|ing)|clean|eras(?:e|es|ing))\b|删|清理|清空/i,
  "host.read":
    /https?:|\b(?:search|look(?:ing)? up|find|fetch|download|web|online|internet|sites?|pages?|url|weather|news|prices?|latest)\b|搜|查|网|下载|天气|新闻|价格|最新/i,
  "host.send": /\b(?:send|post|upload|submit|publish|push|sync)\b|发送|发布|上传|提交|推送|同步/i,
  "command.run":
    /\b(?:run|execut(?:e|es|ing)|commands?|scripts?|shell|terminal|build|compile|tests?|install)\b|运行|执行|命令|脚本|终端|编译|测试|安装/i,
  "env.read": /\b(?:env(?:ironment)?|variables?)\b|环境|变量/i,
  "env.write": /\b(?:env(?:ironment)?|variables?)\b|环境|变量/i,
  "message.send": /\b(?:send|tell|notify|message|e-?mail|reply)\b|发给|发送|发消息|通知|告诉|邮件|回复/i,
  "db.read": DATABASE,
  "db.insert": DATABASE,
  "db.update": DATABASE,
  "db.delete": DATABASE,
  "db.schema": DATABASE,
  "db.call": DATABASE,
  "money.spend": /\b(?:pay|buy|order|purchase|book)\b|付|买|订购|下单/i,
};

/** The same for tools that declare no effect, by category. */
const BY_CATEGORY: Readonly<Partial<Record<Category, RegExp>>> = {
  memory: /\b(?:remember|memor(?:y|ies|i[sz]e)|forget|recall)\b|记住|记得|记忆|忘/i,
  schedule:
    /\b(?:remind\w*|schedul\w*|every|daily|weekly|tomorrow|tasks?)\b|提醒|定时|每[天周月小日]|明天|任务/i,
  browser:
    /\b(?:browser?|pages?|sites?|websites?|click|screenshot|log ?in)\b|浏览器|网页|网站|页面|点击|截图|登录/i,
  profile: /\b(?:profile|my name|call me|prefer\w*|language)\b|我叫|称呼|偏好|资料/i,
  channel: /\b(?:send|deliver|attach\w*|files?|images?|pictures?|voice|report)\b|发|附件|文件|图|语音|报告/i,
  data: /json|base64|\b(?:encode|decode|parse|quer(?:y|ies)|convert)\b|编码|解码|解析|转换/i,
  skill: /\bskills?\b|技能/i,
  system:
    /\b(?:times?|dates?|today|now|days?|clock|zones?|system|platform|wait|logs?)\b|时间|几点|日期|今天|现在|时差|系统|平台|等|日志/i,
};

/** Derives what a message asks for, from the names of tools, files and hosts in it and from its verbs. */
export function parseUserRequest(message: string, base: string): UserRequest {
  const text = foldForMatching(message);
  const folded = text.toLowerCase();
  const namesTool = ({ name, aliases }: ToolNames) =>
    [name, ...aliases].some((word) => isNamed(folded, word));
  const asksForCategory = ({ category }: ToolNames) =>
    category !== undefined && BY_CATEGORY[category]?.test(text) === true;
  const namesPath = (target: string) =>
    [relative(base, target), basename(target), ...relative(base, target).split("/")].some(
      (name) => name.length > 1 && isNamed(folded, name),
    );
  const namesHost = (target: string) => {
    const host = URL.parse(target)?.hostname ?? "";
    return host !== "" && folded.includes(host);
  };
  return {
    covers(tool, effect) {
      if (namesTool(tool)) return true;
      if (effect === undefined) return asksForCategory(tool);
      if (BY_EFFECT[effect.kind].test(text)) return true;
      if (effect.kind === "file.read") return namesPath(effect.target);
      return effect.kind === "host.read" && (namesHost(effect.target) || asksForCategory(tool));
    },
    mentions: (tool) =>
      namesTool(tool) ||
      asksForCategory(tool) ||
      (KINDS_OF[tool.category ?? "custom"] ?? []).some((kind) => BY_EFFECT[kind].test(text)),
  };
}

/** The usual effects of a category's tools, for a first check before a call is known. */
const KINDS_OF: Readonly<Partial<Record<Category, readonly EffectKind[]>>> = {
  file: ["file.read", "file.write", "file.delete"],
  network: ["host.read", "host.send"],
  browser: ["host.read"],
  code: ["command.run"],
  channel: ["message.send"],
};

/** Whether a text contains a name as a whole word: "out.txt" is not in "about.txt". */
function isNamed(folded: string, name: string): boolean {
  const wanted = name.toLowerCase();
  for (let at = folded.indexOf(wanted); at !== -1; at = folded.indexOf(wanted, at + 1)) {
    const [before = "", after = ""] = [folded[at - 1], folded[at + wanted.length]];
    if (!/[a-z0-9_]/.test(before) && !/[a-z0-9_]/.test(after)) return true;
  }
  return false;
}
