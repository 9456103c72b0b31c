/** Errors of access, doors, conversations and the config, in Chinese. `{1}` stands for the first value. */
export const SERVER_SENTENCES: Readonly<Record<string, string>> = {
  "Cannot {1}: {2}": "无法{1}：{2}",
  "Cannot {1} {2}: {3}": "无法{1} {2}：{3}",
  "Cannot {1}": "无法{1}",
  'Cannot serve{1} without a valid token: send "Authorization: Bearer <token>"; `dejima token create NAME` makes one':
    '没有有效的令牌，无法使用{1}：请发送 "Authorization: Bearer <token>"；`dejima token create NAME` 新建一个',
  "Cannot serve without a valid token: the one that was sent is wrong, was revoked or has expired. `dejima token list` shows the names there are, `dejima token create NAME` makes a new one":
    "令牌无效：写错了、已撤销或已过期。`dejima token list` 列出现有的，`dejima token create NAME` 新建一个",
  "{1}: try again in {2} s": "{1}：{2} 秒后再试",
  'Cannot add "{1}" to the group "{2}": a group is named with letters, digits, dots, hyphens and underscores, at most 64; a member without blanks and slashes':
    "无法把“{1}”加入“{2}”组：组名只能用字母、数字、点、连字符和下划线，最多 64 个；成员名里不能有空格和斜杠",
  'Cannot {1} the group "{2}": there is none. `dejima group add GROUP USER` makes one':
    "没有“{2}”组，无法{1}。`dejima group add GROUP USER` 新建一个",
  "Not found: this request was answered, or has expired. Start the app's login again":
    "找不到：这个请求已经答复过，或已过期。请在应用里重新登录",
  "Cannot sign in: the identity provider gave an id that cannot be used":
    "无法登录：身份提供方给的用户编号不能用",
  "Cannot sign in with {1}: over http, anyone on the network could impersonate anyone. Use its https address":
    "无法用 {1} 登录：http 不安全，路上的人可以冒充。请用它的 https 地址",
  "Cannot sign in: the identity provider {1} gave no valid answer ({2})":
    "无法登录：身份提供方 {1} 的回应不对（{2}）",
  "Cannot sign in: the identity provider's answer is not valid ({1}). Start again at /sign-in":
    "无法登录：身份提供方发来的内容无效（{1}）。请从 /sign-in 重新开始",
  "Cannot sign in: this browser did not start the sign-in, or it took longer than ten minutes. Start again at /sign-in":
    "无法登录：不是从这个浏览器开始的，或超过了十分钟。请从 /sign-in 重新开始",
  'Cannot let {1} in: the identity provider does not name them for the tenant "{2}" (claim {3})':
    "{1} 不能进入：身份提供方没有说他属于租户“{2}”（claim {3}）",
  "Cannot let {1} in: none of their groups has a role here. An admin gives one with `dejima sign-in set --role user=GROUP`":
    "{1} 不能进入：他所在的组在这里都没有角色。管理员可以用 `dejima sign-in set --role user=GROUP` 分配",
  'Cannot serve the host "{1}": use {2}': "不能用主机名“{1}”访问：请用 {2}",
  "Cannot serve a page of another site: open the console of this server itself":
    "不接受其他网站的页面：请打开这个服务器自己的控制台",
  'Cannot read a body of the type "{1}": send JSON, with "content-type: application/json"':
    '无法读取“{1}”类型的内容：请发送 JSON，并写上 "content-type: application/json"',
  "Cannot continue for {1}: their token was revoked, has expired or was given another role since this run began. Start again with a valid token; `dejima token create {2}` makes one":
    "无法为 {1} 继续：令牌已撤销、已过期，或运行开始后换了角色。请用有效的令牌重新开始；`dejima token create {2}` 新建一个",
  'Cannot make a token for "{1}": a name is letters, digits, dots, hyphens and underscores, at most 64':
    "无法为“{1}”新建令牌：名字只能用字母、数字、点、连字符和下划线，最多 64 个",
  'Cannot make a token for "{1}": that is the person at this machine; choose another name':
    "无法为“{1}”新建令牌：这是本机用户；请换个名字",
  'Cannot make a token for "{1}": there is one; revoke it first': "无法为“{1}”新建令牌：已经有了；请先撤销",
  'Cannot resume run "{1}": {2}': "无法继续运行“{1}”：{2}",
  "Cancelled between two steps": "在两步之间停止了",
  'Cannot use persona "{1}": {2}': "无法使用人设“{1}”：{2}",
  'Cannot use persona "{1}": the pattern {2}: {3}': "无法使用人设“{1}”：模式 {2}：{3}",
  "Cannot replay run {1}: it is not a run of a conversation": "无法重放运行 {1}：它不是一次对话",
  "Left for another process": "已留给另一个进程",
  "Cannot {1} without an approval: {2}, and {3}. {4}": "没有批准，无法{1}：{2}，而且{3}。{4}",
  'Cannot call "{1}": {2}.{3} `{4}` says what would change it': "无法调用“{1}”：{2}。{3} `{4}` 说明怎样更改",
  "Cannot {1}: {2} ({3}). Nothing was run": "无法{1}：{2}（{3}）。没有执行",
  'Cancelled "{1}" while asking; nothing was run': "询问“{1}”时已停止；没有执行",
  "Cancelled while {1} waited for an answer; nothing was run": "等待 {1} 的答复时已停止；没有执行",
  'Cannot revoke "{1}": `dejima grants list` shows the grants there are':
    "没有授权“{1}”，不用撤销：`dejima grants list` 列出现有的",
  "The question is settled": "这个问题已经有答复了",
  'Cannot grant "{1}" with {2}: it offers {3}': "无法按“{1}”授权 {2}：可选的有 {3}",
  "Cannot approve line {1} of {2}: no such line waits for an answer": "{2} 没有等待答复的第 {1} 行",
  'Cannot change the rules by "{1}" with {2}: it offers {3}': "无法按“{1}”为 {2} 更改规则：可选的有 {3}",
  'Cannot restore into "{1}": a home already exists. --replace restores all the same, and keeps the old home inside the new one':
    "无法恢复到“{1}”：那里已有主目录。加 --replace 可以替换，旧的会保留在新的里面",
  'Cannot restore into "{1}": process {2} uses it; stop `dejima serve` and whatever else runs there, and try again':
    "无法恢复到“{1}”：进程 {2} 正在使用；请先停止 `dejima serve` 和那里的其他程序，再试一次",
  'Cannot read backup "{1}": {2}': "无法读取备份“{1}”：{2}",
  'Cannot use backup "{1}": {2}. Nothing was restored; take another copy of it':
    "无法使用备份“{1}”：{2}。什么都没有恢复；请换一份备份",
  'Cannot back up into "{1}": {2}': "无法备份到“{1}”：{2}",
  'Cannot back up "{1}": the folder does not exist; name a home with --home':
    "无法备份“{1}”：文件夹不存在；请用 --home 写明主目录",
  'Cannot back up into "{1}": it is in the home; name a file elsewhere':
    "无法备份到“{1}”：它在主目录里面；请写别处的文件",
  'Cannot back up into "{1}": it is a folder; name a file in it':
    "无法备份到“{1}”：这是文件夹；请写其中的文件名",
  'Cannot back up into "{1}": it exists; name another file': "无法备份到“{1}”：已经存在；请换个文件名",
  "Cannot read {1}/{2}: {3} does not contain it. It was pruned, or removed there by hand":
    "无法读取 {1}/{2}：{3} 里没有，可能已清理或被人删除",
  "Cannot trust {1}/{2}: its content in {3} was changed after it was kept":
    "不能相信 {1}/{2}：它在 {3} 里的内容被改过",
  'Cannot use "{1}" for blobs: expected s3://bucket/prefix?endpoint=https://… or file:///folder':
    "“{1}”不能用来存放大文件：要写成 s3://bucket/prefix?endpoint=https://… 或 file:///folder",
  'Cannot use the bucket "{1}" for blobs: there are no keys to it. Set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY in the environment':
    "无法使用存储桶“{1}”：没有密钥。请设置环境变量 AWS_ACCESS_KEY_ID 和 AWS_SECRET_ACCESS_KEY",
  "Cannot change the config: it is not YAML: {1}": "无法更改配置：它不是 YAML：{1}",
  'Cannot import from "{1}": it is not JSON: {2}': "无法从“{1}”导入：它不是 JSON：{2}",
  'Cannot change "{1}" this way. Use `{2}`': "不能这样更改“{1}”。请用 `{2}`",
  'Cannot change "{1}": the setting was not found{2}': "无法更改“{1}”：没有这个设置{2}",
  'Cannot change "{1}" as a whole: name one of its settings, {2}': "不能整个更改“{1}”：请写其中一项，{2}",
  "Cannot write a key into the config: others may read it. `dejima model connect` keeps keys of models; elsewhere write a variable, '{1}'":
    "密钥不能写进配置，别人会看到。`dejima model connect` 保存模型的密钥；其他地方请写变量 '{1}'",
  'Cannot set "{1}" to {2} values: it takes one': "无法把“{1}”设为 {2} 个值：只能有一个",
  'Cannot set {1} to "{2}": {3}': "无法把 {1} 设为“{2}”：{3}",
  'Cannot use DEJIMA_RUNS="{1}": it is here or workers': "DEJIMA_RUNS 不能是“{1}”：只能是 here 或 workers",
  'Cannot use the config "{1}": {2}. {3}': "无法使用配置“{1}”：{2}。{3}",
  'Cannot use the config "{1}": {2}': "无法使用配置“{1}”：{2}",
  'Cannot use "{1}": {2}. {3}': "无法使用“{1}”：{2}。{3}",
  "Cannot store the connection to a model: neither HOME nor XDG_CONFIG_HOME is set":
    "无法保存模型的连接：没有设置 HOME 或 XDG_CONFIG_HOME",
  'Cannot create the signing key "{1}": {2}': "无法创建签名密钥“{1}”：{2}",
  'Cannot read "{1}": it is damaged. Delete it; it is fetched again':
    "无法读取“{1}”：已损坏。请删除，会重新下载",
  "Cannot keep {1} in the team's config: each process reads this from its own config or environment when it starts":
    "{1} 不能写在团队配置里：每个进程启动时由自己的配置或环境决定",
  "Cannot keep a key in the team's config: its versions stay readable. Use `dejima secret set`, or write a variable that every machine has, '${NAME}'":
    "密钥不能写在团队配置里：旧版本一直可以看到。请用 `dejima secret set`，或写每台机器都有的变量 '${NAME}'",
  'Cannot use the home "{1}" for the tenant "{2}": it belongs to the tenant "{3}". Name another one with --home or DEJIMA_HOME':
    "租户“{2}”不能用主目录“{1}”：它属于租户“{3}”。请用 --home 或 DEJIMA_HOME 换一个",
  "Cannot use a config of your own: neither HOME nor XDG_CONFIG_HOME is set":
    "无法使用个人配置：没有设置 HOME 或 XDG_CONFIG_HOME",
  'Cannot use your config "{1}": {2}. `chmod go-w` it and its folder, or remove it':
    "无法使用个人配置“{1}”：{2}。请对它和它的文件夹运行 `chmod go-w`，或删除它",
  'Cannot substitute "{1}": write {2} or {3}': "无法替换“{1}”：请写 {2} 或 {3}",
  'Cannot substitute "{1}": {2} is not set. Set it, or write {3}':
    "无法替换“{1}”：没有设置 {2}。请设置，或写 {3}",
  'Cannot remember that "{1}" is yours: neither HOME nor XDG_STATE_HOME is set':
    "无法记住“{1}”是你的：没有设置 HOME 或 XDG_STATE_HOME",
  'Cannot change {1} in "{2}": it has changed since you trusted it. Look at it with: dejima config trust':
    "无法更改“{2}”里的 {1}：你信任之后它又变了。请查看：`dejima config trust`",
  'Cannot remember that "{1}" is trusted: neither HOME nor XDG_STATE_HOME is set':
    "无法记住已信任“{1}”：没有设置 HOME 或 XDG_STATE_HOME",
  'Cannot call "{1}": the budget for {2} is used up. `dejima cost budget set {3}` raises it':
    "无法调用“{1}”：{2}的预算已用完。`dejima cost budget set {3}` 提高预算",
  'Cannot use the tenant "{1}" with SQLite, which keeps one tenant per home. Set DEJIMA_STORE, or `store` in the config, to a PostgreSQL address, or leave the tenant out and give each tenant a home of its own':
    "租户“{1}”不能用 SQLite，它的每个主目录只有一个租户。请把 DEJIMA_STORE 或配置里的 `store` 设为 PostgreSQL 地址，或不写租户，给每个租户一个主目录",
  'Cannot use the tenant "{1}": its name has up to 40 of a-z, 0-9, - and _, and begins and ends with a letter or digit':
    "租户不能叫“{1}”：最多 40 个 a-z、0-9、- 和 _，首尾是字母或数字",
  'Cannot take "{1}": it has {2} bytes, over {3}': "无法接收“{1}”：有 {2} 字节，超过 {3}",
  'Cannot keep "{1}": {2}': "无法保存“{1}”：{2}",
  'Cannot find the attachment "{1}" in this conversation': "这个对话里没有附件“{1}”",
  'Cannot trust "{1}": its content was changed after it was kept': "不能相信“{1}”：保存之后内容被改过",
  'Cannot continue from run "{1}": it is not part of this conversation':
    "无法从运行“{1}”继续：它不属于这个对话",
  "Cannot begin another run: {1}; stop one, or try again later":
    "无法再开始运行：{1}；请停止一个，或稍后再试",
  "Cannot take jobs: runs are not left to workers here": "无法领取任务：这里的运行不交给工作进程",
  "Cannot reach the person of this run: it belongs to no conversation":
    "无法联系这次运行的用户：它不属于任何对话",
  'Cannot register a second channel for "{1}"': "“{1}”不能注册第二个频道",
  'Cannot reach "{1}": nobody of that name has written at that door; an address looks like telegram:4711':
    "无法联系“{1}”：那里没有这个名字的人写过消息；地址像 telegram:4711 这样",
  "Not delivered to {1}: {2}": "没有送到 {1}：{2}",
  "Not delivered to {1}: it gave no receipt": "没有送到 {1}：对方没有回执",
  'Cannot open session "{1}" in "{2}": it is open in another folder; close it first':
    "无法在“{2}”里打开会话“{1}”：它在另一个文件夹里打开着；请先关闭",
  'Cannot work in "{1}": {2}': "无法在“{1}”里工作：{2}",
  "Cannot answer an empty prompt: write something": "消息是空的：请写些什么",
  "Cannot take the prompt: it has {1} characters, over {2}. Attach long text as a file":
    "无法接收消息：有 {1} 个字符，超过 {2}。长文字请作为文件附上",
  "Cannot take the prompt: it comes with {1} files, over {2}": "无法接收消息：带了 {1} 个文件，超过 {2}",
  "Cannot take a second prompt: this session still answers the first; cancel it or wait":
    "还在回答上一条消息：请取消或等一等",
  'Cannot find session "{1}": begin one with session/new, or load it':
    "没有会话“{1}”：请用 session/new 新建，或加载它",
  "Cannot begin a session: nobody is connected": "无法新建会话：没有人连接",
  "Cannot begin a session: {1} are open; close one first": "无法新建会话：已打开 {1} 个；请先关闭一个",
  "Cannot use the request: {1}": "无法处理这个请求：{1}",
  "Cannot look at what belongs to {1} as {2}: it needs the role admin":
    "{2} 不能查看 {1} 的内容：需要 admin 角色",
  "Cannot do this as {1}: it needs the role {2}, the token has {3}":
    "{1} 不能这样做：需要 {2} 角色，令牌的角色是 {3}",
  "Cannot choose a file of the server for a model here: `dejima model use` chooses it there":
    "不能在这里选用服务器上的模型文件：请在服务器上用 `dejima model use` 选择",
  "Cannot answer: the request contains no message": "无法回答：请求里没有消息",
  "Cannot use the request: it is not a message of {1}": "无法处理这个请求：它不是 {1} 的消息",
  "Cannot take the message: {1}": "无法接收消息：{1}",
  "Not found: {1}. {2}": "找不到：{1}。{2}",
  "Cannot serve without a login: log in to this site first": "请先登录这个网站",
  "Cannot take a body over {1} bytes": "内容不能超过 {1} 字节",
  'Cannot trust the proxy "{1}": give an IP address or a network such as 10.0.0.0/8':
    "代理不能写成“{1}”：请写 IP 地址，或 10.0.0.0/8 这样的网段",
  "Internal error; the server's log has the cause": "内部出错；原因在服务器的日志里",
  "Cannot change the rules of the folder as {1}: it needs the role admin. Turn it on for this conversation instead":
    "{1} 不能更改这个文件夹的规则：需要 admin 角色。可以只在这个对话里打开",
  "Not found: {1}. GET /api/connections lists the apps": "找不到：{1}。GET /api/connections 列出应用",
  'Cannot resume after "{1}": it is no event\'s id': "无法从“{1}”继续接收：没有这个编号的事件",
  "Cannot answer: the last message must be the user's, with text": "无法回答：最后一条消息必须是用户的文字",
  "Cannot compare these versions: they are too long. Download both and compare them":
    "无法比较这两个版本：太长了。请下载后比较",
  'Cannot remove the price of "{1}": there is none': "没有“{1}”的价格，不用删除",
  "Cannot set a budget without a limit: give cost, tokens or both": "预算要有上限：请写金额、token 或两者",
  "Cannot remove the budget for a {1}: there is none": "没有{1}的预算，不用删除",
  'Cannot remove "{1}" from the group "{2}": not a member. GET /api/groups lists the members':
    "“{1}”不是“{2}”组的成员。GET /api/groups 列出成员",
  'Cannot find "{1}" among the files of this conversation': "这个对话的文件里没有“{1}”",
  'Cannot call "{1}" for an interface: the call has none': "“{1}”的这次调用没有界面",
  'Cannot find the call "{1}"': "没有调用“{1}”",
  'Cannot remove "{1}": not found': "没有“{1}”，不用删除",
  'Cannot accept skill "{1}": it has changed since it was shown. Look at it again':
    "无法接受技能“{1}”：显示之后它又变了。请再看一遍",
  "Cannot install: send the archive itself as the body, as application/zip or application/gzip":
    "无法安装：请直接发送压缩包，类型为 application/zip 或 application/gzip",
  "Cannot take an archive over {1} bytes": "压缩包不能超过 {1} 字节",
  'Cannot approve a call of "{1}" by its hash as {2}: {3}. With "park": true it waits for the answer':
    '{2} 不能按哈希批准“{1}”的调用：{3}。加上 "park": true 会等待答复',
  'Cannot find the memory "{1}"': "没有记忆“{1}”",
  "Cannot stop notifying this browser: it is not among yours": "这个浏览器没有打开通知，不用关闭",
  "Cannot put words into a task of {1} as {2}": "{2} 不能改写 {1} 的任务",
  "Cannot listen on {1}:{2}: {3}. Choose another --port": "无法监听 {1}:{2}：{3}。请用 --port 换一个端口",
  "Cannot serve on {1} without a token: `dejima token create NAME` makes one, `dejima sign-in set` lets people sign in":
    "没有令牌，不能在 {1} 上提供服务：`dejima token create NAME` 新建令牌，`dejima sign-in set` 设置登录",
  "Cannot open another stream: {1}; close one, or try again later":
    "无法再打开连接：{1}；请关闭一个，或稍后再试",
  "Answered elsewhere": "已在别处答复",
  "The call has ended": "这次调用已经结束",
  "Nobody waits for the call {1}": "没有人在等待调用 {1}",
  "{1} still waits: dejima approvals approve {2}": "{1} 还在等待：`dejima approvals approve {2}`",
  "Cannot read the request: the client left": "无法读取请求：客户端已断开",
  'Cannot describe "{1}": the policy denies it to this client': "无法描述“{1}”：规则禁止这个客户端使用",
  "Cannot {1}: status {2} {3}": "无法{1}：状态 {2} {3}",
  'Cannot take "{1}": it is over {2} bytes': "无法接收“{1}”：超过 {2} 字节",
  "The connection to {1} was lost": "与 {1} 的连接断开了",
  "{1} refused: {2}": "{1} 拒绝了：“{2}”",
  "Cannot reach {1}: there is no connection": "无法联系 {1}：没有连接",
  "{1} did not answer {2} in {3} s": "{1} 在 {3} 秒内没有回应 {2}",
  'Cannot fetch "{1}": {2} is not Slack\'s': "无法下载“{1}”：{2} 不是 Slack 的地址",
  "Cannot read a file from {1}: it does not fit its key": "无法读取 {1} 的文件：与密钥不符",
  "{1} refused: {2} ({3})": "{1} 拒绝了：“{2}”（{3}）",
  "{1} did not confirm {2} in {3} s": "{1} 在 {3} 秒内没有确认 {2}",
};
