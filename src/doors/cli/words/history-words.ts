/** The words of `commands/history`, in Chinese. */
export const HISTORY_WORDS: Readonly<Record<string, string>> = {
  "Answer questions about calls": "答复关于调用的问题",
  "List the questions waiting for an answer": "列出等待答复的问题",
  "also those that were answered, have expired or were withdrawn": "也列出已答复、已失效或已撤回的",
  "pending, approved, denied, expired or withdrawn":
    "pending（等待）、approved（已批准）、denied（已拒绝）、expired（已失效）或 withdrawn（已撤回）",
  "Show a question, its preview, its answer, and the outcome of the call":
    "显示一个问题：预览、答复和调用的结果",
  "Approve exactly the call that was shown; run it if no process waits for it any more":
    "批准显示过的那个调用；如果没有进程在等它，就执行",
  "approve every open question, after showing them": "先显示，再批准所有等待的问题",
  "agree to more than this call, as `approvals show` offers it":
    "同意的不止这一次调用，写法见 `approvals show`",
  "change the rules with the answer, as `approvals show` offers it":
    "答复的同时更改规则，写法见 `approvals show`",
  "with --grant: also for the runs of these users: alice,bob":
    "与 --grant 一起：也适用于这些用户的运行：alice,bob",
  "with --grant: also for the runs of the members of these groups":
    "与 --grant 一起：也适用于这些组成员的运行",
  "of a plan, only these lines: 1,3": "计划中只批准这几行：1,3",
  "only answer, even if no process waits for the call": "只答复，即使没有进程在等这个调用",
  "Say no": "拒绝",
  "why not; the model gets it": "为什么拒绝；会告诉模型",
  "List and revoke grants": "列出和撤销授权",
  "List grants: approvals that cover more than one call": "列出授权：覆盖不止一次调用的批准",
  "also those that are used up, revoked or over": "也列出已用完、已撤销或已过期的",
  "Revoke a grant": "撤销一个授权",
  "See and limit what models and tools cost": "查看和限制模型与工具的费用",
  "Show what models and tools have cost": "显示模型和工具花了多少钱",
  "what to add up by (default: model)": "按什么汇总（默认按 model）",
  "from this day on, such as 2026-11-01 (default: this month, in UTC)":
    "从哪一天起，例如 2026-11-01（默认本月，UTC）",
  "Set and list what models cost": "设置和列出模型的价格",
  "Set what a model costs, in US dollars for a million tokens": "设置模型的价格，以每百万 token 的美元计",
  "for a million tokens of input": "每百万输入 token 的价格",
  "for a million tokens of output": "每百万输出 token 的价格",
  "for a million tokens of input that the provider had kept (default: as input)":
    "每百万缓存输入 token 的价格（默认同输入）",
  "List the prices that are known, with the day on which each was set": "列出已知的价格和各自的设置日期",
  "Remove the price of a model; its cost is unknown from then on": "删除一个模型的价格；之后费用未知",
  "Set and list how much may be spent": "设置和列出最多可以花多少",
  "Limit what a call, run, conversation, or a user, team, schedule or everybody on one day may spend":
    "限制一次调用、运行、对话，或某个用户、团队、定时任务、所有人一天最多花多少",
  "for this user, team or schedule alone (default: for each); a team is a group":
    "只针对这个用户、团队或定时任务（默认每一个）；团队就是组",
  "the most in US dollars": "最多多少美元",
  "the most in tokens": "最多多少 token",
  "List the budgets": "列出预算",
  "Remove a budget": "删除一个预算",
  "the one for this user, team or schedule alone": "只针对这个用户、团队或定时任务的那个",
  "Require approval by someone other than the requester, by risk: show it, turn it on or off":
    "按风险要求由请求者以外的人批准：查看、打开或关闭",
  "in your own config, for every folder": "写进个人配置，对所有文件夹生效",
  "Compress the logs of runs that have ended; they are shown and verified as before":
    "压缩已结束运行的日志；照样可以查看和校验",
  "runs that began longer ago than this (default: 1d)": "只处理在这段时间之前开始的运行（默认 1d）",
  "Write the log of a run to a file as it was recorded, wherever it is kept":
    "把一次运行的日志原样写进文件，无论存在哪里",
  "the file to make (default: <run>.jsonl)": "要写的文件（默认 <run>.jsonl）",
  "Remove logs, outputs and undo copies of old runs that have ended; what they were stays listed":
    "删除已结束的旧运行的日志、输出和撤销副本；运行仍会列出",
  "runs that began longer ago than this, such as 90d": "只处理在这段时间之前开始的运行，例如 90d",
  "only say what would be removed": "只说明会删除什么",
  "Read and verify the harbour log": "查看和校验港口日志",
  "List the runs, newest first": "列出运行，最新的在前",
  "how many (20)": "列出多少个（20）",
  "only runs older than this one": "只列出比这个更早的运行",
  "Show the harbour log of a run": "显示一次运行的港口日志",
  "Check the log of a run, and say what that proves; without a run, that no log is missing as well":
    "校验一次运行的日志，并说明能证明什么；不写运行则还检查有没有日志缺失",
  "Create a key that signs the ends of runs": "创建给运行结尾签名的密钥",
  "List, add or remove who else gets the ends of runs": "列出、添加或移除还能收到运行结尾的见证方",
  "certificate (PEM) of a time stamping authority": "时间戳机构的证书（PEM）",
  "remove it": "移除它",
  "Follow the harbour log of a run until it ends": "持续显示一次运行的港口日志，直到结束",
  "Undo what a call changed; without a call, list the calls that changed files, databases or installed servers":
    "撤销一次调用的改动；不写调用则列出改过文件、数据库或安装过服务器的调用",
  "Nothing to undo: the call changed nothing, or was undone before.":
    "没有可以撤销的：这次调用没有改动，或已经撤销过。",
  "No call has changed a file or a database, or installed a server yet.":
    "还没有调用改过文件、数据库或安装过服务器。",
  "No runs yet. `dejima tool call current_time` makes one.":
    "还没有运行。`dejima tool call current_time` 可以试一次。",
  "Nothing to compress.": "没有需要压缩的。",
  "Nothing to remove.": "没有需要删除的。",
  "No open questions. `dejima approvals list --all` shows past ones.":
    "没有等待答复的问题。`dejima approvals list --all` 列出以前的。",
  "No grants. A person may give one with `dejima approvals approve ID --grant …`.":
    "没有授权。`dejima approvals approve ID --grant …` 可以给出一个。",
  "Nothing was spent since {1}.": "从 {1} 起没有花费。",
  "No prices. `dejima cost price set MODEL --input USD --output USD` sets one.":
    "没有价格。`dejima cost price set MODEL --input USD --output USD` 可以设置。",
  "The price of {1} is removed.": "已删除 {1} 的价格。",
  "No budgets. `dejima cost budget set run --usd 5` sets one.":
    "没有预算。`dejima cost budget set run --usd 5` 可以设置。",
};
