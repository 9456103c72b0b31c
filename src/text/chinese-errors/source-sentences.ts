/** Errors of MCP servers, skills and databases, in Chinese. `{1}` stands for the first value. */
export const SOURCE_SENTENCES: Readonly<Record<string, string>> = {
  'Cannot {1} of the MCP server "{2}": {3}': "无法{1}（MCP 服务器“{2}”）：{3}",
  'Cannot use the MCP server "{1}": {2} users have it running. Try again later':
    "无法使用 MCP 服务器“{1}”：已有 {2} 个用户在用。请稍后再试",
  "Nothing here reaches {1}": "这里无法连接 {1}",
  '"{1}" answered with something that is no result': "“{1}”的回应不是结果",
  "Nobody here answers for a model": "这里没有模型可以回答",
  "A question to a person has at most {1} characters": "问题最多 {1} 个字符",
  'It asks for "{1}"': "它要求“{1}”",
  "It asked for more input {1} times and never came to an end": "它 {1} 次要求更多输入，没有结束",
  'Cannot call the MCP server "{1}": it needs {2}, which it was not given. {3}':
    "无法使用 MCP 服务器“{1}”：缺少 {2}。{3}",
  'Cannot start the MCP server "{1}": options of its command would give it more access than a contained server may have. {2}. Remove them from its args, or set trusted to run the command as it is, outside the sandbox':
    "无法启动 MCP 服务器“{1}”：命令里的选项会超出隔离的权限。{2}。请从 args 里去掉，或设置 trusted，在沙箱外原样运行",
  "Nothing here starts the image {1}": "这里无法启动镜像 {1}",
  'Cannot start the MCP server "{1}": the container engine does not have the image {2}. Run docker pull {3}':
    "无法启动 MCP 服务器“{1}”：没有镜像 {2}。请运行 `docker pull {3}`",
  "Cannot use the image {1}: its id is {2}, and the config says {3}. Add the server again if you trust the new one":
    "无法使用镜像 {1}：它的编号是 {2}，配置里是 {3}。如果信任新的，请重新添加服务器",
  'Cannot show the interface {1} of the MCP server "{2}": it is not the one that you agreed to. `dejima mcp review {3}` shows what changed':
    "无法显示 MCP 服务器“{2}”的界面 {1}：它不是你同意过的那一个。`dejima mcp review {3}` 显示改动",
  "Cannot show the interface {1}: {2}": "无法显示界面 {1}：{2}",
  "Cannot show the interface {1}: it has more than {2} characters": "无法显示界面 {1}：超过 {2} 个字符",
  'Cannot change credentials: process {1} has locked "{2}". End it, or remove that file':
    "无法更改登录：进程 {1} 占用着“{2}”。请结束它，或删除这个文件",
  'Cannot log in to the MCP server "{1}": its config already sets a login. Remove headers.Authorization or oauth':
    "无法登录 MCP 服务器“{1}”：配置里已经写了登录。请去掉 headers.Authorization 或 oauth",
  'Cannot log in to the MCP server "{1}": {2}': "无法登录 MCP 服务器“{1}”：{2}",
  'Cannot use the MCP server "{1}": {2}. `{3}` does that': "无法使用 MCP 服务器“{1}”：{2}。请用 `{3}`",
  'Cannot log in: the file "{1}" of oauth.assertionFile cannot be read':
    "无法登录：oauth.assertionFile 的文件“{1}”无法读取",
  'Cannot log in to "{1}" for one user: all share its login. Set perUser of this server to true':
    "无法为某一个用户登录“{1}”：大家共用一个登录。请把这个服务器的 perUser 设为 true",
  'Cannot log in to "{1}": it is not a remote server': "无法登录“{1}”：它不是远程服务器",
  "Cannot use {1}: {2}. Nothing was kept": "无法使用 {1}：{2}。什么都没有保存",
  'Cannot read "{1}": options would give the server more access than a contained one may have. {2}. Leave them out, or add --trusted to run the command as it is, outside the sandbox':
    "看不懂“{1}”：选项会超出隔离的权限。{2}。请去掉，或加 --trusted 在沙箱外原样运行",
  'Cannot start the package {1}: it names "{2}" as its program and does not contain that file. Try another version, or --install-scripts if a script makes the file':
    "无法启动软件包 {1}：它写的程序“{2}”并不存在。请换个版本；如果由脚本生成，请加 --install-scripts",
  "Cannot tell {1} of the package {2}: {3}. `npx -p {4} PROGRAM` names one":
    "不知道软件包 {2} 的{1}：{3}。用 `npx -p {4} PROGRAM` 写明",
  "Cannot fetch Python packages: no Python 3.10 or newer with pip on this machine. Install one, such as with `apt install python3-pip` or `uv python install`":
    "无法下载 Python 软件包：这台机器没有带 pip 的 Python 3.10 或更新版本。请安装，例如 `apt install python3-pip` 或 `uv python install`",
  "Cannot fetch packages from npm: npm is not installed on this machine. Install it (it comes with Node.js)":
    "无法从 npm 下载：这台机器没有安装 npm。请安装（随 Node.js 一起）",
  'Cannot read "{1}": {2} is not supported. Pass only the package and its arguments, or add --trusted to run the command as it is, outside the sandbox':
    "看不懂“{1}”里的 {2}。请只写软件包和它的参数，或加 --trusted 在沙箱外原样运行",
  'Cannot read "{1}": "{2}" around {3} is not supported. Begin with {3}, and pass variables with --env NAME=VALUE, or add --trusted to run the command as it is, outside the sandbox':
    "看不懂“{1}”：不支持用“{2}”包住 {3}。请直接以 {3} 开头，变量用 --env NAME=VALUE 传入，或加 --trusted 在沙箱外原样运行",
  "The client gave no answer: {1}": "客户端没有回答：{1}",
  "Cannot use {1}: its checksum is {2}, and the config says {3}. Add the server again if you trust the new one":
    "无法使用 {1}：校验和是 {2}，配置里是 {3}。如果信任新的，请重新添加服务器",
  "Cannot tell which program of the package {1} to start: {2}. `uvx --from {3} PROGRAM` names one":
    "不知道启动软件包 {1} 的哪个程序：{2}。用 `uvx --from {3} PROGRAM` 写明",
  "Cannot fetch {1}: {2}": "无法下载 {1}：{2}",
  'Cannot {1} the MCP server "{2}": {3}. `dejima mcp review {4}` shows it':
    "无法{1} MCP 服务器“{2}”：{3}。`dejima mcp review {4}` 显示内容",
  'Cannot read "{1}": it is larger than {2} bytes': "无法读取“{1}”：超过 {2} 字节",
  'Cannot call "{1}" of the MCP server "{2}": {3}': "无法调用 MCP 服务器“{2}”的“{1}”：{3}",
  'Cannot start the MCP server "{1}" unasked: the config is not trusted, and it would reach beyond the project. Read it, then `dejima config trust`, or name the server: `dejima mcp tools {2}`':
    "没有问过你，不能启动 MCP 服务器“{1}”：配置还没有信任，而它会访问项目之外。请先查看，再运行 `dejima config trust`，或直接写明：`dejima mcp tools {2}`",
  "call_mcp_tool forwards to other tools and does nothing itself": "call_mcp_tool 只代表其他工具，自己不做事",
  'Cannot use the MCP server "{1}": it is not there': "没有 MCP 服务器“{1}”",
  "The server sent a message of more than {1} bytes": "服务器发来的消息超过 {1} 字节",
  "The server sent an event that is not JSON: {1}": "服务器发来的事件不是 JSON：{1}",
  "The server sent a message of more than {1} characters": "服务器发来的消息超过 {1} 个字符",
  "Cannot unpack the skill: {1}": "无法解压技能：{1}",
  'Cannot unpack "{1}": {2}': "无法解压“{1}”：{2}",
  'Cannot unpack "{1}": two entries have this name, or names that some systems treat as the same':
    "无法解压“{1}”：有两项同名，或在某些系统里同名",
  "Cannot unpack the skill: it has more than {1} entries": "无法解压技能：超过 {1} 项",
  'Cannot run {1}: the sandbox "{2}" cannot limit it to its host. Install from a folder or an https archive':
    "无法运行 {1}：沙箱“{2}”无法把它限制在一个主机。请从文件夹或 https 压缩包安装",
  'Cannot download "{1}": this runtime has no network access': "无法下载“{1}”：这里不能使用网络",
  'Cannot download "{1}": it is larger than {2} bytes': "无法下载“{1}”：超过 {2} 字节",
  'Cannot install from "{1}": this runtime cannot run git': "无法从“{1}”安装：这里不能运行 git",
  'Cannot install from "{1}": git reports: {2}': "无法从“{1}”安装：git 报告“{2}”",
  'Cannot install "{1}": the folder has no SKILL.md{2}': "无法安装“{1}”：文件夹里没有 SKILL.md{2}",
  'Cannot install "{1}": its archive has no SKILL.md': "无法安装“{1}”：压缩包里没有 SKILL.md",
  'Cannot install "{1}": its registry gives no path or address for it':
    "无法安装“{1}”：注册表没有给出它的路径或地址",
  'Cannot install "{1}": the download does not match the registry (sha256 differs)':
    "无法安装“{1}”：下载的内容与注册表列出的不同（sha256 不符）",
  'Cannot clone "{1}": it is no git address': "无法克隆“{1}”：这不是 git 地址",
  'Cannot install skill "{1}"{2}; read it there. If you know why it says so, a person can install it with `dejima skill install --override`':
    "无法安装技能“{1}”{2}；请在那里查看。如果你知道原因，可以用 `dejima skill install --override` 安装",
  'Cannot install skill "{1}": it was not accepted': "没有安装技能“{1}”：没有接受",
  'Cannot read registry "{1}": it is not JSON of the form {"skills": [{name, description, source}]}':
    '无法读取注册表“{1}”：它不是 {"skills": [{name, description, source}]} 这种 JSON',
  'Cannot find skill "{1}": {2}': "没有技能“{1}”：{2}",
  'Cannot use registry "{1}": "{2}" is not an address': "无法使用注册表“{1}”：“{2}”不是地址",
  'Cannot install from "{1}": only https addresses are safe from changes on the way':
    "无法从“{1}”安装：只有 https 地址能防止中途被改",
  'Cannot install from "{1}": give a folder, a zip or tar.gz file, a git or https address, or a name in the registry':
    "无法从“{1}”安装：请写文件夹、zip 或 tar.gz 文件、git 或 https 地址，或注册表里的名字",
  "Cannot install the archive: its root must contain exactly one folder with a SKILL.md in it, but contains {1}; pack the folder, not its content":
    "无法安装压缩包：最外层必须只有一个带 SKILL.md 的文件夹，现在是 {1}；请打包文件夹，而不是其中的内容",
  'Cannot create skill "{1}": a name has at most 64 lowercase letters, digits and hyphens{2}':
    "无法新建技能“{1}”：名字最多 64 个小写字母、数字和连字符{2}",
  'Cannot create skill "{1}": the description must have 1 to 1024 characters, it has {2}':
    "无法新建技能“{1}”：描述要有 1 到 1024 个字符，现在有 {2} 个",
  'Cannot create skill "{1}": "{2}" is no path below scripts/, references/ or assets/':
    "无法新建技能“{1}”：“{2}”不在 scripts/、references/ 或 assets/ 下面",
  'Cannot edit skill "{1}": the description must have 1 to 1024 characters, it has {2}':
    "无法更改技能“{1}”：描述要有 1 到 1024 个字符，现在有 {2} 个",
  'Cannot edit skill "{1}": its SKILL.md has no description line to edit; add one to its front matter':
    "无法更改技能“{1}”：SKILL.md 里没有描述；请在开头加一行",
  'Cannot update skill "{1}": its origin is not known; give a source':
    "无法更新技能“{1}”：不知道来源；请写明",
  'Cannot update skill "{1}": the download is called "{2}"': "无法更新技能“{1}”：下载到的叫“{2}”",
  'Cannot {1} skill "{2}": it is running; wait until it ends, or cancel it':
    "无法{1}技能“{2}”：它正在运行；请等它结束或取消",
  'Cannot install skill "{1}" of the team: its content is not the accepted one':
    "无法安装团队的技能“{1}”：内容与接受的不同",
  'Cannot use skill "{1}": {2}. After a review, a person can run: dejima skill trust {3}':
    "无法使用技能“{1}”：{2}。查看之后，可以运行：`dejima skill trust {3}`",
  'Cannot accept skill "{1}": it changed during the review. Review it again':
    "无法接受技能“{1}”：查看时它又变了。请再看一遍",
  'Cannot {1} skill "{2}": it is {3}, not installed; change it in "{4}"':
    "无法{1}技能“{2}”：它是{3}技能，不是安装的；请在“{4}”里更改",
  'Cannot install skill "{1}": a skill with this name exists; uninstall it first, or update it':
    "无法安装技能“{1}”：已有同名的；请先卸载，或更新它",
  'Cannot use skill "{1}": it is disabled; a person can run: dejima skill enable {2}':
    "无法使用技能“{1}”：已停用；可以运行：`dejima skill enable {2}`",
  'Cannot load skill "{1}": its folder has no SKILL.md': "无法加载技能“{1}”：文件夹里没有 SKILL.md",
  'Cannot load skill "{1}": the folder does not exist': "无法加载技能“{1}”：文件夹不存在",
  'Cannot load skill "{1}": {2} is not a text file': "无法加载技能“{1}”：{2} 不是文本文件",
  'Cannot load skill "{1}": {2} is empty': "无法加载技能“{1}”：{2} 是空的",
  'Cannot load skill "{1}" strictly: {2}': "无法按严格方式加载技能“{1}”：{2}",
  'Cannot load skill "{1}": neither its name nor its folder contains a letter or digit':
    "无法加载技能“{1}”：名字和文件夹里都没有字母或数字",
  'Cannot load skill "{1}": it has neither a description nor a text to derive one from':
    "无法加载技能“{1}”：没有描述，也没有可以当描述的文字",
  'Cannot load skill "{1}": skill.yaml is not valid YAML: {2}':
    "无法加载技能“{1}”：skill.yaml 不是 YAML：{2}",
  'Cannot load skill "{1}": skill.yaml needs an id and a description or context':
    "无法加载技能“{1}”：skill.yaml 要有 id，以及 description 或 context",
  'Cannot read "{1}": it is outside of the skill': "无法读取“{1}”：它在技能之外",
  'Cannot read "{1}": it has {2} bytes, at most {3} are read': "无法读取“{1}”：有 {2} 字节，最多读取 {3}",
  'Cannot read skill folder "{1}": it contains more than {2} files':
    "无法读取技能文件夹“{1}”：文件超过 {2} 个",
  'Cannot read "{1}": its name is not valid UTF-8; rename it': "无法读取“{1}”：名字不是 UTF-8；请改名",
  'Cannot read "{1}": it is damaged or from a newer version. Move it away and accept your skills again':
    "无法读取“{1}”：已损坏，或来自更新的版本。请移走它，再重新接受技能",
  'Cannot change the skills: process {1} has been changing them for long. Try again, or remove "{2}"':
    "无法更改技能：进程 {1} 一直在更改。请再试一次，或删除“{2}”",
  'Cannot accept skill "{1}": its content is not the one with the hash {2}. Find it again with search_skills, or install it again':
    "无法接受技能“{1}”：内容的哈希不是 {2}。请用 search_skills 重新查找，或重新安装",
  'Cannot use skill "{1}": only a user may start it, with /{2} in a message or dejima skill run':
    "无法使用技能“{1}”：只有用户可以启动，在消息里写 /{2} 或用 `dejima skill run`",
  'Cannot read "{1}": it is not a text file. Use it from a script':
    "无法读取“{1}”：它不是文本文件。请在脚本里使用",
  'Cannot run "{1}": the scripts folder does not have this file':
    "无法执行“{1}”：scripts 文件夹里没有这个文件",
  'Cannot run "{1}": it is not in a scripts folder of the skill':
    "无法执行“{1}”：它不在技能的 scripts 文件夹里",
  'Cannot find the database "{1}"{2}': "没有数据库“{1}”{2}",
  'Cannot undo "{1}": {2}{3}': "无法撤销“{1}”：{2}{3}",
  'Cannot undo "{1}": {2}. Nothing was restored': "无法撤销“{1}”：{2}。什么都没有恢复",
  'Cannot undo "{1}": its undo data is damaged': "无法撤销“{1}”：保存的数据已损坏",
  'Cannot run this in "{1}": {2}': "无法在“{1}”里执行：{2}",
  'Cannot change "{1}": others hold a lock on these rows. Try again later':
    "无法更改“{1}”：这些行被别人锁住了。请稍后再试",
  'Stopped a statement in "{1}" after {2} s': "“{1}”里的语句执行了 {2} 秒，已停止",
  'Cannot use the database "{1}": {2}': "无法使用数据库“{1}”：{2}",
  'Cannot change "{1}": this would also change rows of {2}, which the statement does not name. Nothing was changed':
    "无法更改“{1}”：这也会更改 {2} 的行，而语句里没有写。什么都没有改",
  'Cannot change "{1}": the rows have changed since this was approved, and it would now touch others or give them other values. Nothing was changed; call it again':
    "无法更改“{1}”：批准之后这些行变了，现在会改到别的行或写入别的值。什么都没有改；请再调用一次",
  'Cannot open the database "{1}": file not found: {2}': "无法打开数据库“{1}”：文件不存在：{2}",
  'Cannot open the database "{1}": it is a folder: {2}': "无法打开数据库“{1}”：这是文件夹，不是数据库：{2}",
  'Cannot use the database "{1}": SQLite ended early': "无法使用数据库“{1}”：SQLite 提前结束了",
  'Cannot change "{1}": its definitions have changed since this was judged, and it would now also {2} rows of {3}. Call it again; a statement that needs a changed definition needs a separate call':
    "无法更改“{1}”：判断之后表的定义变了，现在还会{2} {3} 的行。请再调用一次；用到新定义的语句要单独调用",
  'Cannot change "{1}": another program holds its lock. Try again later':
    "无法更改“{1}”：另一个程序锁住了它。请稍后再试",
  'Cannot open the database "{1}": the file is not a database of SQLite':
    "无法打开数据库“{1}”：这不是 SQLite 的数据库文件",
  "Cannot run this with sql_query: it {1} {2}, and sql_query only reads. Use sql_change":
    "sql_query 只能读取，这条语句会{1} {2}。请用 sql_change",
  'The database "{1}" is damaged: {2}': "数据库“{1}”已损坏：{2}",
};

/** Errors of finding, trying, installing and updating, in Chinese. `{1}` stands for the first value. */
export const FIND_SENTENCES: Readonly<Record<string, string>> = {
  'Cannot find "{1}": no registry was added, or none could be copied. `dejima registry list` shows them':
    "找不到“{1}”：没有添加注册表，或都没能下载。`dejima registry list` 会列出它们",
  'Cannot find "{1}" in the registries. Look for it with: dejima find TEXT':
    "注册表里没有“{1}”。搜索：`dejima find 文字`",
  'Cannot find "{1}" in the registries. Did you mean {2}?': "注册表里没有“{1}”。是不是 {2}？",
  'Cannot use "{1}": it was revoked': "无法使用“{1}”：它已被撤回",
  'Cannot use "{1}": it was revoked: {2}': "无法使用“{1}”：它已被撤回，原因是“{2}”",
  // The report says why, in Chinese; the reasons in the error are its English lines.
  'Cannot install "{1}": {2}. Choose another one':
    "无法安装“{1}”：报告认为它危险，`dejima try` 会显示原因。请换一个",
  'Cannot install "{1}": a server of this name already exists. Remove it first: dejima mcp remove {2}':
    "无法安装“{1}”：已有同名的服务器。请先移除：`dejima mcp remove {2}`",
  'Cannot install "{1}": a skill of this name already exists. Remove it first: dejima skill uninstall {2}':
    "无法安装“{1}”：已有同名的技能。请先卸载：`dejima skill uninstall {2}`",
  "Cannot copy the registry {1}: its answer is not a list of servers. The copy from before is still used":
    "无法下载注册表 {1}：返回的不是服务器列表。仍用之前下载的",
  "Cannot copy the registry {1}: its pages lead in a circle. The copy from before is still used":
    "无法下载注册表 {1}：它的分页循环不止。仍用之前下载的",
  "Cannot copy the registry {1}: it lists more than {2} servers. The copy from before is still used":
    "无法下载注册表 {1}：它列出的服务器超过 {2} 个。仍用之前下载的",
  "Cannot copy the registry {1}: it has more than {2} pages. The copy from before is still used":
    "无法下载注册表 {1}：它的分页超过 {2} 页。仍用之前下载的",
  'Cannot remove the registry "{1}": it was not added': "没有添加过注册表“{1}”",
  'Cannot remove the registry "{1}": it was not added. `dejima registry list` shows those that were':
    "没有添加过注册表“{1}”。`dejima registry list` 会列出添加过的",
  'Cannot remove the registry "{1}": it was not added. Did you mean {2}?':
    "没有添加过注册表“{1}”。是不是 {2}？",
  "Cannot use {1}: its checksum differs from the one of the registry. Nothing was kept":
    "无法使用 {1}：校验和与注册表的不同。什么都没有保存",
};
