/** The words of `commands/start`, in Chinese. */
export const START_WORDS: Readonly<Record<string, string>> = {
  "Give the agent one task and get its answer": "交给智能体一个任务，得到回答",
  "provider:name, such as openai:gpt-5-mini or offline":
    "提供商:模型名，例如 openai:gpt-5-mini，或 offline（离线）",
  "how it speaks: plain, kurisu or one of personas/": "说话的方式：plain、kurisu 或 personas/ 里的一个",
  "what runs the agent's steps": "由什么执行智能体的步骤",
  "whether the model thinks before it answers, where it can": "模型回答前是否思考（模型支持时）",
  "never ask: deny calls that would need approval": "从不询问：需要批准的调用一律拒绝",
  "store a call that needs approval and exit with code 3; continue with resume":
    "把需要批准的调用存下来，以退出码 3 结束；之后用 resume 继续",
  "approve exactly the calls that were shown with these hashes": "批准显示过这些哈希值的调用，仅此而已",
  "continue this conversation": "继续这个对话",
  "Resume an interrupted run of the agent or of a program; nothing is done twice":
    "继续智能体或程序的一次中断的运行；做过的事不会重做",
  "Replay a recorded run offline and show the first difference": "离线重放一次记录过的运行，指出第一处不同",
  "Show the system prompt": "查看系统提示词",
  "Show the system prompt in its eight sections": "按八个部分显示系统提示词",
  "only how many tokens each section takes, and its budget": "只显示每个部分的 token 数和上限",
  "with this persona": "用这个人物",
  "Show the agent's workflow": "查看智能体的流程",
  "Print the agent's workflow as a Mermaid flowchart": "以 Mermaid 流程图输出智能体的流程",
  "Show or reset what the agent has learned": "查看或清除智能体学到的内容",
  "Show which tools and skills served which kinds of request, and which failed":
    "显示哪些工具和技能适合哪类请求，哪些失败过",
  "Forget what was learned": "清除学到的内容",
  "Talk to the agent in the terminal": "在终端里和智能体对话",
  "continue your latest conversation": "继续最近的对话",
  "Write a commented dejima.yaml into this folder": "在这个文件夹写入带注释的 dejima.yaml",
  "replace the one that is there": "替换已有的那个",
  "reading (default), editing or everything-asked: what is turned on":
    "打开哪些能力：reading（默认，只读）、editing（编辑）或 everything-asked（全部，每次询问）",
  "Show, change and trust the config": "查看、修改和信任配置",
  "Show the active config and which file each setting comes from, with secrets hidden":
    "显示生效的配置和每项设置来自哪个文件，密钥已隐藏",
  "Show what changed in dejima.yaml and trust it": "显示 dejima.yaml 有什么变化，并信任它",
  "you have read it; do not ask": "已经看过，不用再问",
  "Print the JSON Schema of dejima.yaml": "输出 dejima.yaml 的 JSON Schema",
  "Check the machine and the config, and say how to fix what is missing":
    "检查这台机器和配置，并说明缺什么、怎么补",
  "Connect and choose the agent's model": "连接和选择智能体的模型",
  "Choose the agent's model; without a name, say which one is used":
    "选择智能体的模型；不写名称则显示正在用的",
  "Connect a model: asks for the key, tests it and uses it from now on":
    "连接模型：询问密钥，测试，然后开始使用",
  "the model's name at the provider, or the path of a GGUF file":
    "模型在提供商那里的名称，或 GGUF 文件的路径",
  "where the provider is, such as http://127.0.0.1:8080/v1": "提供商的地址，例如 http://127.0.0.1:8080/v1",
  "read the key from standard input; it is never taken from the command line":
    "从标准输入读取密钥；命令行里不能写密钥",
  "Show the model that answers, who chose it, and what else is connected":
    "显示由哪个模型回答、是谁选的，以及还连接了什么",
  "Forget the key and the address that were entered for a provider": "删除为某个提供商输入过的密钥和地址",
  "Serve the console and the HTTP API; on loopback by default": "启动控制台和 HTTP API；默认只在本机",
  "the port (7788); 0 takes any free one": "端口（7788）；0 表示任意空闲端口",
  "the address to listen on (127.0.0.1); others need a token": "监听的地址（127.0.0.1）；其他地址需要令牌",
  "a further name by which clients reach it": "客户端访问它时用的另一个名称",
  "a proxy in front of it, or its network, that may name its clients":
    "它前面的代理，或代理所在的网络，由代理告知客户端地址",
  "ask for a token on loopback, too": "在本机访问也要令牌",
  "write a line of JSON for every request to this file; - for stderr":
    "把每个请求写成一行 JSON，存进这个文件；- 表示标准错误",
  "Wrote {1}. `dejima doctor` checks it.": "已写入 {1}。`dejima doctor` 可以检查它。",
  "{1} is used from now on, as long as it stays in place.": "从现在起使用 {1}，只要它不被移走。",
  "{1} is trusted in its current form. You are asked again after a change.":
    "已信任 {1} 现在的内容。改动之后会再次询问。",
  "Serving on {1} (Ctrl-C stops it)": "服务地址：{1}（Ctrl-C 停止）",
  "Answering at {1}": "正在这些聊天软件里回复：{1}",
  "The config and the environment decide again": "重新由配置和环境变量决定",
  "From now on: {1}": "从现在起使用：{1}",
  "The key for {1} is gone.": "已删除 {1} 的密钥。",
  "No key for {1} was stored.": "没有保存过 {1} 的密钥。",
  "Nothing changed.": "没有变化。",
  "Connected: {1} answers from now on.": "已连接：从现在起由 {1} 回答。",
  "Nothing yet.": "还没有内容。",
  config: "配置",
  home: "主目录",
  database: "数据库",
  blobs: "对象存储",
  team: "团队",
  disk: "磁盘",
  "allowed path": "允许的路径",
  browser: "浏览器",
  permissions: "规则",
  model: "模型",
  secrets: "密钥",
  sandbox: "沙箱",
  messenger: "聊天软件",
};
