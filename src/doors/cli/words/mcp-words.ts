/** The words of `commands/mcp`, in Chinese. */
export const MCP_WORDS: Readonly<Record<string, string>> = {
  "Add MCP servers, or serve as one": "添加 MCP 服务器，或自己作为服务器",
  "Add an MCP server to the config, start it once and pin what it says":
    "把 MCP 服务器加入配置，启动一次并记下它的说明",
  "a remote server instead of a command": "用远程服务器，而不是命令",
  "a header for a remote server, NAME:VALUE": "远程服务器的请求头，NAME:VALUE",
  "a variable, NAME=VALUE, or NAME to pass it on": "环境变量 NAME=VALUE，或只写 NAME 表示传入",
  "a folder that it may read": "它可以读取的文件夹",
  "a folder that it may change": "它可以修改的文件夹",
  "a host that it may reach": "它可以访问的主机",
  "run the install scripts of its npm packages once, contained": "在沙箱里运行一次它的 npm 包的安装脚本",
  "run it outside the sandbox, knowingly": "明知风险，不用沙箱运行",
  "your word that it passes nothing on: not asked about after untrusted content was read":
    "保证它不向外传递内容：读过外来内容后不再为它询问",
  "Let a contained MCP server reach a host, see a folder or get a variable, and start it again":
    "允许沙箱里的 MCP 服务器访问主机、文件夹或环境变量，并重新启动它",
  "Take over the MCP servers of Claude, Cursor, VS Code or a file":
    "导入 Claude、Cursor、VS Code 或某个文件里的 MCP 服务器",
  "Make Dejima an MCP server of Claude Code, Cursor, VS Code, Codex and others; shows the change first":
    "让 Dejima 成为 Claude Code、Cursor、VS Code、Codex 等的 MCP 服务器；先显示改动",
  "for everything you do, not only for this folder": "对所有文件夹生效，而不只是这一个",
  "write it without asking": "不询问就写入",
  "built-in tools that the client is listed: few or all": "向客户端列出的内置工具：few（少数）或 all（全部）",
  "Remove Dejima from the MCP servers of a client; shows the change first":
    "从客户端的 MCP 服务器里移除 Dejima；先显示改动",
  "Remove an MCP server from the config, with what you accepted for it":
    "从配置里移除一个 MCP 服务器，以及对它的接受记录",
  "remove the rules of its tools as well; without it you are asked on a terminal":
    "连同它的工具的规则一起移除；不写时在终端里询问",
  "Be an MCP server: all tools and skills behind this gate, over stdio or, with --port, over HTTP":
    "作为 MCP 服务器，提供这里的所有工具和技能；用标准输入输出，加 --port 则用 HTTP",
  "serve Streamable HTTP at /mcp on this port; 0 takes any":
    "在这个端口的 /mcp 提供 Streamable HTTP；0 表示任意端口",
  "full lists every tool, search lists a search, auto chooses":
    "full 列出所有工具，search 只列出搜索，auto 自动选择",
  "built-in tools to list: few (skills and search) or all": "列出的内置工具：few（技能和搜索）或 all（全部）",
  "List the MCP servers with start time, number of tools and token weight":
    "列出 MCP 服务器及其启动时间、工具数和 token 数",
  "start them all first": "先全部启动",
  "List the tools of MCP servers; starts those that were never seen":
    "列出 MCP 服务器的工具；没见过的会先启动",
  "Call a tool of an MCP server through the gate": "经过判断后调用 MCP 服务器的工具",
  "Show what MCP servers say differently than before, or what looks hostile, and agree to it":
    "显示 MCP 服务器的说法有什么变化、什么看起来有恶意，并决定是否同意",
  "accept what is shown": "接受显示的内容",
  "query all servers again": "重新询问所有服务器",
  "Log in to a remote MCP server: prints the address where you agree, and waits for your browser":
    "登录远程 MCP 服务器：显示授权地址，并等待浏览器",
  "for this user of a server with perUser (default: you)": "服务器开启 perUser 时，用于这个用户（默认自己）",
  "the port on this machine that the browser comes back to": "浏览器返回本机时用的端口",
  "how long to wait for the browser (300)": "等待浏览器多少秒（300）",
  "Forget the login at a remote MCP server": "删除在远程 MCP 服务器的登录",
  "of this user of a server with perUser (default: you)": "服务器开启 perUser 时，这个用户的登录（默认自己）",
  "No MCP servers yet. `dejima mcp add NAME -- COMMAND` adds one, `dejima mcp import claude` takes over those of Claude.":
    "还没有 MCP 服务器。`dejima mcp add NAME -- COMMAND` 添加一个，`dejima mcp import claude` 导入 Claude 的。",
  "Added {1} to {2}: {3}, {4} held back.": "已把 {1} 加入 {2}：{3}，暂不放行 {4} 个。",
  "Added {1} to {2}: {3}.": "已把 {1} 加入 {2}：{3}。",
  "1 tool": "1 个工具",
  "{1} tools": "{1} 个工具",
  "It runs contained, with read-only access to {1}, the folder of its program":
    "它在沙箱里运行，只能读取 {1}，也就是它的程序所在的文件夹",
  "It is in the config, but does not answer: {1}": "它已在配置里，但没有回应：{1}",
  "only its folders": "只有自己的文件夹",
  nothing: "没有",
  "only its hosts": "只有自己的主机",
  "no host": "没有",
  "It runs contained: it sees {1} of the disk and reaches {2}. --folder, --write-folder and --host declare more, --force replaces this entry":
    "它在沙箱里运行。能看到的磁盘：{1}；能访问的主机：{2}。--folder、--write-folder 和 --host 可以多给一些，--force 替换这一项",
  allowed: "允许",
  asked: "询问",
  off: "关闭",
  "To change one: dejima policy allow '{1}' (or ask, or deny)":
    "要更改一个：dejima policy allow '{1}'（或 ask、deny）",
  "1 tool of {1} is off, because it can delete, overwrite or reach out.":
    "{1} 有 1 个工具是关闭的，因为它可以删除、覆盖或对外发送。",
  "{1} tools of {2} are off, because they can delete, overwrite or reach out.":
    "{2} 有 {1} 个工具是关闭的，因为它们可以删除、覆盖或对外发送。",
  "a = turn on, ask each time · Enter = leave off: ": "a = 打开，每次询问 · 回车 = 保持关闭：",
  "Type a, or press Enter.": "请输入 a，或按回车。",
  "To turn on what is off, with a question each time: dejima policy ask '{1}'. For one tool: dejima policy ask '{2}' (or allow)":
    "要打开关闭的工具并每次询问：dejima policy ask '{1}'。只打开一个：dejima policy ask '{2}'（或 allow）",
  "{1}: asked each time. To take it back: dejima policy forget '{2}'":
    "{1}：每次询问。要撤回：dejima policy forget '{2}'",
  "Not passed to the contained server, because they can make it run something else: {1}":
    "没有传给沙箱里的服务器，因为它们可能让它运行别的程序：{1}",
  'The tool "{1}" is malformed and left out: {2}': "工具“{1}”格式有误，没有采用：{2}",
  'A part of the tool "{1}" is malformed and left out: {2}': "工具“{1}”的一部分格式有误，没有采用：{2}",
  "{1} more of its tools are malformed": "还有 {1} 个工具格式有误",
  "It needs {1} to work: its tools are listed, calls are refused. Set what it asks for in the environment, then: dejima mcp grant {2} {3}":
    "它需要 {1} 才能工作：工具已列出，但调用会被拒绝。请在环境变量里设置，然后运行：dejima mcp grant {2} {3}",
  "Packages of this server have install scripts: {1}. They run once, contained: they see only the package and reach only the registry":
    "这个服务器的软件包有安装脚本：{1}。它们在沙箱里运行一次，只能看到软件包，只能访问软件源",
  "Run them?": "运行它们吗？",
  "Add it without them?": "不带它们添加吗？",
  "Fetching {1}: {2}": "正在获取 {1}：{2}",
  "Fetching: {1} so far": "正在获取：已有 {1}",
  "1 file": "1 个文件",
  "{1} files": "{1} 个文件",
  "1 package": "1 个软件包",
  "{1} packages": "{1} 个软件包",
  "Fetched the image": "已获取镜像",
  "The engine has the image": "引擎里已有镜像",
  "{1} {2}, {3}…; another one under this name is refused. It runs without network and sees only the folders that you grant":
    "{1} {2}，{3}…；同名的其他镜像会被拒绝。它运行时没有网络，只能看到授权的文件夹",
  "Fetched {1} {2} and {3} it needs from {4}; checksums agree. It is kept and not fetched again":
    "已从 {4} 获取 {1} {2} 和它需要的 {3}；校验和一致。已保存，不会再次获取",
  "Install scripts were run, contained: {1}": "已在沙箱里运行安装脚本：{1}",
  "Install scripts were not run: {1}. If it does not work without them, add it again with --install-scripts --force":
    "没有运行安装脚本：{1}。如果不运行就不能用，请加上 --install-scripts --force 重新添加",
  "{1} needs {2}.": "{1} 需要 {2}。",
  "Grant {1}?": "授权 {1} 吗？",
  "{1}: contained. To allow: dejima mcp grant {2} {3}": "{1}：在沙箱里。要允许：dejima mcp grant {2} {3}",
  "{1}: `dejima mcp review {2}` shows what waits for you": "{1}：`dejima mcp review {2}` 显示等待确认的内容",
  remote: "远程",
  yes: "是",
  "no, trusted": "否，已信任",
  "{1} ({2} held back)": "{1}（暂不放行 {2}）",
  "Nothing is waiting for you.": "没有需要查看的。",
  "Forgot the login at {1}.": "已删除在 {1} 的登录。",
  "There was no login at {1}.": "在 {1} 没有登录。",
  "Serving MCP on {1} (Ctrl-C stops it)": "MCP 服务地址：{1}（Ctrl-C 停止）",
  "{1} needs no change.": "{1} 不需要改动。",
  "Write {1}?": "写入 {1} 吗？",
  "Nothing was written; --yes writes it.": "没有写入；加 --yes 写入。",
  "Granted {1}: {2}, in {3}. It has {4}.": "已允许 {1}：{2}，写入 {3}。它有 {4}。",
  "Did not import {1}: {2}": "没有导入 {1}：{2}",
  "Of {1} this was left behind: {2}; say it in {3}": "{1} 的这些没有导入：{2}；请写进 {3}",
  "Set these variables, which are empty now: {1}": "请设置这些还是空的变量：{1}",
  "They run contained: declare the folders and hosts that they need, or trust them knowingly":
    "它们在沙箱里运行：请写明需要的文件夹和主机，或明知风险而信任它们",
  "Remove these rules as well?": "这些规则也一起移除吗？",
  "Rules of the tools of {1}: {2}": "{1} 的工具的规则：{2}",
  "{1} is accepted and in use": "{1} 按现在的内容使用",
  "Open this address in your browser, and agree there:\n{1}": "请在浏览器里打开这个地址并同意：\n{1}",
  "{1} wants no login.": "{1} 不需要登录。",
  "Logged in to {1}: {2}.": "已登录 {1}：{2}。",
  "Use {1} as it is now?": "按现在的内容使用 {1} 吗？",
  "Removed {1}. Restart {2} to use it.": "已删除 {1}。重启 {2} 后生效。",
  "Wrote {1}. Restart {2} to use it.": "已写入 {1}。重启 {2} 后生效。",
  "Imported {1} from {2} into {3}.": "已从 {2} 导入 {1} 到 {3}。",
  "Left as they are: {1}.": "保持不变：{1}。",
  "Removed {1} from {2}, with {3}.": "已从 {2} 移除 {1}，以及 {3}。",
  "Rules of its tools stay: {1}. To remove one: dejima policy forget '{2}'":
    "它的工具的规则还在：{1}。移除一条：dejima policy forget '{2}'",
};
