import type { Tool } from "../../contract/tool.ts";

interface Family {
  readonly tools: RegExp;
  /** A request that says one of these may need the family. */
  readonly words: RegExp;
}

// Built-in tools that few requests need. Their definitions would take half of what all take.
const FAMILIES: readonly Family[] = [
  {
    tools: /^browser_(?!open$)/,
    words:
      /\b(?:browser?|page|site|website|click|screenshot|form|button|log ?in)\b|浏览器|网页|网站|页面|点击|截图|表单|登录/i,
  },
  {
    tools: /^(?:json|base64)_/,
    words: /json|base64|\b(?:encode|decode|parse|quer(?:y|ies))\b|编码|解码|解析/i,
  },
  {
    tools: /^(?:call_mcp_tool|get_mcp_instructions|get_mcp_prompt|read_mcp_resource)$/,
    words: /\bmcp\b|\bservers?\b|\bresources?\b|\bprompts?\b|服务器|资源/i,
  },
  {
    tools: /^(?:draft_skill|install_skill|uninstall_skill)$/,
    words: /skill|install|技能|安装|卸载/i,
  },
  {
    tools: /^(?:deliver_artifacts|get_image_file|get_voice_file)$/,
    words:
      /\b(?:images?|pictures?|photos?|voice|audio|recordings?|files?|attach\w*|send|deliver|report)\b|图|照片|语音|录音|附件|文件|发给|发送|报告/i,
  },
  {
    tools: /^http_(?:get|post|request)$/,
    words: /https?:|\b(?:api|http|post|request|webhook|endpoint|curl)\b|接口|请求/i,
  },
  {
    tools: /^(?:update_scheduled_task|trigger_scheduled_task)$/,
    words: /\b(?:remind\w*|schedul\w*|tasks?|plan\w*|pause|resume|every)\b|提醒|定时|任务|计划|暂停|每/i,
  },
  {
    tools: /^(?:get_env|set_env|detect_platform|sleep|get_run_log|get_memory_stats|skip_profile_question)$/,
    words:
      /\b(?:env\w*|variables?|system|platform|machine|computer|node|wait|sleep|seconds?|minutes?|logs?|calls?|did|memor\w+|remember|skip|question)\b|环境|变量|系统|平台|电脑|等待?|秒|分钟|日志|记录|记忆|记得|跳过|问题/i,
  },
];
const OFTEN = 3;

/** What decides whether a tool is offered although few requests need it. */
interface OfferReasons {
  readonly message: string;
  readonly pinned: readonly string[];
  /** How often each tool was used before. */
  readonly uses: Readonly<Record<string, number>>;
}

/**
 * The tools to offer from the start: all but built-in ones that are seldom used, of which the message does not speak, and
 * that were neither pinned nor used often. Those are listed in the prompt, and a search for them puts them on offer.
 */
export function offeredAtOnce(
  tools: readonly Tool[],
  { message, pinned, uses }: OfferReasons,
): readonly Tool[] {
  const silent = FAMILIES.filter(({ words }) => !words.test(message));
  const servers = tools.some(({ source }) => source === "mcp");
  const kept = new Set(pinned);
  return tools.filter(({ name, source }) => {
    if (source !== "builtin" || kept.has(name) || (uses[name] ?? 0) >= OFTEN) return true;
    if (servers && name.includes("mcp")) return true;
    return !silent.some((family) => family.tools.test(name));
  });
}
