/** Errors of the command line, in Chinese. `{1}` stands for the first value. */
export const COMMAND_SENTENCES: Readonly<Record<string, string>> = {
  'Cannot read "{1}": {2}': "无法读取“{1}”：{2}",
  'Cannot write "{1}": {2}': "无法写入“{1}”：{2}",
  'Cannot read {1} "{2}": {3}': "无法读取{1}“{2}”：{3}",
  'Cannot write "{1}": it already exists. --force replaces it': "无法写入“{1}”：已经存在。加 `--force` 替换",
  'Cannot use {1} "{2}": {3}': "{1} 不能是“{2}”：{3}",
  "Cannot run `dejima {1}` without {2}: {3}": "`dejima {1}` 缺少 {2}：{3}",
  "Cancelled while asking; nothing was run": "询问时已取消，没有执行",
  "Cannot find a run: there are no runs yet. `dejima tool call current_time` makes one":
    "找不到运行：还没有运行。`dejima tool call current_time` 可以试一次",
  'Cannot find a run: the agent has not worked on anything lately. `dejima run "what time is it?"` makes a run':
    '找不到运行：智能体最近没有做过事。`dejima run "现在几点"` 可以试一次',
  "Cannot find a run: {1}": "找不到运行：{1}",
  'Cannot read --input as JSON: {1}. Quote it for the shell: --input \'{"path": "a.txt"}\'':
    '--input 不是 JSON：{1}。在命令行里这样加引号：--input \'{"path": "a.txt"}\'',
  "Cannot read --input from {1}: {2}": "无法从 {1} 读取 --input：{2}",
  'Cannot read {1} "{2}": write NAME{3}VALUE': "看不懂 {1} 的“{2}”：请写成 NAME{3}VALUE",
  'Cannot call "{1}": {2} is turned off here ({3}). To turn it on and be asked each time: {4}. `{5}` says what would change it':
    "无法调用“{1}”：这里关闭了{2}（{3}）。要打开并每次询问：`{4}`。`{5}` 说明怎样更改",
  'Cannot call "{1}" without an approval: none of those given is for this call. To approve it, add: --approve {2}':
    "没有批准，无法调用“{1}”：给出的批准都不是给这次调用的。要批准，请加上：`--approve {2}`",
  'Cannot find tool "{1}". Did you mean {2}?': "没有工具“{1}”。是不是 {2}？",
  'Cannot find tool "{1}". List the tools to see what there is':
    "没有工具“{1}”。`dejima tool list` 列出所有工具",
  'Cannot find skill "{1}": `dejima skill list` or list_skills shows all':
    "没有技能“{1}”。`dejima skill list` 列出所有技能",
  'Cannot find run "{1}": `dejima log list` shows the runs there are':
    "没有运行“{1}”。`dejima log list` 列出所有运行",
  'Cannot run: say what to do, such as dejima run "what time is it"': '要做什么？例如 dejima run "现在几点"',
  'Cannot call "{1}" yet: {2} waits for an answer. To answer, run: {3}':
    "“{1}”还在等待答复（{2}）。答复：`{3}`",
  "The program failed: ToolError: {1}": "程序失败：{1}",
  "The program failed: {1}": "程序失败：{1}",
  'Cannot use "{1}": it is outside the allowed folders. Use a plain path inside "{2}"':
    "无法使用“{1}”：它超出了允许的文件夹。请用“{2}”里的路径",
  'Cannot undo "{1}": there is no call with this id. `dejima undo` lists the calls that can be undone':
    "无法撤销“{1}”：没有这个编号的调用。`dejima undo` 列出可以撤销的",
  "Nothing to undo: no recent call changed a file or a database or installed a server, or all of it is undone":
    "没有可以撤销的：最近的调用没有改过文件、数据库或安装过服务器，或者都已撤销",
  "Nothing to resume: no run was interrupted. `dejima log list` shows the runs":
    "没有可以继续的：没有中断的运行。`dejima log list` 列出运行",
  'Cannot find approval "{1}": `dejima approvals list` shows the ones there are':
    "没有问题“{1}”：`dejima approvals list` 列出现有的",
  'Cannot read run "{1}": its log was pruned on {2}': "无法读取运行“{1}”：日志已在 {2} 清理",
  "Cannot find the logs of {1} that this home knows: {2}. They were removed, or they are in the home of another machine that used this store: look there, or in a backup":
    "找不到 {1} 的日志：{2}。可能已被删除，也可能在使用同一存储的另一台机器上：请到那里或备份里找",
  "Cannot run this program: it is not valid: {1}": "这个程序有语法错误：{1}",
  "Cannot approve without an id: name a question of `dejima approvals list`, or use --all":
    "要批准哪一个？写上 `dejima approvals list` 里的编号，或用 --all",
  "Cannot use --users or --groups alone: name the grant with --grant":
    "--users 和 --groups 要和 --grant 一起用",
  'Cannot read --lines "{1}": write the numbers of lines, such as 1,3':
    "看不懂 --lines“{1}”：请写行号，例如 1,3",
  "Cannot approve all without a terminal to show them in. Name them: dejima approvals approve {1}":
    "没有终端可以显示，不能全部批准。请写明：`dejima approvals approve {1}`",
  'Cannot show costs since "{1}": write a day such as 2026-11-01': "看不懂日期“{1}”：请写成 2026-11-01 这样",
  'Cannot remove the price of "{1}": there is none. `dejima cost price list` shows them':
    "没有“{1}”的价格。`dejima cost price list` 列出现有的",
  "Cannot set a budget without a limit: give --usd, --tokens or both":
    "预算要有上限：请写 --usd、--tokens 或两者",
  "Cannot remove the budget for {1}: there is none. `dejima cost budget list` shows them":
    "没有 {1} 的预算。`dejima cost budget list` 列出现有的",
  "Cannot prune the log: say how old, such as --older-than 90d":
    "要清理多久以前的日志？例如 --older-than 90d",
  "Cannot create a signing key: neither HOME nor XDG_CONFIG_HOME is set; set one, or name a file as log.signingKey":
    "无法创建签名密钥：没有设置 HOME 或 XDG_CONFIG_HOME；请设置其一，或在 log.signingKey 里写文件名",
  'Cannot remove the witness "{1}": it is not in the config': "无法移除见证方“{1}”：配置里没有",
  'Cannot read the config "{1}": {2}': "无法读取配置“{1}”：{2}",
  'Cannot remove "{1}": your own config has no rule of these words. `dejima policy list` shows them':
    "个人配置里没有规则“{1}”。`dejima policy list` 列出现有的",
  'Cannot remove "{1}": the team\'s config has no such rule': "团队配置里没有规则“{1}”",
  "Cannot change two configs at once: pass --user or --team": "不能同时改两个配置：请只写 --user 或 --team",
  "Cannot remove {1}: {2} does not set it": "{2} 里没有设置 {1}",
  'Cannot find persona "{1}": there are {2}': "没有人设“{1}”。可选：{2}",
  'Cannot read the rules "{1}": {2}': "无法读取规则“{1}”：{2}",
  "Cannot trust a config: there is no dejima.yaml here or above. `dejima init` writes one":
    "没有可以信任的配置：这里和上级文件夹都没有 dejima.yaml。`dejima init` 写一个",
  'Cannot use "{1}" without asking you: its grants, schedules, servers, skills and tokens would count as if you had made them. Look at it, then run `dejima config trust --yes`':
    "使用“{1}”之前要先问你：其中的授权、定时任务、服务器、技能和令牌会像你自己建立的一样生效。请先查看，再运行 `dejima config trust --yes`",
  'Cannot trust "{1}" without asking you: its rules, servers and addresses would apply as if you had written them. Read it, then run `dejima config trust --yes`':
    "信任“{1}”之前要先问你：其中的规则、服务器和地址会像你自己写的一样生效。请先查看，再运行 `dejima config trust --yes`",
  'Cannot work in "{1}": the config {2} is for {3}. Open that folder, or start without --config':
    "无法在“{1}”里工作：配置 {2} 是给 {3} 用的。请打开那个文件夹，或去掉 --config",
  'Cannot add "{1}": it already exists; --force replaces it': "无法添加“{1}”：已经存在；加 `--force` 替换",
  'Cannot add "{1}": give either a command after -- or --url':
    "无法添加“{1}”：请在 -- 后面写命令，或写 --url，只能写一种",
  "{1}. Nothing was added": "{1}。没有添加",
  'Cannot start "{1}" as a program: it is an address. Write `dejima mcp add {2} --url {3}`':
    "“{1}”是地址，不是程序。请写 `dejima mcp add {2} --url {3}`",
  'Cannot add "{1}": "{2}" is no address of a server. Write one such as https://example.com/mcp; a program goes after --':
    "无法添加“{1}”：“{2}”不是服务器地址。请写 https://example.com/mcp 这样的地址；程序写在 -- 后面",
  "Cannot import from {1}: {2}": "无法从 {1} 导入：{2}",
  'Cannot import from "{1}": {2}. Name {3} or a file': "无法从“{1}”导入：{2}。请写 {3} 或一个文件",
  'Cannot remove "{1}": {2} does not name this server. Your own config {3} does: add --user':
    "无法移除“{1}”：{2} 里没有这个服务器。个人配置 {3} 里有：请加 --user",
  'Cannot remove "{1}": {2} does not name this server': "无法移除“{1}”：{2} 里没有这个服务器",
  'Cannot grant "{1}": write host:NAME, folder:PATH, write:PATH or env:NAME':
    "看不懂“{1}”：请写 host:NAME、folder:PATH、write:PATH 或 env:NAME",
  'Cannot grant "{1}" anything: {2} does not name this server': "无法给“{1}”更多权限：{2} 里没有这个服务器",
  "Cannot change the config of {1}: it is not {2}; {3}": "无法修改 {1} 的配置：它不是 {2}；{3}",
  "Cannot change dejima_acp.lua: a file of that name exists that is not Dejima's":
    "无法修改 dejima_acp.lua：已有同名文件，而且不是 Dejima 的",
  'Cannot reach the MCP server "{1}": {2}': "无法连接 MCP 服务器“{1}”：{2}",
  "Stopped waiting for the browser": "不再等待浏览器",
  "The browser did not come back within {1} s; --timeout gives it longer":
    "浏览器在 {1} 秒内没有返回；--timeout 可以多等一会儿",
  "Cannot wait for the browser on port {1}: it is taken. --port names another":
    "端口 {1} 已被占用，无法等待浏览器。用 --port 换一个",
  'Cannot install from "{1}": {2}': "无法从“{1}”安装：{2}",
  'Cannot name a tool "{1}": small letters, digits and underscores, beginning with a letter':
    "工具不能叫“{1}”：只能用小写字母、数字和下划线，以字母开头",
  'Cannot trust "{1}": it has no tool files. `dejima tool new` creates one':
    "“{1}”里没有工具文件。`dejima tool new` 新建一个",
  'Cannot trust "{1}" unasked: its {2} would run inside Dejima with your rights. Read them, then pass --yes':
    "信任“{1}”之前要先问你：其中的 {2} 会以你的权限在 Dejima 里运行。请先查看，再加 --yes",
  'Cannot remove "{1}": {2} does not name this API': "无法移除“{1}”：{2} 里没有这个 API",
  "Cannot set {1}: say where it may be sent, such as --host api.example.com":
    "要保存 {1}，请写明可以发往哪里，例如 --host api.example.com",
  'Cannot remove "{1}": not found. `dejima secret list` shows them':
    "没有密钥“{1}”。`dejima secret list` 列出现有的",
  "Cannot set {1}: standard input is empty. Run the command in a terminal, which asks for the value, or pipe the value into it":
    "无法保存 {1}：标准输入是空的。请在终端里运行，会询问内容；或用管道传入",
  "{1} was not changed": "{1} 没有改动",
  'Cannot install skill "{1}": its current content is not accepted. To accept it: dejima skill trust {2}':
    "技能“{1}”已安装，但现在的内容还没有接受。要接受：`dejima skill trust {2}`",
  'Cannot trust "{1}" without a person: run it in a terminal, or pass --yes knowingly':
    "信任“{1}”要由人决定：请在终端里运行，或看过之后加 --yes",
  "Cannot make a skill without a description: pass --description TEXT":
    "新技能要有描述：请加 --description TEXT",
  "Cannot edit the skill: only its description can be edited; pass --description TEXT":
    "只能更改技能的描述：请加 --description TEXT",
  "Cannot combine these options: pass --text, --from or --reset":
    "不能同时做几件：--text、--from、--reset 只写一个",
  'Cannot reset the description of "{1}": none was set': "没有为“{1}”设置过描述",
  'Cannot describe "{1}" as "{2}" tried: that experiment is about {3}':
    "不能用“{2}”试过的描述来描述“{1}”：那个实验是关于{3}的",
  "Cannot show what a call would do: name the tool, as in `dejima tool call write_file --dry-run`":
    "要看哪个工具？例如 `dejima tool call write_file --dry-run`",
  "Cannot find anything: no registry was added. Add one with: dejima registry add {1}":
    "无法查找：还没有添加注册表。添加：`dejima registry add {1}`",
  "Cannot find anything: {1}": "无法查找：{1}",
  "Cannot tell what is outdated: there is no copy of a registry to compare with. {1}":
    "不知道哪些过时了：还没有下载注册表。{1}",
  'Cannot read the address "{1}"': "看不懂地址“{1}”",
  "Cannot take a password from the command line, where others can see it. Enter it with --ask-password, or name the environment variable with it: --password-from SHOP_PASSWORD":
    "密码不能写在命令行里，别人会看到。请用 --ask-password 输入，或写明存有密码的环境变量：--password-from SHOP_PASSWORD",
  'Cannot add "{1}": Dejima speaks SQLite (a file), PostgreSQL (postgres://…) and MariaDB or MySQL (mariadb://…, mysql://…), not {2}':
    "无法添加“{1}”：支持 SQLite（文件）、PostgreSQL（postgres://…）和 MariaDB、MySQL（mariadb://…、mysql://…），不支持 {2}",
  'Cannot add "{1}": {2}. Give the path of an SQLite file, or an address such as postgres://reader@db.example.com/shop':
    "无法添加“{1}”：{2}。请写 SQLite 文件的路径，或 postgres://reader@db.example.com/shop 这样的地址",
  'Cannot change "{1}": give either --read-only or --writable, and either --allow-reading or --ask-reading':
    "无法更改“{1}”：--read-only 和 --writable 只写一个，--allow-reading 和 --ask-reading 也只写一个",
  'Nothing to change for "{1}": give --read-only, --writable, --allow-reading, --ask-reading or --ask-password':
    "没有要更改的：请为“{1}”写上 --read-only、--writable、--allow-reading、--ask-reading 或 --ask-password",
  'Cannot use the model "{1}": no such file': "无法使用模型“{1}”：文件不存在",
  "Cannot connect the model: standard input contains no key": "无法连接模型：标准输入里没有密钥",
  "Cannot connect a model without a terminal to ask at: name a provider of {1}, and give its key with --key-stdin":
    "没有终端可以询问：请写明提供商（{1}），并用 --key-stdin 给出密钥",
  "Cannot connect {1}: {2} is missing. Enter it at a terminal, or send it to standard input. {3}":
    "无法连接 {1}：缺少 {2}。请在终端里输入，或从标准输入传入。{3}",
  "Cannot connect {1}: {2} is missing. Give it with --set {3}=VALUE. {4}":
    "无法连接 {1}：缺少 {2}。用 --set {3}=VALUE 给出。{4}",
  "Cannot connect {1}: {2}": "无法连接 {1}：{2}",
  "{1} is not connected. Run: dejima channel connect {2}":
    "{1} 还没有连接。运行：`dejima channel connect {2}`",
  'Cannot read "{1}": write name=value': "看不懂“{1}”：请写成 name=value",
  'Cannot correct the memory "{1}": there is none with this id. `dejima memory list` shows them':
    "没有编号为“{1}”的记忆。`dejima memory list` 列出现有的",
  "Cannot forget: name the ids that `dejima memory list` shows, or --all":
    "要删除哪些？写上 `dejima memory list` 里的编号，或用 --all",
  "Name a file for the backup: neither HOME nor XDG_STATE_HOME is set":
    "请写备份文件名：没有设置 HOME 或 XDG_STATE_HOME",
  'Cannot remove "{1}" from the group "{2}": not a member. `dejima group list` shows the members':
    "“{1}”不是“{2}”组的成员。`dejima group list` 列出成员",
  'Cannot use --issuer "{1}": write an address such as https://login.example.com':
    "--issuer 不能是“{1}”：请写 https://login.example.com 这样的地址",
  "Cannot set the sign-in: name the provider with --issuer and --client-id":
    "无法设置登录：请用 --issuer 和 --client-id 写明提供商",
  "Cannot set the sign-in: nobody could sign in. Give a group a role, such as --role user=staff, or --role user='*'":
    "无法设置登录：这样谁都登录不了。请给一个组分配角色，例如 --role user=staff，或 --role user='*'",
  'Cannot use --role "{1}": write ROLE=GROUP; the roles are {2}':
    "看不懂 --role“{1}”：请写成 ROLE=GROUP；角色有 {2}",
  "Cannot check the sign-in: none is set. `dejima sign-in set` sets one":
    "还没有设置登录。`dejima sign-in set` 设置一个",
  "Cannot remove the sign-in: none is set": "没有设置登录，不用移除",
  'Cannot end the sessions of "{1}": there is none. `dejima sign-in list` shows them':
    "“{1}”没有登录。`dejima sign-in list` 列出已登录的人",
  "Name one database: --to ADDRESS or --from ADDRESS": "请写一个数据库：--to ADDRESS 或 --from ADDRESS",
  'Cannot revoke the token of "{1}": there is none. `dejima token list` shows them':
    "没有“{1}”的令牌。`dejima token list` 列出现有的",
  'Cannot use the mode "{1}": there are {2}': "没有模式“{1}”。可选：{2}",
  "Cannot run /{1}: name a rule, such as /{2} writing. /rules lists those there are":
    "/{1} 后面要写规则，例如 /{2} writing。/rules 列出现有的",
  'Cannot read /thinking "{1}": write on or off': "看不懂 /thinking“{1}”：请写 on 或 off",
  'Cannot resume "{1}": /resume lists what there is': "没有“{1}”这个对话：/resume 列出现有的",
};
