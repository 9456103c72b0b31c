/** Errors of the store, secrets, tools and the team, in Chinese. `{1}` stands for the first value. */
export const HOME_SENTENCES: Readonly<Record<string, string>> = {
  "Cannot move the store: the target already contains {1}; name an empty database (CREATE DATABASE …), or drop the schemas dejima and dejima_jobs of this one if nothing in them is needed":
    "无法迁移存储：目标里已有 {1}；请写一个空数据库（CREATE DATABASE …），或在不需要其中内容时删除 dejima 和 dejima_jobs 两个 schema",
  "Cannot move the store: record {1} of {2} changed on the way; empty the target and try again while nothing else uses the source":
    "无法迁移存储：{2} 的第 {1} 条记录没有原样到达；请清空目标，在没有别人使用时再试",
  "Cannot open the store: its address is not of the form postgres://user:password@host:5432/database":
    "无法打开存储：地址要写成 postgres://user:password@host:5432/database",
  'Cannot write to run "{1}": another process has taken it over, because this one was not heard of for too long':
    "无法写运行“{1}”：这个进程太久没有回应，另一个进程已经接手",
  "Cannot use PostgreSQL at {1}: a newer version of Dejima has written it (schema {2}, this version knows {3}); update Dejima":
    "无法使用 {1} 的 PostgreSQL：更新版本的 Dejima 写过它（结构 {2}，这个版本只认识 {3}）；请更新 Dejima",
  "No answer within {1} ms": "{1} 毫秒内没有回应",
  "Cannot change the team's {1}: somebody else has changed it. Read it and try again":
    "无法更改团队的{1}：别人刚刚改过。请看一看再试",
  "Cannot use version {1} of the team's {2}: its text was changed in the database. Roll back to another one":
    "无法使用团队{2}的第 {1} 版：它在数据库里被改过。请退回另一版",
  'Cannot use PostgreSQL at {1} for a tenant: its user {2} owns the tables and may not make another role. Let an administrator run: CREATE ROLE {3} NOLOGIN; GRANT {4} TO "{5}"':
    '租户无法使用 {1} 的 PostgreSQL：用户 {2} 拥有这些表，而且不能新建角色。请管理员运行：CREATE ROLE {3} NOLOGIN; GRANT {4} TO "{5}"',
  'Cannot use database "{1}": {2}': "无法使用数据库“{1}”：{2}",
  'Cannot open database "{1}": it was written by a newer version of Dejima (schema {2}, this version knows {3}); update Dejima, or choose another home with --home':
    "无法打开数据库“{1}”：它由更新版本的 Dejima 写成（结构 {2}，这个版本只认识 {3}）；请更新 Dejima，或用 --home 换一个主目录",
  'Cannot create run "{1}": a run with this id exists': "无法新建运行“{1}”：已有这个编号",
  'Cannot find run "{1}": run not found': "没有运行“{1}”",
  'Cannot add "{1}" to {2}: it already exists': "无法把“{1}”加到 {2}：已经存在",
  'Cannot find "{1}" among {2}: there is none': "{2} 里没有“{1}”",
  "Cannot use the store: it is closed; open it again": "无法使用存储：已经关闭；请重新打开",
  'Cannot continue run "{1}": another process has done its step {2}':
    "无法继续运行“{1}”：另一个进程已经做了第 {2} 步",
  'Cannot store document "{1}" in collection "{2}": {3}': "无法把文档“{1}”保存到“{2}”：{3}",
  "Cannot send telemetry: install {1}, or leave telemetry.endpoint and telemetry.metrics out":
    "无法发送遥测：请安装 {1}，或去掉 telemetry.endpoint 和 telemetry.metrics",
  'Cannot define tool "{1}": {2}': "无法定义工具“{1}”：{2}",
  'Cannot find tool "{1}"{2}': "没有工具“{1}”{2}",
  'Cannot register tool "{1}" from {2}: {3} already registered it. ':
    "无法注册来自 {2} 的工具“{1}”：{3} 已经注册了",
  'Cannot register tool "{1}" from {2}: names that begin like this are for {3}. Give it another name':
    "无法注册来自 {2} 的工具“{1}”：这样开头的名字留给 {3}。请换个名字",
  'Cannot use tool "{1}": it depends on "{2}", which is not registered. Register "{3}" first':
    "无法使用工具“{1}”：它依赖没有注册的“{2}”。请先注册“{3}”",
  "Cannot resolve dependencies: {1} is a circle": "依赖关系成了环：{1}",
  "Cannot register {1}: {2}{3}. Make it with defineTool()": "无法注册 {1}：{2}{3}。请用 defineTool() 定义",
  "Cannot use the key of the vault as a secret: it decrypts all others":
    "主密钥不能当普通密钥用：它能解开所有密钥",
  "Cannot keep the secret {1}: its value must have {2} to {3} characters, so that it can be distinguished from other text":
    "无法保存密钥 {1}：内容要有 {2} 到 {3} 个字符，才能与其他文字区分",
  "Cannot let {1} use a secret without a host: pass where it may be sent, such as api.example.com":
    "{1} 使用密钥时要写明主机：可以发往哪里，例如 api.example.com",
  'Cannot bind a secret to the host "{1}": write it as name, *.name.org or name:port':
    "无法把密钥限定到主机“{1}”：要写成 name、*.name.org 或 name:port",
  "Cannot use {1}{2}: {3}": "无法使用 {1}{2}：{3}",
  "it was stored with another key, or changed since": "它用另一个主密钥保存，或后来被改过",
  "Cannot read the secret {1}: {2}. {3}": "无法读取密钥 {1}：{2}。{3}",
  'the keyring of the system has no entry "{1}" that can be read here': "系统的密钥环里没有可以读取的“{1}”",
  "the variable {1} is not set": "没有设置变量 {1}",
  'the file "{1}" is too large': "文件“{1}”太大",
  "Cannot keep secrets: there is no home directory for the key. Set {1} to 32 bytes in Base64 (openssl rand -base64 32)":
    "无法保存密钥：没有主目录存放主密钥。请把 {1} 设为 Base64 的 32 字节（`openssl rand -base64 32`）",
  'Cannot open the key "{1}": {2}': "无法打开主密钥“{1}”：{2}",
  'Cannot use the key "{1}": others may read it or own it. Make it yours alone: chmod 600 "{2}"':
    '无法使用主密钥“{1}”：别人可以读取或拥有它。请改成只有你能读：chmod 600 "{2}"',
  "Cannot read secrets: the key is in the keyring of the system, {1}, or set {2} to it{3}":
    "无法读取密钥：主密钥在系统的密钥环里，{1}，或用 {2} 给出{3}",
  "Cannot use the key of {1}: it must be 32 bytes in Base64 or hexadecimal (openssl rand -base64 32)":
    "无法使用 {1} 的主密钥：要写 Base64 或十六进制的 32 字节（`openssl rand -base64 32`）",
  'There is no secret "{1}". `dejima secret list` shows them':
    "没有密钥“{1}”。`dejima secret list` 列出现有的",
  'Cannot rotate "{1}": its value comes from {2}. Change it there':
    "无法更换“{1}”：它的内容来自 {2}。请在那里更改",
  "Cannot use the secret {1}: {2}. `dejima secret show {3}` says what it is bound to":
    "无法使用密钥 {1}：{2}。`dejima secret show {3}` 说明它能用在哪里",
  "Cannot suggest descriptions with {1}: connect a language model first, with `dejima model connect`":
    "无法用 {1} 建议描述：请先用 `dejima model connect` 连接语言模型",
  'Cannot use the address "{1}": give one such as https://example.com/v1':
    "地址不能是“{1}”：请写 https://example.com/v1 这样的地址",
  "Cannot use an address with a password in it: enter the key separately": "地址里不能有密码：请单独输入密钥",
  'Cannot use the model "{1}": give the whole path of a .gguf file that is on this machine':
    "无法使用模型“{1}”：请写这台机器上 .gguf 文件的完整路径",
  "Cannot start a child run here: this run is one itself": "子运行里不能再开始子运行",
  "Cannot ask the model: the budget for {1} is used up. `dejima cost budget set {2}` raises it":
    "不能询问模型：{1}的预算已用完。`dejima cost budget set {2}` 提高预算",
  "Cannot ask the model beside the task: a rule about money covers {1}. `dejima policy explain {2}` says which":
    "不能在任务之外询问模型：有一条关于花费的规则管着{1}。`dejima policy explain {2}` 说明是哪一条",
  "Cannot run code: sandbox.enabled is false in the config": "无法运行代码：配置里 sandbox.enabled 是 false",
  'Cannot keep a secret called "{1}": no program gets a variable of this name. Choose one such as GITHUB_TOKEN':
    "密钥不能叫“{1}”：程序不会得到这个名字的变量。请换一个，例如 GITHUB_TOKEN",
  "Cannot test {1}: this process does not answer at messengers. `dejima serve` does":
    "无法测试 {1}：这个进程不接收消息应用的消息，`dejima serve` 才接收",
  "Cannot change {1}: your config does not name it; another config does":
    "无法更改 {1}：你的配置里没有，在另一个配置里",
  "Cannot use the MCP server of the folder mcps/{1}: {2} {3}":
    "无法使用文件夹 mcps/{1} 的 MCP 服务器：{2} {3}",
  'Cannot add "{1}": a server of this name already exists. Remove it first, or choose another name':
    "无法添加“{1}”：已有同名的服务器。请先移除，或换个名字",
  'Cannot change "{1}": {2} does not name this MCP server': "无法更改“{1}”：{2} 里没有这个 MCP 服务器",
  "{1} was deleted. Its settings stay in effect until the next start":
    "{1} 不见了。其中的设置到下次启动前仍然有效",
  "{1} is for the folder {2}, and this process works in {3}. Restart to use it":
    "{1} 是给文件夹 {2} 的，而这个进程在 {3} 里工作。要用它请重新启动",
  'Cannot remove "{1}": there is no rule of these words. `dejima policy list` shows them':
    "没有规则“{1}”，不用移除。`dejima policy list` 列出现有的",
  'Cannot set the role of "{1}": {2} has no such argument. It has {3}':
    "无法设置“{1}”的作用：{2} 没有这个参数，只有 {3}",
  'Cannot find the setting "{1}"': "没有设置“{1}”",
  "Cannot remove {1}: the config of this folder does not set it": "无法移除 {1}：这个文件夹的配置没有设置它",
  'Cannot write a log: "{1}" is not a run': "无法写日志：“{1}”不是运行",
  "Cannot continue writing the log of run {1}: the home has a compressed one with fewer records. Move runs/{2}.jsonl.gz away":
    "无法续写运行 {1} 的日志：主目录里有一份记录更少的压缩日志。请移走 runs/{2}.jsonl.gz",
  'Cannot copy the store of "{1}": there is none. Name the home with --home, or run this in its folder':
    "无法复制“{1}”的存储：没有存储。请用 --home 写明主目录，或在它的文件夹里运行",
  'Cannot replace the store of "{1}": another process uses it. End it first':
    "无法替换“{1}”的存储：另一个进程正在使用。请先结束它",
  'Cannot copy into "{1}": its store already contains {2}. With --replace it is set aside first, beside the new one; --home names another home':
    "无法复制到“{1}”：存储里已有 {2}。加 --replace 会先把它放到旁边；--home 可以换一个主目录",
  "it answered {1}": "它返回 {1}",
  "Cannot use `blobs`: it is for runs that several machines share. Set `runs: workers` and a PostgreSQL store, or leave `blobs` out":
    "不能用 `blobs`：它用于多台机器共享的运行。请设置 `runs: workers` 和 PostgreSQL 存储，或去掉 `blobs`",
  "Cannot share runs with workers: `dejima worker` and `runs: workers` need a PostgreSQL store. Set DEJIMA_STORE, or `store` in the config, to its address (postgres://…); on one machine `dejima serve` alone works on the runs":
    "无法与工作进程共享运行：`dejima worker` 和 `runs: workers` 需要 PostgreSQL 存储。请把 DEJIMA_STORE 或配置里的 `store` 设为它的地址（postgres://…）；单台机器用 `dejima serve` 就够了",
  'Cannot work in "{1}": it is a link, not a folder': "无法在“{1}”里工作：它是链接，不是文件夹",
  "Cannot find version {1} of the team's {2}. `{3}` lists them": "团队的{2}没有第 {1} 版。`{3}` 列出所有版本",
  "Cannot restore version {1} of the team's {2} from here: it {3}, which only a person at a machine can allow. Run `{4} {5}` there":
    "无法从这里恢复团队{2}的第 {1} 版：它{3}，只有机器前的人可以允许。请在那里运行 `{4} {5}`",
  "Cannot use {1}/{2}: it contains {3}, which is no file": "无法使用 {1}/{2}：其中的 {3} 不是文件",
  "Cannot use the team's tool files: they are not the content that was accepted. Share them again with `dejima tool trust --team`":
    "无法使用团队的工具文件：内容与接受的不同。请用 `dejima tool trust --team` 重新共享",
  "No team is set up here: sharing and its history need `runs: workers` and a PostgreSQL store (docs/scale.md). Without a team, change the config of this folder or your own (--user)":
    "这里没有团队：共享和历史需要 `runs: workers` 和 PostgreSQL 存储（docs/scale.md）。没有团队时，请更改这个文件夹或你自己的配置（--user）",
  'Cannot call a database "{1}": its name {2}': "数据库不能叫“{1}”：名字{2}",
  'Cannot add "{1}": its address contains a password. Leave it out there; it is kept with the secrets':
    "无法添加“{1}”：地址里有密码。请去掉；密码会和密钥一起保存",
  'Cannot add "{1}": its address names a variable or a secret. Write the address itself; only the password may come from one':
    "无法添加“{1}”：地址里有变量或密钥。请写地址本身；只有密码可以来自变量",
  'Cannot add "{1}": its address {2}': "无法添加“{1}”：地址{2}",
  'Cannot keep the password of "{1}": a secret {2} already exists for another purpose. Rename one of them':
    "无法保存“{1}”的密码：已有作他用的密钥 {2}。请改掉其中一个的名字",
  'Cannot add "{1}": a database of this name already exists. Remove it first, or choose another name':
    "无法添加“{1}”：已有同名的数据库。请先移除，或换个名字",
  'Cannot undo the removal of "{1}": it was not removed here since the start. Add it again':
    "无法撤销移除“{1}”：启动之后没有在这里移除过。请重新添加",
  'Cannot undo the removal of "{1}": the name is used again': "无法撤销移除“{1}”：名字又被用了",
  'Cannot add "{1}": the environment variable {2} is not set. Set it to the password, also for `dejima serve`':
    "无法添加“{1}”：没有设置环境变量 {2}。请设为密码，`dejima serve` 也要",
  'Cannot change "{1}": your config does not name this database; another config does':
    "无法更改“{1}”：你的配置里没有这个数据库，在另一个配置里",
  "Nothing is fetched for {1}": "没有为 {1} 下载任何东西",
  "Cannot read {1}: the server answered {2}": "无法读取 {1}：服务器返回 {2}",
  'Cannot read "{1}": the server answered {2}': "无法读取“{1}”：服务器返回 {2}",
  "Cannot share tool files: it needs a team with `runs: workers` and `blobs`. Without one, put them on every machine":
    "无法共享工具文件：需要带 `runs: workers` 和 `blobs` 的团队。没有团队时，请放到每台机器上",
  'Cannot reach the API "{1}": {2}; set openapi.{3}.baseUrl':
    "无法访问 API“{1}”：{2}；请设置 openapi.{3}.baseUrl",
  'Cannot read "{1}": it is not a text file. Deliver it to the user, or pass it to a script':
    "无法读取“{1}”：它不是文本文件。请发给用户，或交给脚本",
};
