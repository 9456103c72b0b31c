/** The words of `commands/rules`, in Chinese. */
export const RULES_WORDS: Readonly<Record<string, string>> = {
  "List the config files in order, and what each one decides":
    "说明读取哪些文件、按什么顺序，以及各自决定什么",
  "Change one setting of this folder's config; with --user, of your own, with --team, of the team's":
    "更改这个文件夹的一项设置；--user 改个人的，--team 改团队的",
  "in the config of the team, for every machine": "写进团队配置，对所有机器生效",
  "Remove one setting from this folder's config, so that yours or the default applies":
    "从这个文件夹的配置里删除一项设置，改用个人配置或默认值",
  "See which files contain content from outside, and clear their marks":
    "查看哪些文件含有外来内容，并清除标记",
  "List files with content from outside; reading one makes a run ask before it sends":
    "列出含有外来内容的文件；读过其中之一的运行，发送前会询问",
  "how many (100)": "列出多少个（100）",
  "Clear the mark of a file, or of all files in a folder, after you checked the content":
    "检查过内容后，清除一个文件或一个文件夹里所有文件的标记",
  "List, change, explain and test the rules": "列出、更改、解释和测试规则",
  "Say how a call would be judged, and by which rule of which file; for a past call, also who approved it":
    "说明一次调用会怎样判断，依据哪个文件的哪条规则；对过去的调用，还说明是谁同意的",
  "the input as JSON, @FILE, or - for standard input": "JSON 格式的输入、@文件，或 -（标准输入）",
  "as it would be while this skill is active": "假设这个技能正在使用",
  "judge as in this run, with its skills and the content it has read":
    "假设在这次运行中，包括它的技能和读过的内容",
  "List the rules of this folder's config": "列出这个文件夹配置里的规则",
  "Let calls that match a rule run without a question": "符合规则的调用直接执行，不询问",
  "Turn calls that match a rule on, and ask each time": "打开符合规则的调用，每次询问",
  "Never let calls that match a rule run": "符合规则的调用永远不执行",
  "Remove a rule from the config": "从配置里删除一条规则",
  "Judge recorded calls by other rules and print which would be decided differently":
    "用另一套规则判断记录过的调用，列出结果不同的",
  "how many of the latest runs (20)": "看最近多少次运行（20）",
  "Suggest narrow rules for calls that you approve again and again; changes nothing":
    "为反复批准的调用建议范围尽量小的规则；不做任何更改",
  "how many approvals make a rule (3)": "批准多少次才建议一条规则（3）",
  "Accept or discard self-starting files that programs wrote": "接受或丢弃程序写下的会自动启动的文件",
  "List self-starting files that programs wrote and that wait for you":
    "列出程序写下的、会自动启动、等待确认的文件",
  "also those that were accepted or discarded": "也列出已接受或已丢弃的",
  "Show a file that was set apart, and what would start it": "显示一个被隔离的文件，以及什么会启动它",
  "Restore a file that was set apart to where the program wrote it": "把被隔离的文件放回程序写入的位置",
  "Throw a file away that was set apart": "丢弃一个被隔离的文件",
  "Show the history of the team's config; with a number, the text of that version":
    "显示谁在什么时候改了团队配置的什么；加上编号则显示那个版本的内容",
  "how many of the latest changes (20)": "最近多少次更改（20）",
  "Restore an earlier version of the team's config, on every machine":
    "让团队配置的一个旧版本在所有机器上重新生效",
  "Show who installed, changed and removed the skills of the team, and when":
    "显示谁在什么时候安装、更改和移除了团队的技能",
  "Make the skills of the team what they were in an earlier version, at every machine":
    "在所有机器上把团队的技能恢复到旧版本",
  "Show who shared the tool files of the team, and when": "显示谁在什么时候共享了团队的工具文件",
  "Make the tool files of the team what they were in an earlier version, at every machine":
    "在所有机器上把团队的工具文件恢复到旧版本",
  "Show who accepted what about the MCP servers of the team, and when":
    "显示谁在什么时候接受了团队 MCP 服务器的什么内容",
  "Make what was accepted about MCP servers what it was in an earlier version, at every machine":
    "在所有机器上把对 MCP 服务器的接受记录恢复到旧版本",
  "All {1} recorded calls would be judged as they were.": "记录过的 {1} 次调用，判断结果都不变。",
  "Nothing was approved {1} times that could safely go without a question.":
    "没有哪种调用批准过 {1} 次，又可以放心地不再询问。",
  "# Nothing was changed: run the lines that you agree with": "# 没有做任何更改：同意哪一行就运行哪一行",
  "No rules: reading is allowed, running code is asked for, writing, deleting and sending are off. `dejima policy ask writing` turns writing on, with a question each time.":
    "没有规则：可以读取；运行代码会询问；写入、删除和发送是关闭的。`dejima policy ask writing` 打开写入，每次询问。",
  "To take it back: {1}": "要撤回：{1}",
  "content from outside": "外来内容",
  allow: "允许",
  ask: "询问",
  deny: "拒绝",
  "never judged": "没有判断过",
  "{1} by {2} ({3}) at {4}": "{2}（{3}）于 {4} 答复：{1}",
  "grant {1}": "授权 {1}",
  "no end is recorded: it may have run": "没有记录结尾：可能执行过",
  "ended well": "顺利结束",
  "ended {1}": "结束：{1}",
  "To change it:": "要更改：",
  "{1} of {2} recorded calls would be judged differently:": "记录过的 {2} 次调用中，有 {1} 次的判断会不同：",
  "approved {1} times, last on {2}": "批准过 {1} 次，最近一次 {2}",
  "{1}: {2}, in {3}.": "{1}：{2}，写入 {3}。",
  "Nothing is set apart.": "没有被隔离的文件。",
  "No file is marked: nothing from outside was stored.": "没有带标记的文件：没有存过外来内容。",
  "Removed {1} from {2}.": "已从 {2} 移除 {1}。",
  "{1} of {2} past call would have been decided differently.": "过去 {2} 次调用中，有 {1} 次的结果会不同。",
  "{1} of {2} past calls would have been decided differently.": "过去 {2} 次调用中，有 {1} 次的结果会不同。",
  "To put it there: dejima set-apart accept {1}. To delete it: dejima set-apart discard {2}":
    "放回原处：dejima set-apart accept {1}。删除：dejima set-apart discard {2}",
  "{1} is in its place now.": "{1} 已放回原处。",
  "Discarded what the program wrote to {1}. That place itself was not touched.":
    "已丢弃程序写到 {1} 的内容。那个位置本身没有动过。",
  "The team has no config yet. `dejima config set KEY VALUE --team` begins one.":
    "团队还没有配置。`dejima config set KEY VALUE --team` 开始写一个。",
  "The team's config is as it was in version {1}. This is version {2}.":
    "团队配置已恢复到第 {1} 版的内容。现在是第 {2} 版。",
  "{1}: {2}, in every folder, by {3}.\nTo take it back: dejima policy forget '{4}' --user":
    "{1}：{2}，对所有文件夹生效，写在 {3}。\n要撤回：dejima policy forget '{4}' --user",
  "{1}: {2}, at every machine of the team.\nTo take it back: dejima policy forget '{3}' --team":
    "{1}：{2}，对团队的所有机器生效。\n要撤回：dejima policy forget '{3}' --team",
  "the environment, above every file": "环境变量，优先于所有文件",
  "this folder": "这个文件夹",
  "your team's, at every machine": "团队的，对所有机器生效",
  "yours, in every folder": "个人的，对所有文件夹生效",
  "the keys and the model that you chose, in every folder": "选好的模型和密钥，对所有文件夹生效",
  "conversations, memories, schedules and the log of this folder": "这个文件夹的对话、记忆、定时任务和日志",
  "is made when something is kept": "有内容要保存时创建",
  "does not exist": "不存在",
  "is not trusted: it only tightens the rest. `dejima config trust` shows it":
    "还没有被信任：只能收紧其他设置。`dejima config trust` 显示它",
  "decides nothing": "没有决定任何设置",
  "decides {1}": "决定 {1}",
  "cleared {1}": "已清除 {1}",
  "{1}: {2} already, in {3}. Nothing changed.": "{1}：本来就是{2}，在 {3}。没有改动。",
  "To read one: dejima set-apart show ID. Then accept ID restores it, discard ID deletes it.":
    "查看：dejima set-apart show ID。之后用 accept ID 放回原处，或用 discard ID 删除。",
  "{1} ({2}): {3}. Written by {4}.": "{1}（{2}）：{3}。由 {4} 写入。",
  "{1} This is version {2}.": "{1}现在是第 {2} 版。",
  "The team has installed no skills yet.": "团队还没有安装技能。",
  "The skills of the team are as they were in version {1}.": "团队的技能已恢复到第 {1} 版。",
  "The team shares no tool files yet. `dejima tool trust --team` shares those of the home.":
    "团队还没有共享工具文件。`dejima tool trust --team` 共享主目录里的。",
  "The tool files of the team are as they were in version {1}.": "团队的工具文件已恢复到第 {1} 版。",
  "Nothing was accepted about an MCP server of the team yet.": "团队还没有接受过 MCP 服务器的内容。",
  "What was accepted about MCP servers is as it was in version {1}.":
    "对 MCP 服务器的接受记录已恢复到第 {1} 版。",
};
