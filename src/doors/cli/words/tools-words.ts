/** The words of `commands/tools`, in Chinese. */
export const TOOLS_WORDS: Readonly<Record<string, string>> = {
  "Databases for the sql tools": "供 sql 工具使用的数据库",
  "Let the agent use a database: an SQLite file, or the address of a PostgreSQL or MariaDB server":
    "让智能体使用数据库：SQLite 文件，或 PostgreSQL、MariaDB 服务器的地址",
  "the environment variable with the password": "存有密码的环境变量",
  "ask for the password, or read it from standard input, and keep it with the secrets":
    "询问密码，或从标准输入读取，并与密钥存在一起",
  "let sql_query and sql_schema read it without a question": "允许 sql_query 和 sql_schema 不询问就读取",
  "make it read-only, even if a rule allows changes": "无论规则怎么说，都不修改它",
  "you wrote its rows yourself: they do not count as content from outside":
    "其中的数据是自己写的：不算外来内容",
  "List the databases of the config": "列出配置里的数据库",
  "Open a database: its tables and columns, and what the rules say of each":
    "打开数据库：显示表和列，以及规则对它们的规定",
  "Change how a database may be used, or its password": "更改数据库的使用方式或密码",
  "let the rules decide about changes again": "重新由规则决定能否修改",
  "let it be read without a question": "允许不询问就读取",
  "ask before it is read": "读取前询问",
  "ask for a new password, or read it from standard input": "询问新密码，或从标准输入读取",
  "Take a database out of the config; the database itself stays": "从配置里移除数据库；数据库本身不动",
  "Open a database and say whether it answers": "打开数据库，看它是否有回应",
  "Find what is missing": "查找缺少的能力",
  "Find servers and skills that could be installed for a task, in the copies of your registries":
    "在已下载的注册表里，查找能为任务安装的服务器和技能",
  "how many (5)": "列出多少个（5）",
  "Fetch something found, report on it and start it contained; asks before it is installed":
    "取来找到的东西，给出报告并在沙箱里启动；安装前会询问",
  "what you want it for": "用来做什么",
  "install it if nothing dangerous is found (approves what is printed)":
    "没有发现危险就安装（即批准显示的内容）",
  "List installed servers and skills that a registry has a newer version of":
    "列出注册表里有新版本的服务器和技能",
  "Try the newest version of an installed server or skill, show what is different, and ask before it is used":
    "试用已安装的服务器或技能的最新版本，显示差别，使用前询问",
  "use it if nothing dangerous is found (approves what is printed)": "没有发现危险就使用（即批准显示的内容）",
  "List, inspect and call tools": "列出、查看和调用工具",
  "Begin a tool of your own: a file in the home's tools folder":
    "新建自己的工具：主目录 tools 文件夹里的一个文件",
  "Let the files of the home's tools folder run; until then they are only counted":
    "允许主目录 tools 文件夹里的文件运行；在此之前只统计数量",
  "without a question": "不询问",
  "at every machine of the team; with an empty folder: the team shares no tool files any more":
    "对团队的所有机器生效；文件夹为空时：团队不再共享工具文件",
  "Make tools of the operations that an OpenAPI document describes": "把 OpenAPI 文档描述的操作变成工具",
  "where the API is, when not where the document says": "API 的地址，与文档所写不同时填写",
  "sent with every request, NAME:VALUE": "随每次请求发送，NAME:VALUE",
  "added to every address, NAME=VALUE": "加在每个地址后面，NAME=VALUE",
  "only these operations": "只用这些操作",
  "Take an API out of the config, and its tools with it": "从配置里移除一个 API 及其工具",
  "Run programs of calls": "运行由调用组成的程序",
  "Run a JavaScript or TypeScript file that calls tools; each call is judged, asked about and recorded":
    "运行调用工具的 JavaScript 或 TypeScript 文件；每次调用都会判断、询问和记录",
  "list the calls in the program and whether each would be allowed, and do nothing":
    "列出程序里的调用和各自能否执行，不做任何事",
  "Choose the registries to search for tools and skills": "选择在哪些注册表里查找工具和技能",
  "Agree that a registry is copied once a day and searched": "同意每天下载一次这个注册表并在其中查找",
  "mcp, index, folder, git, clawhub, skills-sh or revocations (default: by the address)":
    "mcp、index、folder、git、clawhub、skills-sh 或 revocations（默认按地址判断）",
  "List the registries that you have agreed to, and how old their copies are":
    "列出同意过的注册表，以及下载了多久",
  "Stop copying and searching a registry": "不再下载和查找这个注册表",
  "Copy all registries now, and turn off installed servers that were revoked":
    "立即下载所有注册表，并关闭已被撤回的服务器",
  "Run programs in the sandbox": "在沙箱里运行程序",
  "Show each sandbox driver, what it proved on this machine and which limits it enforces":
    "显示每种沙箱、在这台机器上验证过什么，以及能保证哪些限制",
  "Run a program in the sandbox; it sees this folder read-only and no network":
    "在沙箱里运行程序；只能读这个文件夹，没有网络",
  "bubblewrap, docker or process (the one of the config)": "bubblewrap、docker 或 process（默认按配置）",
  "time limit; on timeout the exit code is 124": "多少秒后结束，退出码 124",
  "let it change files of this folder": "允许它修改这个文件夹里的文件",
  "let it reach this host": "允许它访问这个主机",
  "Keep secrets that tools use and never see": "保存工具能用但看不到的密钥",
  "Store a secret and what it may be used for": "保存一个密钥，并规定它的用途",
  "hosts that it may be sent to, such as api.github.com or *.example.com":
    "可以发往的主机，例如 api.github.com 或 *.example.com",
  "only for these paths, such as /repos/** (default: all)": "只用于这些路径，例如 /repos/**（默认全部）",
  "only for these methods, such as GET (default: all)": "只用于这些方法，例如 GET（默认全部）",
  "who may use it: builtin, a tool, skill:NAME, mcp:SERVER, api:NAME, sql:NAME, channel:NAME (default: builtin)":
    "谁可以用：builtin、工具名、skill:NAME、mcp:SERVER、api:NAME、sql:NAME、channel:NAME（默认 builtin）",
  "where it may be sent: header, query, body (default: header)":
    "可以放在哪里发送：header、query、body（默认 header）",
  "read it from env:NAME, file:PATH or keyring:SERVICE/ACCOUNT with each use, and keep nothing":
    "每次使用时从 env:NAME、file:PATH 或 keyring:SERVICE/ACCOUNT 读取，不保存",
  "List secrets: what each is bound to and when it was last used (values hidden)":
    "列出密钥：各自的用途和最近使用时间（内容已隐藏）",
  "Show what a secret is bound to (its value stays hidden)": "显示一个密钥的用途（内容保持隐藏）",
  "Replace the value of a secret; its bindings stay": "更换密钥的内容；用途不变",
  "Encrypt all secrets with the key in use, after it was replaced; DEJIMA_VAULT_OLD_KEYS opens them":
    "更换主密钥后，用现在的主密钥重新加密所有密钥；旧主密钥由 DEJIMA_VAULT_OLD_KEYS 提供",
  "Delete a secret; it cannot be brought back": "删除一个密钥；无法恢复",
  "Show, set or reset the description that the agent's model gets of a tool":
    "显示、设置或重置模型看到的工具描述",
  "describe it like this from now on": "从现在起用这段描述",
  "describe it as this experiment tried": "用这个实验试过的描述",
  "go back to the tool's own description": "恢复工具自己的描述",
  "Propose a better description of a tool from requests that it failed; nothing is applied":
    "根据工具没帮上忙的请求，建议更好的描述；不会自动采用",
  "start an experiment with the proposal": "用建议的描述开始一个实验",
  "evaluate the proposal on these cases": "在这些用例上评估建议的描述",
  "List the tools": "列出工具",
  "only tools of this category": "只列出这一类工具",
  "Show a tool in full: description, input schema, risk": "显示工具的完整信息：描述、输入格式、风险",
  "Set the role of a tool's argument, which decides what needs approval: destination, authority, content, code, inert, or default to remove it":
    "设置工具参数的用途，它决定什么需要批准：destination、authority、content、code、inert，或用 default 删除设置",
  "Find tools by what they do, in English, Chinese and other languages":
    "按用途查找工具，支持中文、英文和其他语言",
  "Call a tool through the gate; without a name, be guided through a call":
    "经过判断后调用工具；不写名称则一步步引导",
  "leave a question in the store and exit with code 3: the program continues when it is answered":
    "把问题留在存储里并以代码 3 结束：答复后程序继续运行",
  "leave a question in the store and end with code 3: the call runs when it is approved":
    "留下问题并以退出码 3 结束：批准后调用才执行",
  "show what it would do and whether it may, and do nothing": "显示会做什么、能不能做，不做任何事",
  "Nothing in your registries fits. Say it in other words, or add a registry: dejima registry add ADDRESS":
    "注册表里没有合适的。换个说法，或添加注册表：dejima registry add ADDRESS",
  "To try one without installing it: dejima try NAME": "试用而不安装：dejima try NAME",
  "To try a newer version and see what is different: dejima update NAME":
    "试用新版本并查看不同之处：dejima update NAME",
  "Not installed.": "没有安装。",
  "Nothing was installed. Add --install to install it.": "没有安装任何东西。加上 --install 即可安装。",
  "Everything that was installed from a registry is up to date.": "从注册表安装的都是最新版本。",
  "Nothing was installed from a registry. `dejima find` searches the registries.":
    "还没有从注册表安装过。`dejima find` 可以查找缺少的能力。",
  "No databases. Add one: dejima database add NAME FILE-OR-ADDRESS":
    "没有数据库。添加一个：dejima database add NAME FILE-OR-ADDRESS",
  "No registry was added. `dejima registry add https://registry.modelcontextprotocol.io` adds the public one.":
    "还没有添加注册表。`dejima registry add https://registry.modelcontextprotocol.io` 添加公共的那个。",
  "No secrets. `dejima secret set NAME --host HOST` keeps one.":
    "没有密钥。`dejima secret set NAME --host HOST` 保存一个。",
  "the whole is in {1}": "完整内容在 {1}",
  "A call goes through the gate: found, validated, judged, run, bounded, recorded.":
    "每次调用都要过关：查找、校验、判断、执行、限量、记录。",
  "Next: `dejima tool list`, `dejima policy explain write_file`, `dejima log show`. In a terminal, `dejima tool call` asks for tool and input.":
    "接下来：`dejima tool list`、`dejima policy explain write_file`、`dejima log show`。在终端里，`dejima tool call` 会询问工具和输入。",
  "One call through the gate": "一次调用",
  "Which tool?": "用哪个工具？",
  "The same from a script: dejima tool call {1} --input '{2}'":
    "在脚本里这样写：dejima tool call {1} --input '{2}'",
  "The agent may read it without a question.": "智能体读取它时不询问。",
  "Reading it is asked about. To read without a question: dejima database change {1} --allow-reading":
    "读取时会询问。要不询问就读取：dejima database change {1} --allow-reading",
  "The agent never changes it.": "智能体不会修改它。",
  "Changing it is turned off unless a rule says otherwise. To be asked about each change: dejima policy ask databases":
    "除非规则另有规定，修改是关闭的。要每次修改都询问：dejima policy ask databases",
  "No rule is about it: reading is asked about, changing is off.":
    "没有关于它的规则：读取会询问，修改是关闭的。",
  "Rules:": "规则：",
  "the agent never changes it": "智能体不会修改它",
  "the rules decide about changes": "能否修改由规则决定",
  "it is read without a question": "读取时不询问",
  "reading it is asked about": "读取时会询问",
  "new password": "新密码",
  "Changed {1} in {2}: {3}.": "已更改 {2} 里的 {1}：{3}。",
  "{1} answers: {2}.": "{1} 有回应：{2}。",
  "No registry was added yet. {1} lists public MCP servers; nobody checks the entries. It is copied once a day and searched locally: your searches are not sent.":
    "还没有添加注册表。{1} 列出公共的 MCP 服务器，内容没有人审核。它每天下载一次，在本机查找：你要找什么不会发出去。",
  "Copy it?": "下载吗？",
  "Installed the skill {1}. To look at it: dejima skill info {2}":
    "已安装技能 {1}。查看：dejima skill info {2}",
  "To take it back: dejima undo {1}": "要撤回：dejima undo {1}",
  "Made {1}. There are other files beside it: read them, then `dejima tool trust`":
    "已新建 {1}。旁边还有其他文件：看过之后运行 `dejima tool trust`",
  "The team shares no tool files any more.": "团队不再共享工具文件。",
  "The team runs the files of {1} at every machine: {2}.": "团队在每台机器上运行 {1} 里的文件：{2}。",
  "The files in {1} are accepted: {2}. After a change you are asked again.":
    "{1} 里的文件按现在的内容运行：{2}。改动之后会再询问。",
  "Let them run inside Dejima, with your rights?": "允许它们以你的权限在 Dejima 里运行吗？",
  "Added {1} ({2}): {3} copied.": "已添加 {1}（{2}）：下载了 {3}。",
  "It could not be copied yet: {1}. `dejima registry refresh` tries again, `dejima registry remove {2}` removes it":
    "还没能下载：{1}。`dejima registry refresh` 重试，`dejima registry remove {2}` 移除",
  "Removed {1}.": "已删除 {1}。",
  "Rotated {1}. Programs that run already use the new value.": "已更换 {1}。正在运行的程序也已使用新内容。",
  "{1} encrypted with the key in use. The keys from before are not needed any more.":
    "已用现在的主密钥加密 {1}。不再需要以前的主密钥。",
  "There is no tool {1} now: nothing can use {2}.": "现在没有工具 {1}：没有什么能使用 {2}。",
  "Value of {1} (hidden): ": "{1} 的内容（不显示）：",
  "sent only to its own server": "只发给自己的服务器",
  "sent to {1} alone": "只发往 {1}",
  "{1}, used by {2}": "{1}，使用者：{2}",
  never: "从未",
  '"{1}" has its own description again.': "“{1}”已恢复自己的描述。",
  "Not used: the tool's own description has changed since. Set it again, or --reset":
    "没有使用：工具自己的描述后来变了。请重新设置，或用 --reset",
  "{1} of {2} cases worse with the proposal.": "用建议的描述，{2} 个用例中有 {1} 个变差。",
  "Nothing was changed. To try it on real runs: dejima tool suggest {1} --start, or dejima experiment start {2} --description TEXT":
    "没有改动。要在真实运行中试用：dejima tool suggest {1} --start，或 dejima experiment start {2} --description TEXT",
  "Started {1}. See: dejima experiment status {2}": "已开始 {1}。查看：dejima experiment status {2}",
  "{1} of {2}: {3}, in {4}.": "{2} 的 {1}：{3}，写入 {4}。",
  "To take it back: dejima tool role {1} {2} {3}": "要撤回：dejima tool role {1} {2} {3}",
  "Nothing fits.": "没有合适的。",
  "There is no call in this program.": "这个程序里没有调用。",
  "This program would make these calls:": "这个程序会做这些调用：",
  "Nothing was done.": "没有做任何事。",
  "(unknown)": "（未知）",
  "line {1}": "第 {1} 行",
  "with any input: ": "不论输入：",
  "depends on values known only when it runs": "取决于运行时才知道的值",
  "depends on values known only when it runs, and so do its effects, such as {1}":
    "取决于运行时才知道的值，影响也是，例如 {1}",
  "depends on values known only when it runs; at most {1}": "取决于运行时才知道的值；最多 {1}",
  "known only when it runs": "运行时才知道",
  fails: "会失败",
  "All of them are allowed. ": "全部允许。",
  "All of them are allowed as far as their input can be read here; each is judged again when it is made. ":
    "就能看到的输入而言全部允许；真正调用时会再次判断。",
  "Calls that are asked about wait for a person; calls that are off, refused or fail throw an error in the program. ":
    "需要询问的调用会等人答复；关闭、拒绝或失败的调用会在程序里抛出错误。",
  "It would run without a question. Nothing was done.": "会直接执行，不询问。现在没有做任何事。",
  "A person would be asked first. Nothing was done.": "会先询问。现在没有做任何事。",
  "It would be refused: `dejima policy explain` says by what. Nothing was done.":
    "会被拒绝：原因见 `dejima policy explain`。现在没有做任何事。",
  " (empty to leave out)": "（留空则省略）",
  "This one is needed": "这一项必填",
  tools: "工具",
  "read-only": "只读",
  skill: "技能",
  server: "服务器",
  "Installed {1}: {2}.": "已安装 {1}：{2}。",
  "no tools": "没有工具",
  'Made {1}. It is a tool already: dejima tool call {2} --input \'{"text": "hello"}\'':
    '已新建 {1}。现在就可以用：dejima tool call {2} --input \'{"text": "hello"}\'',
  "Tool files of {1} changed since you trusted them:": "{1} 里的工具文件在信任之后被改过：",
  "Tool files of {1} are new to you:": "第一次见到 {1} 里的工具文件：",
  ", all enforced": "，全部有效",
  ", not enforced: {1}": "，限制不住：{1}",
  "; to install it: {1}": "；安装：{1}",
  blocked: "挡住",
  "NOT BLOCKED": "没有挡住",
  "Timed out after {1} s": "超过 {1} 秒，已停止",
  "Stopped: it broke the limit {1}": "已停止：超出限制 {1}",
  "Replaced the value and binding of {1}: {2}.": "已更换 {1} 的内容和用途：{2}。",
  "Kept {1}: {2}.": "已保存 {1}：{2}。",
  name: "名称",
  source: "来源",
  hosts: "主机",
  "used by": "使用者",
  "last use": "最近使用",
  paths: "路径",
  methods: "方法",
  "stands in": "放在",
  changed: "更改时间",
  "Own: {1}": "原有：{1}",
  "Set: {1}": "设置：{1}",
  "also called {1}": "也叫 {1}",
  "risk {1}": "风险：{1}",
  "version {1}": "版本 {1}",
  roles: "参数用途",
  input: "输入",
  "set in the config": "在配置里设置",
  "declared by the tool": "工具声明",
  "by its name": "按名称判断",
  "Tool files in {1} changed since you trusted them, so the change is not loaded: `dejima tool trust` shows the difference":
    "{1} 里的工具文件在信任之后被改过，改动没有加载：`dejima tool trust` 显示差别",
  "{1} tool files in {2} are not loaded: read them, then `dejima tool trust`":
    "{2} 里有 {1} 个工具文件没有加载：看过之后运行 `dejima tool trust`",
};
