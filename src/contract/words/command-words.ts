/** Texts of the chat commands and of messages about rules, in both languages. */
export const COMMAND_WORDS = {
  usingSkill: { en: "◆ Skill {skill}: {why}", zh: "◆ 技能 {skill}：{why}" },
  artifactKept: {
    en: "⇩ {name} ({bytes} bytes) kept under run {run}",
    zh: "⇩ {name}（{bytes} 字节）已保存在运行 {run} 里",
  },
  pressAgain: { en: "Press Ctrl-C again to end the chat.", zh: "再按一次 Ctrl-C 结束对话。" },
  commandMeant: { en: "Did you mean {names}?", zh: "是不是 {names}？" },
  helpKeys: {
    en: 'A line that ends in \\ continues in the next; """ begins and ends a block. Tab completes commands, files and tools. Ctrl-C stops the answer or the call, again the run; at the prompt it clears the line, and pressed twice ends the chat.',
    zh: '以 \\ 结尾的行接下一行；""" 开始和结束一段。Tab 补全命令、文件和工具。Ctrl-C 停止回答或当前调用，再按一次停止整个运行；在提示符处清空输入，连按两次结束对话。',
  },
  helpQuit: { en: "end the chat (also Ctrl-D)", zh: "结束对话（也可用 Ctrl-D）" },
  helpHelp: { en: "this list", zh: "本列表" },
  helpTools: { en: "list the tools", zh: "现有的工具" },
  helpSkills: { en: "list the skills", zh: "现有的技能" },
  helpApprovals: { en: "list the questions waiting for an answer", zh: "等待答复的问题" },
  helpUndo: {
    en: "undo what the last call changed, or /undo CALL",
    zh: "恢复上一次调用改动的内容，或 /undo 调用编号",
  },
  ruleSet: {
    en: "{rule}: {verdict} in this folder. {changed} of {calls} past calls would have been decided differently. To undo: {undo}",
    zh: "{rule}：在这个文件夹里{verdict}。过去 {calls} 次调用中有 {changed} 次结果会不同。撤销：{undo}",
  },
  ruleWithoutTool: {
    en: "No tool matches {rule}, so it has no effect now. /tools lists the names",
    zh: "没有工具符合 {rule}，所以它现在不起作用。/tools 列出工具名称",
  },
  ruleDecidedBy: {
    en: "This has no effect while another rule decides: {rule} ({says}). To change that: dejima policy forget {forget}",
    zh: "只要 {rule}（{says}）还在，这条规则就不起作用。要改：dejima policy forget {forget}",
  },
  ruleAllows: { en: "allowed", zh: "允许" },
  ruleAsks: { en: "asked each time", zh: "每次询问" },
  ruleDenies: { en: "never", zh: "禁止" },
  ruleHere: { en: "asked each time, in this conversation", zh: "每次询问（仅本次对话）" },
  ruleForgotten: { en: "Removed {rule}. To undo: {undo}", zh: "已移除 {rule}。撤销：{undo}" },
  ruleForgottenHere: {
    en: "{rule} is off again in this conversation.",
    zh: "{rule} 在本次对话中已重新关闭。",
  },
  noRules: {
    en: "No rules: reading is allowed, running code is asked about, and writing, deleting and sending are off. /ask writing turns writing on.",
    zh: "没有规则：允许读取；运行代码会询问；写入、删除和发送是关闭的。/ask writing 打开写入。",
  },
  helpRules: { en: "list the rules", zh: "现有的规则" },
  helpAllow: {
    en: "allow without a question: /allow write_file(./out/**)",
    zh: "不询问直接允许：/allow write_file(./out/**)",
  },
  helpAsk: { en: "turn on, with a question each time: /ask writing", zh: "打开并每次询问：/ask writing" },
  helpDeny: { en: "never allow: /deny network", zh: "始终禁止：/deny network" },
  helpForget: { en: "remove a rule: /forget writing", zh: "移除一条规则：/forget writing" },
  helpModel: {
    en: "connect or change the model, or /model provider:name",
    zh: "连接或更换模型，或用 /model provider:name",
  },
  helpPersona: { en: "the persona, or /persona NAME for another", zh: "当前人设，或用 /persona 名称 更换" },
  helpMode: {
    en: "how far this conversation may go, or /mode read|ask|act",
    zh: "本次对话可以做到哪一步，或 /mode read|ask|act",
  },
  modeRead: {
    en: "Mode read: nothing is changed, run or sent.",
    zh: "read 模式：只读，不改动、不运行、不发送。",
  },
  modeAsk: {
    en: "Mode ask: every change is asked about, even if your rules allow it.",
    zh: "ask 模式：每次改动都会询问，规则允许的也不例外。",
  },
  modeAct: { en: "Mode act: works by your rules.", zh: "act 模式：按你的规则办事。" },
  helpThinking: {
    en: "whether it thinks before it answers, or /thinking on|off",
    zh: "回答前是否思考，或 /thinking on|off",
  },
  helpCost: { en: "tokens used so far", zh: "到目前为止用掉的 token" },
  helpNew: { en: "begin a new conversation", zh: "开始新的对话" },
} as const;
