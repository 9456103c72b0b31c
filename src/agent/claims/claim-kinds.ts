import type { EffectKind } from "../../contract/effect.ts";

/** One kind of thing that an answer may say was done. */
export interface ClaimKind {
  /** Words for having done it, as the parts of patterns. */
  readonly done: { readonly en: string; readonly zh: string };
  /** What it is done to; where nobody is named who did it, one of these tells a report from a story. */
  readonly things: RegExp;
  /** One of these in a call that succeeded is a receipt for it. */
  readonly effects: readonly EffectKind[];
  /** Or a success of one of these tools. */
  readonly tools: RegExp;
}

const FILES =
  /\b(?:files?|folders?|director(?:y|ies)|documents?|notes?|reports?|lines?|changes|content)\b|[\w-]\.[a-z]\w{0,5}\b|文件|文档|笔记|目录|报告|内容|改动/i;

/** The kinds of claims that are checked. */
export const CLAIM_KINDS: readonly ClaimKind[] = [
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
