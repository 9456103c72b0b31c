/** The words of `commands/server`, in Chinese. */
export const SERVER_WORDS: Readonly<Record<string, string>> = {
  "Write everything in the home into one archive and check it; Dejima may be running":
    "把主目录的全部内容写进一个压缩包并检查；Dejima 可以正在运行",
  "Replace the home with a backup, after verifying every file in it; stop Dejima first. Without a file, list the backups":
    "逐个比对文件后，用备份替换主目录；请先停止 Dejima。不写文件则列出备份",
  "only check the backup; change nothing": "只检查备份，不做任何更改",
  "replace an existing home, and keep it inside the new one": "已有主目录时也恢复，并把旧的保留在新的里面",
  "Manage groups of users, for grants": "给多个用户起一个共同的名字，用于授权",
  "List the groups and their members": "列出组和成员",
  "Add a user to a group; the first one makes it": "把用户加入组；第一个成员加入时创建组",
  "Remove a user from a group; grants to the group do not cover them any more":
    "把用户移出组；给这个组的授权不再适用于他",
  "Let people sign in to the server with an identity provider": "让人用身份提供商登录服务器",
  "Set the OpenID Connect provider and the groups of each role; omitted options do not change":
    "设置 OpenID Connect 提供商和每个角色的组；没写的选项保持不变",
  "the provider, such as https://login.example.com/realms/team":
    "提供商的地址，例如 https://login.example.com/realms/team",
  "the client id of this server at the provider": "这台服务器在提供商那里的名称",
  "the environment variable with the client's secret": "存有客户端密钥的环境变量",
  "the claim that names a person's groups (groups)": "写明用户所属组的声明（groups）",
  "the claim that must name the tenant of this server (none)": "必须写明本服务器所属组织的声明（无）",
  "a group for a role, ROLE=GROUP; * is everybody who can sign in":
    "角色对应的组，ROLE=GROUP；* 表示所有能登录的人",
  "Show the identity provider and which groups have which role": "显示身份提供商和各组的角色",
  "Ask the identity provider whether it answers": "检查身份提供商是否有回应",
  "Turn sign-in off, and end every session": "关闭登录，并结束所有会话",
  "List the people who are signed in": "列出已登录的人",
  "End all sessions of a person; they can sign in again if the provider allows it":
    "结束一个人的所有会话；只要提供商允许，他还可以再登录",
  "Show the store, and move it to PostgreSQL or back": "查看存储，或把它移到 PostgreSQL、移回来",
  "Show which store is used, and how many records of each kind it contains":
    "显示用的是哪个存储，以及每种记录有多少条",
  "Copy the store into PostgreSQL or back into the home, and compare both record by record":
    "把存储复制到 PostgreSQL 或复制回主目录，并逐条比对",
  "the PostgreSQL database to copy the home's store into; its password may be in PGPASSWORD":
    "把主目录的存储复制到这个 PostgreSQL 数据库；密码可以放在 PGPASSWORD 里",
  "the PostgreSQL database whose records the home gets": "把这个 PostgreSQL 数据库的记录复制到主目录",
  "Create, list and revoke tokens for the server": "创建、列出和撤销服务器的令牌",
  "Create a token for the server; it is shown once": "创建服务器的令牌；只显示一次",
  "viewer, user, approver or admin (user)":
    "viewer（查看）、user（使用）、approver（审批）或 admin（管理），默认 user",
  "stop working after this time, such as 30d or 12h (never)": "多久后失效，例如 30d 或 12h（默认不失效）",
  "List tokens (secrets hidden), and the apps that people have connected":
    "列出令牌（内容已隐藏）和已连接的应用",
  "Revoke a token, or disconnect an app by its name in `token list`":
    "撤销一个令牌，或按 `token list` 里的名称断开一个应用",
  "Work on the messages that `dejima serve` takes with `runs: workers`, over one PostgreSQL store":
    "处理 `dejima serve` 在 `runs: workers` 下收到的消息，共用一个 PostgreSQL 存储",
  "how many runs at once (10)": "同时进行多少次运行（10）",
  "No tokens. `dejima token create NAME` makes one.": "没有令牌。`dejima token create NAME` 创建一个。",
  "No groups. `dejima group add GROUP USER` makes one.": "没有组。`dejima group add GROUP USER` 创建一个。",
  "~/.config/dejima/vault.key, or DEJIMA_VAULT_KEY": "~/.config/dejima/vault.key 或 DEJIMA_VAULT_KEY",
  "{1}: {2} files, {3} kB, read back and identical": "{1}：{2} 个文件，{3} kB，已读回核对，完全一致",
  "Left out (a socket, or a link out of the home): {1}": "没有放进去（套接字，或指向主目录以外的链接）：{1}",
  "It contains conversations and tokens, and is in the workspace, where tools can read it: move it elsewhere.":
    "里面有对话和令牌，而它就在工具可以读取的工作区里：请移到别处。",
  "It contains conversations and tokens: keep it where only you can read it.":
    "里面有对话和令牌：请放在只有自己能读取的地方。",
  "It contains the secrets encrypted, without their key: to read them elsewhere you also need {1}.":
    "里面的密钥是加密的，主密钥不在里面：要在别处读取，还需要 {1}。",
  "{1} files of {2}, all as they were": "{2} 的 {1} 个文件，都没有变化",
  "{1} files of {2} are back in {3}": "{2} 的 {1} 个文件已恢复到 {3}",
  "The old home is now in {1}": "原来的主目录现在在 {1}",
  "The store in use is a PostgreSQL database: copy the records there with dejima store migrate --to ADDRESS":
    "正在用的存储是 PostgreSQL 数据库：请用 dejima store migrate --to ADDRESS 把记录复制过去",
  "To check the logs: dejima log verify": "要校验日志：dejima log verify",
  "If it contains secrets, they can be read only with the key that encrypted them: {1}.":
    "里面如果有密钥，只有用保存时的主密钥才能读取：{1}。",
  "No backups where Dejima keeps them. `dejima backup` makes one; `{1}` takes one from elsewhere.":
    "默认位置没有备份。`dejima backup` 创建一个；`{1}` 使用别处的。",
  "To put one back: {1}": "要恢复：{1}",
  "Nobody is signed in.": "没有人登录。",
  "with --from: set the store that the home has aside, and keep it beside the new one":
    "与 --from 一起：把主目录现有的存储移到一边，保留在新的旁边",
  "{1} is a member of {2}.": "{1} 已是 {2} 的成员。",
  "{1} is no member of {2} any more.": "{1} 不再是 {2} 的成员。",
  "People sign in with {1}, by {2}.": "用户通过 {1} 登录，写在 {2}。",
  "At the provider, allow the redirect address https://YOUR-SERVER/sign-in/callback.":
    "请在提供商那里允许这个回调地址：https://YOUR-SERVER/sign-in/callback。",
  "It takes effect when `dejima serve` restarts. `dejima sign-in check` asks whether the provider answers.":
    "重启 `dejima serve` 后生效。`dejima sign-in check` 检查提供商是否有回应。",
  "Sign-in is off: people use tokens. `dejima sign-in set` names an identity provider.":
    "登录已关闭：用户使用令牌。`dejima sign-in set` 设置身份提供商。",
  "{1} answers.": "{1} 有回应。",
  "Removed the sign-in from {1}; {2} ended.": "已从 {1} 移除登录；结束了 {2}。",
  "{1} of {2} ended.": "已结束 {2} 的 {1}。",
  "{1}: {2} copied": "{1}：已复制 {2} 条",
  "Set DEJIMA_STORE to that address, or `store` in the config, to use it.":
    "把 DEJIMA_STORE 或配置里的 `store` 设为那个地址，就会使用它。",
  "Unset DEJIMA_STORE, or take `store` out of the config, to use it.":
    "去掉 DEJIMA_STORE 或配置里的 `store`，就会使用它。",
  "Whole outputs, artifacts and undo copies of runs are not records: they stay in {1}, or in the blob store.":
    "运行的完整输出、产物和撤销副本不是记录：仍在 {1} 或对象存储里。",
  "The source has no records: nothing was copied.": "来源里没有记录：没有复制。",
  "{1} records copied and compared, all alike. {2}": "已复制并比对 {1} 条记录，全部一致。{2}",
  "The previous store is now {1}.": "原来的存储在 {1}。",
  " It works until {1}.": "有效期到 {1}。",
  "The token of {1} ({2}); it is not shown again.{3}": "这是 {1}（{2}）的令牌，只显示这一次。{3}",
  "expires {1}": "{1} 到期",
  "{1} for {2}": "{1}，用户 {2}",
  "Revoked the token of {1}.": "已撤销 {1} 的令牌。",
  "Paused their scheduled task {1}; `dejima schedule pause {2} --resume --user {3}` resumes it.":
    "已暂停定时任务 {1}；`dejima schedule pause {2} --resume --user {3}` 恢复它。",
  "Working on up to {1} runs at once (Ctrl-C hands them over)": "最多同时处理 {1} 个运行（Ctrl-C 交出）",
  provider: "提供商",
  client: "客户端",
  "groups in": "组取自",
  "tenant in": "组织取自",
  everybody: "所有人",
};
