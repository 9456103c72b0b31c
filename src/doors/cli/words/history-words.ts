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
  "Export the original log of a run, wherever it is stored": "把一次运行的日志原样写进文件，无论存在哪里",
  "the file to make (default: <run>.jsonl)": "要写的文件（默认 <run>.jsonl）",
  "Remove logs, outputs and undo copies of old, ended runs; the runs stay listed":
    "删除已结束的旧运行的日志、输出和撤销副本；运行仍会列出",
  "runs that began longer ago than this, such as 90d": "只处理在这段时间之前开始的运行，例如 90d",
  "only say what would be removed": "只说明会删除什么",
  "Read and verify the harbour log": "查看和校验港口日志",
  "List the runs, newest first": "列出运行，最新的在前",
  "how many (20)": "列出多少个（20）",
  "only runs older than this one": "只列出比这个更早的运行",
  "Show the harbour log of a run": "显示一次运行的港口日志",
  "Check the log of a run and say what that proves; without a run, also check that no log is missing":
    "校验一次运行的日志，并说明能证明什么；不写运行则还检查有没有日志缺失",
  "every run, not only the newest": "所有运行，而不只是最新的一次",
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
  "Nothing was answered. `dejima approvals list` shows what waits.":
    "没有答复任何问题。`dejima approvals list` 列出等待的问题。",
  "It waits: {1}. To continue, {2}": "它在等待：{1}。要继续，{2}",
  "`dejima resume {1}` continues the run": "`dejima resume {1}` 继续这次运行",
  "Approve all {1}?": "全部批准这 {1} 个吗？",
  "This month: {1} so far, about {2} at its end.": "本月到目前 {1}，预计月底约 {2}。",
  "Prompt caching saved {1}.": "提示词缓存节省了 {1}。",
  "The price of {1} calls is not known. `dejima cost price set MODEL --input USD --output USD` sets one for later calls; `tools.prices` in the config those of tools.":
    "有 {1} 次调用不知道价格。`dejima cost price set MODEL --input USD --output USD` 为之后的调用设置；工具的价格写在配置的 `tools.prices` 里。",
  "Your own config demands it for {1} in every folder: dejima approvals duties off {2} --user":
    "个人配置在所有文件夹里要求 {1}：dejima approvals duties off {2} --user",
  "Their calls can no longer be undone. Their ends stay in the chain of heads.":
    "这些运行里的调用不能再撤销。运行结尾仍在记录链里。",
  "Created the signing key {1}. Runs that end from now on are signed; keep a copy of it elsewhere.":
    "已创建签名密钥 {1}。从现在起，运行结束时会签名；请在别处保存一份。",
  "Runs are already signed with {1}. Delete it to stop; move it away and run this again for a new key.":
    "运行已经用 {1} 签名。删除它就停止签名；移走它再运行一次，可以得到新密钥。",
  "No witnesses: the chain of heads is kept in this home alone. `dejima log witness /mnt/audit/heads.jsonl` adds a file elsewhere.":
    "没有见证方：记录链只存在这个主目录里。`dejima log witness /mnt/audit/heads.jsonl` 在别处添加一个文件。",
  "Removed the witness from {1}.": "已从 {1} 移除见证方。",
  "Added the witness to {1}. It gets the end of the chain of heads each time a run ends.":
    "已把见证方加入 {1}。每次运行结束，它都会收到记录链的末尾。",
  "Warning: {1} is in {2}. Anyone who can change the log there can change this copy as well; choose a place that only others can write to.":
    "注意：{1} 在 {2} 里。能改那里日志的人也能改这份副本；请选一个只有别人能写入的地方。",
  "To undo one: dejima undo CALL, or dejima undo last": "撤销其中一个：dejima undo CALL，或 dejima undo last",
  "Another process continues it": "由另一个进程继续",
  "A worker continues it": "由工作进程继续",
  "a plan of {1}": "一个计划：{1}",
  "where the arguments came from": "参数的来源",
  "asked about {1}": "询问 {1}",
  "asked about {1} as {2}": "询问 {1}，编号 {2}",
  "untrusted content from {1}": "外来内容：{1}",
  "untrusted content from {1} through {2}": "外来内容：{1}，经过 {2}",
  "{1} given by {2}: {3}": "{1} 由{2}授权：{3}",
  "{1} {2} in this folder, by {3}": "{1} {2}，这个文件夹，由{3}设置",
  "{1} {2} in this conversation, by {3}": "{1} {2}，本次对话，由{3}设置",
  "{1} ok in {2} ms": "{1} 成功，用时 {2} ms",
  "{1} {2} in {3} ms": "{1} {2}，用时 {3} ms",
  " by {1}": "，由{1}",
  "{1} for {2} at {3}": "{1} 用于 {2}，发往 {3}",
  "{1} {2}, by {3}": "{1} {2}，由{3}",
  "version {1} of the team's {2}: {3}, by {4}": "团队的 {2} 第 {1} 版：{3}，由{4}",
  "{1} with the description that was set for it": "{1} 使用为它设置的描述",
  "{1} {2} of {3}": "{1} 使用实验 {3} 的 {2}",
  "put back {1}": "已恢复 {1}",
  "wants {1}": "想调用 {1}",
  "{1}, because {2}": "{1}，因为{2}",
  "{1}, {2} bytes": "{1}，{2} 字节",
  "{1} {2}{3}: {4} in {5} ms": "{1} {2}{3}：{4}，用时 {5} ms",
  you: "你",
  "no answer": "没有回应",
  "{1}: {2}, risk {3}, {4}": "{1}：{2}，风险：{3}，{4}",
  call: "调用",
  answer: "答复",
  grant: "授权",
  rules: "规则",
  "(no team)": "（没有团队）",
  "(tools)": "（工具）",
  "(answers)": "（回答）",
  "{1} and unknown": "{1} 和未知",
  "{1}: ${2} input, ${3} output for a million tokens.": "{1}：每百万 token 输入 ${2}，输出 ${3}。",
  "{1} may spend {2} a day.It takes effect at once.": "{1}每天最多花费 {2}，立即生效。",
  "{1} may spend {2}.It takes effect at once.": "{1}最多花费 {2}，立即生效。",
  "The budget is removed: {1}": "已删除预算：{1}",
  "Everybody together": "所有人合计",
  "Each {1}": "每个{1}",
  "The {1} {2}": "名为 {2} 的{1}",
  "{1} tokens": "{1} 个 token",
  " and ": "和",
  conversation: "对话",
  "{1} Kept in {2}.": "{1}写在 {2}。",
  "Everybody can approve the calls that they asked for.": "每个人都可以批准自己请求的调用。",
  "Calls of {1} risk need approval by someone else: the requester can only deny them.":
    "{1}风险的调用要由别人批准：请求的人只能拒绝。",
  " in run {1}": "，仅限运行 {1}",
  "{1}: {2}; used {3} times": "{1}：{2}；用过 {3} 次",
  "Compressed {1}, {2} kB saved.": "已压缩 {1}，省下 {2} kB。",
  "{1} of {2} in {3}": "{2} 的 {1}，在 {3}",
  "Would remove {1}, {2} MB.": "会删除 {1}，{2} MB。",
  "Removed {1}, {2} MB.": "已删除 {1}，{2} MB。",
  "Kept {1}: not ended yet.": "保留 {1}：还没有结束。",
  intact: "完好",
  broken: "损坏",
  "; a last line was cut short by a crash": "；最后一行因崩溃而不完整",
  ": record {1} {2}": "：第 {1} 条记录 {2}",
  "This is the newest run; `dejima log verify --all` checks every run.":
    "这是最新的一次运行；`dejima log verify --all` 会校验所有运行。",
  "{1} of {2} intact. `dejima log verify RUN` says what that proves.":
    "{2} 中有 {1} 次完好。`dejima log verify RUN` 会说明这能证明什么。",
  "{1} of this home were pruned by `dejima log prune`.": "这个主目录有 {1} 被 `dejima log prune` 清理。",
  missing: "缺失",
  "{1} more": "另有 {1} 个",
};
