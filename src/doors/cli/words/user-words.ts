/** The words of `commands/user`, in Chinese. */
export const USER_WORDS: Readonly<Record<string, string>> = {
  "Make Dejima an agent of Zed, JetBrains or Neovim; shows the change first":
    "让 Dejima 成为 Zed、JetBrains 或 Neovim 的智能体；先显示改动",
  "Remove Dejima from the agents of an editor; shows the change first":
    "从编辑器的智能体里移除 Dejima；先显示改动",
  "Be an agent in an editor: Zed, JetBrains, Neovim and others that speak ACP":
    "在编辑器里作为智能体：Zed、JetBrains、Neovim 等支持 ACP 的编辑器",
  "Be an ACP agent over stdio, for editors; each folder that is opened there has its own config":
    "通过标准输入输出作为编辑器的 ACP 智能体；每个打开的文件夹用自己的配置",
  "Messengers at which the assistant can be reached": "可以联系助手的聊天软件",
  "Connect a messenger: asks for what it needs and keeps its secrets; dejima serve then answers there":
    "连接聊天软件：询问所需内容并保存密钥；之后由 dejima serve 回复",
  "a setting, such as appId=cli_a1b2; secrets are asked for, or read from standard input, one a line":
    "一项设置，例如 appId=cli_a1b2；密钥会询问，或从标准输入逐行读取",
  "a person who may write; the bot replies to strangers with their id":
    "可以写消息的人；陌生人写消息时，机器人会告诉他自己的 ID",
  "Let a person write at a messenger and answer questions; with --approver, only approvers answer":
    "允许一个人在聊天软件里写消息和答复问题；加 --approver 则只有审批人可以答复",
  "only people named with this flag answer questions (default: all who may write)":
    "只有用这个选项加入的人才能答复问题（默认所有能写消息的人）",
  "take the person off the list again": "把这个人从名单里移除",
  "List the messengers, which are connected, and who may write there":
    "列出聊天软件、哪些已连接、谁可以写消息",
  "Answer at a messenger again": "重新在聊天软件里回复",
  "Stop answering at a messenger; its settings stay": "不再在聊天软件里回复；设置保留",
  "Disconnect a messenger and remove its secrets": "断开聊天软件并删除它的密钥",
  "List, search, add, correct and delete memories": "列出、搜索、添加、更正和删除记忆",
  "List memories and where they come from, newest first": "列出记忆及其来源，最新的在前",
  "fact, preference or lesson": "fact（事实）、preference（偏好）或 lesson（经验）",
  "how many (50)": "列出多少条（50）",
  "only those older than this one": "只列出比这个更早的",
  "user (default: you)": "用户（默认自己）",
  "Find memories by meaning and words, in English or Chinese": "按含义和文字查找记忆，中文英文都可以",
  "how many (10)": "列出多少条（10）",
  "Remember something": "记住一件事",
  "from 0 to 1 (0.5)": "0 到 1（0.5）",
  "Correct a memory: the new text takes its place": "更正一条记忆：用新内容代替",
  "Delete memories": "删除记忆",
  "all memories of the user": "这个用户的所有记忆",
  "Count memories by type and age": "按类型和时间统计记忆",
  "Show, change and delete your profile": "查看、更改和删除个人资料",
  "Show your profile, and where each line comes from": "显示个人资料和每一行的来源",
  "Set a line of your profile": "设置个人资料的一行",
  "Delete one line of your profile, or all of it": "删除个人资料的一行或全部",
  "Schedule tasks and reminders": "安排定时任务和提醒",
  "Schedule a task for the agent, or a reminder": "给智能体安排一个任务，或设一个提醒",
  "once: 2026-11-16T09:00, the same with an offset, or 09:00":
    "一次：2026-11-16T09:00，可以带时区偏移，或 09:00",
  "once, after this time: 10m, 1h 30m, 2 days": "过这么久之后一次：10m、1h 30m、2 days",
  "again and again: 30m, 1 day": "每隔这么久一次：30m、1 day",
  "minute hour day month weekday: 0 9 * * 1-5": "分 时 日 月 星期：0 9 * * 1-5",
  "IANA name (default: from your profile or the machine)": "IANA 时区名（默认取自个人资料或本机）",
  "say the words as they are, without the agent": "原样提醒，不经过智能体",
  "a few words for the list": "列表里显示的标题",
  "skip, once or all: what becomes of times that passed":
    "错过的时间怎么办：skip（跳过）、once（补一次）或 all（逐次补）",
  "let calls that would ask wait for an answer instead of refusing them":
    "需要询问的调用等待答复，而不是拒绝",
  "tell the results in this conversation": "在这个对话里告诉结果",
  "List scheduled tasks and reminders, newest first": "列出定时任务和提醒，最新的在前",
  "active, paused, done or cancelled":
    "active（进行中）、paused（已暂停）、done（已完成）或 cancelled（已取消）",
  "Show a scheduled task with its latest runs": "显示一个定时任务和最近的执行情况",
  "Pause a scheduled task": "暂停一个定时任务",
  "resume it": "恢复它",
  "Delete a scheduled task": "删除一个定时任务",
  "Run a scheduled task now and show the result": "立即执行一个定时任务并显示结果",
  "leave it to `dejima serve` or `schedule run`": "交给 `dejima serve` 或 `schedule run` 执行",
  "Run due tasks until Ctrl-C; `dejima serve` and `chat` do the same":
    "执行到期的任务，直到按 Ctrl-C；`dejima serve` 和 `chat` 也会执行",
  "run what is due now, then exit": "执行现在到期的，然后退出",
  "No memories yet. Add one with `dejima memory add`.": "还没有记忆。用 `dejima memory add` 添加。",
  "No memory matches.": "没有符合的记忆。",
  "Nothing is planned. `dejima schedule add` or the agent's schedule_task plans something.":
    "没有安排。`dejima schedule add` 或智能体的 schedule_task 可以安排。",
  "Running due tasks (Ctrl-C stops)": "正在执行到期的任务（Ctrl-C 停止）",
  "Nothing to delete": "没有可以删除的",
};
