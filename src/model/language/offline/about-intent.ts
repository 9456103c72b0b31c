import { call, type Intent, say } from "./intent.ts";

const SKILL =
  /\b(?:about|describe|explain|open|read|show|info(?: on| about)?|use)\b.*?(?:\bskill\s+([a-z0-9][a-z0-9-]*)|\b([a-z0-9][a-z0-9-]*)\s+skill\b)|(?:介绍|查看|看看|打开|说说|使用|用一?下?)\s*(?:技能\s*([a-z0-9][a-z0-9-]*)|([a-z0-9][a-z0-9-]*)\s*(?:这个)?技能)/i;

// The first rule that fits wins.
const RULES: readonly (readonly [when: RegExp, intent: Intent])[] = [
  [
    /\b(?:what|which|list|show)\b.*\bskills?\b(?! \w+\.)|(?:有哪些|有什么|列出|看看|你的).*技能|技能(?:列表|有哪些)/i,
    call("list_skills"),
  ],
  [
    /\b(?:what|which|list|show)\b.*\b(?:tools?|abilities|capabilities)\b|\bwhat can you do\b|\bhow (?:do|can) you help\b|(?:有哪些|有什么|列出|你的).*(?:工具|功能|能力)|你?(?:能|会|可以)(?:做|干|帮我做?)?(?:些)?(?:什么|啥|哪些)/i,
    say("greeting"),
  ],
  [/\b(?:connect|use|set ?up|switch|choose)\b.*\bmodel\b|(?:用|接|连|换|配置).{0,6}模型/i, say("connect")],
  [
    /\babout yourself\b|^\W*(?:can|could) you help(?: me)?\W*$|\bare you (?:chatgpt|claude|gpt|an? (?:ai|bot|robot))\b|\bwhat is dejima\b|dejima ?是什么|你叫什么|^你是/i,
    say("greeting"),
  ],
  [/^\W*(?:undo|take (?:it|that) back|revert)\b|^(?:撤销|撤回|还原|恢复)/i, say("undo")],
  [
    /^\s*(?:hi|hello|hey|good (?:morning|evening|afternoon)|help|who are you|what are you|which model|你好|您好|嗨|哈喽|早上好|晚上好|帮助|你是谁|你是什么)(?![\w])/i,
    say("greeting"),
  ],
  [/^\s*(?:thanks?|thank you|thx|cheers|谢谢|多谢|感谢|辛苦了)/i, say("thanks")],
  [/^\s*(?:bye|goodbye|see you|good night|再见|拜拜|晚安)/i, say("farewell")],
];

/** A wish that concerns the assistant itself: what it can do, its skills, a greeting. */
export function aboutIntent(message: string): Intent | undefined {
  const found = RULES.find(([when]) => when.test(message))?.[1];
  const skill = SKILL.exec(message)?.slice(1).find(Boolean);
  if (skill !== undefined && !/^(?:the|a|an|this|that|your|any|new|which|what)$/i.test(skill))
    return call("get_skill_info", { skill });
  return found;
}
