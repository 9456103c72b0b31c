/** The words of `commands/tools`, in Chinese. */
export const TOOLS_WORDS: Readonly<Record<string, string>> = {
  "Databases for the sql tools": "供 sql 工具使用的数据库",
  "Let the agent use a database: an SQLite file, or the address of a PostgreSQL or MariaDB server":
    "让智能体使用数据库：SQLite 文件，或 PostgreSQL、MariaDB 服务器的地址",
  "the environment variable that holds the password": "存有密码的环境变量",
  "ask for the password, or read it from standard input, and keep it with the secrets":
    "询问密码，或从标准输入读取，并与密钥存在一起",
  "let sql_query and sql_schema read it without a question": "允许 sql_query 和 sql_schema 不询问就读取",
  "never change it, whatever the rules say": "无论规则怎么说，都不修改它",
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
  "Show each sandbox driver, what it proved on this machine and which limits it holds":
    "显示每种沙箱、在这台机器上验证过什么，以及能保证哪些限制",
  "Run a program in the sandbox; it sees this folder read-only and no network":
    "在沙箱里运行程序；只能读这个文件夹，没有网络",
  "bubblewrap, docker or process (the one of the config)": "bubblewrap、docker 或 process（默认按配置）",
  "end it after so many seconds, with exit code 124": "多少秒后结束，退出码 124",
  "let it change files of this folder": "允许它修改这个文件夹里的文件",
  "let it reach this host": "允许它访问这个主机",
  "Keep secrets that tools use and never see": "保存工具能用但看不到的密钥",
  "Keep a secret, and say what it may be used for": "保存一个密钥，并规定它的用途",
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
  "Replace the value of a secret; what it is bound to stays": "更换密钥的内容；用途不变",
  "Encrypt all secrets with the key in use, after it was replaced; DEJIMA_VAULT_OLD_KEYS opens them":
    "更换主密钥后，用现在的主密钥重新加密所有密钥；旧主密钥由 DEJIMA_VAULT_OLD_KEYS 提供",
  "Delete a secret; it cannot be brought back": "删除一个密钥；无法恢复",
  "Install, inspect, trust and make skills": "安装、查看、信任和制作技能",
  "Install a skill from a folder, a zip, a tar.gz, a git or https address, or a registry":
    "从文件夹、zip、tar.gz、git 或 https 地址、注册表安装技能",
  "accept what it holds without being asked": "不询问就接受其中的内容",
  "take it although the scan would refuse it": "即使扫描会拒绝也接受",
  "refuse what differs from the specification": "不符合规范就拒绝",
  "leave the archive where it is": "压缩包留在原处",
  "Fetch a skill again from where it came": "从原来的地方重新获取技能",
  "take it from here instead": "改从这里获取",
  "Show what changed in a skill since it was accepted, and accept it": "显示技能在接受之后的变化，并接受它",
  "Let a skill be used again": "重新启用一个技能",
  "Disable a skill without deleting it": "停用一个技能，但不删除",
  "Remove an installed skill": "移除已安装的技能",
  "List the skills, with where they come from and whether they are trusted": "列出技能、来源，以及是否受信任",
  "Show a skill: description, instructions, files": "显示一个技能：描述、说明、文件",
  "Search installed skills and the registries": "搜索已安装的技能和注册表",
  "Run a script of a skill in the sandbox; without a script or with a dot, its entry point":
    "在沙箱里运行技能的脚本；不写脚本或写一个点则运行入口脚本",
  "a file or folder that the script may read": "脚本可以读取的文件或文件夹",
  "a folder that the script may change": "脚本可以修改的文件夹",
  "approve exactly the call that was shown with this hash": "批准显示过这个哈希值的调用，仅此而已",
  "never ask": "从不询问",
  "Make a new skill from a template, or from a run that went well": "用模板或一次成功的运行制作新技能",
  "what it is for and when to use it": "用来做什么、什么时候用",
  "draft it from what this run did": "根据这次运行做过的事起草",
  "Change the description of a skill, and nothing else": "只更改技能的描述",
  "the new description": "新的描述",
  "Look at a skill in any folder, as an install would": "像安装时一样检查任意文件夹里的技能",
  "Pack a skill into a zip to share": "把技能打包成 zip 分享",
  "the zip to write (NAME.zip)": "要写的 zip（NAME.zip）",
  "Show, set or reset the description that the agent's model gets of a tool":
    "显示、设置或重置模型看到的工具描述",
  "describe it like this from now on": "从现在起用这段描述",
  "describe it as this experiment tried": "用这个实验试过的描述",
  "go back to the tool's own description": "恢复工具自己的描述",
  "Propose a better description of a tool from requests in which it did not serve; nothing is applied":
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
  "leave a question in the store and end with code 3: the program goes on when it is answered":
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
  "Nothing was installed from a registry. `dejima find` looks for what is missing.":
    "还没有从注册表安装过。`dejima find` 可以查找缺少的能力。",
  "No databases. Add one: dejima database add NAME FILE-OR-ADDRESS":
    "没有数据库。添加一个：dejima database add NAME FILE-OR-ADDRESS",
  "No registry was added. `dejima registry add https://registry.modelcontextprotocol.io` adds the public one.":
    "还没有添加注册表。`dejima registry add https://registry.modelcontextprotocol.io` 添加公共的那个。",
  "No skills yet. `dejima skill install SOURCE` installs one, `dejima skill new NAME` makes one.":
    "还没有技能。`dejima skill install SOURCE` 安装一个，`dejima skill new NAME` 制作一个。",
  "not loaded: {1}: {2}": "没有加载：{1}：{2}",
  "No skill matches. `dejima skill new NAME` makes one.":
    "没有符合的技能。`dejima skill new NAME` 制作一个。",
  "Changed the description of {1}.": "已更改 {1} 的描述。",
  "No secrets. `dejima secret set NAME --host HOST` keeps one.":
    "没有密钥。`dejima secret set NAME --host HOST` 保存一个。",
};
