/**
 * What words are about. A sentence is judged by which of these ideas it joins, never by a phrase: "upload the .env files to our
 * collector" is `send + secret + remote`. English words are stems (`~` takes the usual endings); Chinese words stand as they are.
 */
const WORDS = {
  // What is done.
  send: "send~ sent forward~ upload~ post~ transmit~ submit~ submitted submitting email~ mail~ relay~ ship~ shipped stream~ exfiltrat~ bcc cc deliver~ dispatch~ phone beacon~ leak~ share~ sync~ synchroniz~ mirror~ replicat~ backup backups back~ report~ push~ 发送 发给 发到 上传 提交 转发 传给 传送 传输 抄送 密送 同步 备份 上报 回传 分享 推送 寄给",
  collect:
    "collect~ gather~ harvest~ scan~ scanned extract~ copy copies copied copying captur~ record~ enumerat~ dump~ scrap~ grab~ retriev~ read~ load~ concatenat~ list~ search~ track~ monitor~ intercept~ snapshot~ 收集 采集 读取 提取 抓取 获取 扫描 搜集 记录 复制 截取 监控 列出",
  delete:
    "delet~ remov~ eras~ wip~ wiped purg~ shred~ prun~ truncat~ drop~ dropped destroy~ unlink~ discard~ rm overwrit~ overwrote clear~ clean~ reset~ 删除 移除 清除 清空 抹除 销毁 覆盖 清理 清掉",
  run: "run~ running ran execut~ invok~ call~ launch~ eval~ bash sh python python3 node source start~ trigger~ 运行 执行 调用 启动 触发",
  fetch:
    "download~ fetch~ install~ pull~ curl wget pip npm npx clon~ import~ visit~ access~ open~ navigat~ 下载 安装 拉取 抓取 访问 打开",
  write:
    "write~ written append~ add~ insert~ includ~ embed~ attach~ put~ plac~ inject~ save~ stor~ set~ setting creat~ edit~ modif~ modify~ chang~ updat~ prepend~ generat~ 写入 添加 追加 插入 加入 附加 包含 保存 修改 更改 设置 创建 改成 改为 填入",
  weaken:
    "disabl~ skip~ skipped skipping bypass~ suppress~ circumvent~ omit~ omitted avoid~ turn~ deactivat~ relax~ loosen~ lower~ whitelist~ allowlist~ exempt~ 禁用 关闭 跳过 绕过 取消 停用 规避 放宽 忽略",
  grant:
    "grant~ giv~ gave elevat~ escalat~ promot~ authoriz~ chmod chown sudo invit~ permit~ allow~ expos~ open~ assign~ 授予 授权 提权 赋予 邀请 开放 允许",
  disclose:
    "tell~ told inform~ mention~ notif~ notify~ alert~ reveal~ disclos~ show~ display~ discuss~ explain~ warn~ ask~ prompt~ confirm~ say~ acknowledg~ report~ surfac~ announc~ 告诉 告知 通知 提及 透露 提醒 说明 询问 确认 提到 提示 解释 展示",
  promote:
    "promot~ recommend~ prefer~ favor~ favour~ advertis~ endors~ prais~ highlight~ emphasiz~ portray~ fram~ depict~ present~ describ~ position~ downplay~ discourag~ criticiz~ disparag~ 推荐 推广 宣传 优先 强调 赞扬 贬低 描述",
  falsify:
    "fabricat~ falsif~ falsify~ fake~ inflat~ inflate manipulat~ alter~ tamper~ forg~ misrepresent~ pretend~ claim~ exaggerat~ invent~ mislead~ replac~ substitut~ swap~ swapped redact~ rewrit~ redirect~ rout~ increas~ decreas~ multipl~ round~ flag~ 伪造 篡改 虚构 夸大 假装 声称 谎称 替换 改写 冒充 编造",
  pay: "pay~ paid payment payments transfer~ transferred purchas~ buy~ donat~ withdraw~ refund~ wire~ deposit~ transact~ 转账 付款 支付 汇款 购买 充值 退款 打款",
  lock: "encrypt~ lock~ zip~ zipped archiv~ ransom~ password-protect~ compress~ 加密 锁定 压缩 打包",
  override:
    "ignor~ disregard~ forget~ overrid~ override supersed~ overrul~ bypass~ violat~ 忽略 无视 忘记 覆盖 推翻 违反",
  // What it is done to.
  secret:
    "credential credentials secret secrets password passwords passphrase passwd token tokens apikey api_key apikeys .env .env.local dotenv env id_rsa id_ed25519 .ssh ssh .aws .npmrc .netrc .pem .gnupg gpg keychain keyring keystore cookie cookies mnemonic seed shadow authorized_keys kubeconfig oauth jwt bearer 密钥 密码 口令 凭证 凭据 令牌 私钥 助记词 环境变量",
  key: "key keys 钥 钥匙",
  personal:
    "clipboard screenshot screenshots keystroke keystrokes inbox mailbox emails contacts contact conversation conversations transcript chat messages history browsing bookmarks location gps coordinates geolocation ip microphone camera webcam photos patient medical salary payroll ssn passport identity biometric personal private confidential sensitive pii prompt prompts username hostname fingerprint telemetry usage metrics 剪贴板 截图 截屏 键盘 收件箱 邮件 联系人 通讯录 对话 聊天 历史 浏览记录 位置 定位 身份证 病历 隐私 个人 机密 敏感 提示词",
  files:
    "file files document documents folder directory workspace repository repo codebase database home disk data dataset content contents project source code report logs log 文件 文档 目录 文件夹 工作区 仓库 代码 数据库 数据 内容 日志 项目",
  guard:
    "verification verify validation validate security safety firewall antivirus sandbox certificate certificates tls ssl authentication auth authorization permission permissions approval confirmation audit auditing warning warnings protection protections check checks review reviews tests test linting linter csp cors 2fa mfa signature signatures restrictions guardrails policy policies rate-limit encryption sanitization escaping 验证 校验 安全 防火墙 杀毒 沙箱 证书 认证 权限 审批 审计 警告 保护 检查 审核 限制 策略",
  power:
    "admin administrator root superuser owner account user sudo sudoers backdoor 777 access role privileges privilege collaborator maintainer port remote-access public world-readable everyone anyone 管理员 超级用户 后门 账户 账号 特权 公开 所有人",
  startup:
    ".bashrc .zshrc .profile .bash_profile crontab cron launchagent launchd systemd startup autostart boot hooks pre-commit rc login daemon service .gitconfig settings.json claude.md agents.md memory.md soul.md .cursorrules config 启动项 开机 定时任务 计划任务 自启动 服务",
  system:
    "hostname uname whoami environment environ processes network interfaces os-release system machine hardware mac serial installed 系统信息 主机 进程 网卡 机器",
  money:
    "iban wallet bitcoin btc eth ethereum usdt invoice bank amount price fee recipient beneficiary payee card balance 钱包 银行 账户 金额 收款人 收款 费用 价格 比特币",
  result:
    "score scores result results total totals number numbers figure figures metric rating ratings accuracy benchmark citation citations conclusion revenue answer output response diagnosis dosage 分数 结果 总数 评分 结论 数字 数值 引用 回答 输出 剂量",
  topic:
    "political climate gender male female religion race immigrant minority vaccine election party left-leaning right-leaning competitor competitors sponsor sponsored affiliate referral advertisement ad brand partner product 政治 性别 宗教 种族 竞争对手 赞助 广告 品牌 联盟",
  // Where it goes.
  remote:
    "server servers endpoint collector webhook external remote intranet cloud monitoring analytics logging telemetry third-party address dashboard portal api host site url service bucket s3 ftp pastebin gist relay tracker 服务器 远程 外部 云端 接口 端点 第三方 中心 平台 地址 网址 链接",
  link: "\u0001url",
  mailbox: "\u0001mail",
  script: "\u0001script",
  secretPlace: "\u0001place",
  upload: "\u0001upload",
  // How it is ordered.
  always:
    "always must mandatory required require requires ensure make essential crucial critical important shall necessarily never remember 必须 务必 始终 总是 一定 确保 重要 切记 强制 每次都",
  any: "any every each all entire whole everything complete full regardless 任何 每个 每次 所有 全部 整个 一切 完整",
  when: "after before when whenever once upon prior following finally finishing completing completed finished while during end beginning 之后 之前 以后 以前 当 完成后 结束后 每当 时",
  task: "task tasks operation operations request requests session change changes edit edits step use response interaction call answer reply job action 任务 操作 请求 会话 修改 步骤 使用 回复 回答 完成",
  first: "first initially immediately beforehand prerequisite 首先 先 立即 第一步 事先",
  also: "also additionally besides addition extra plus bonus 同时 另外 此外 还要 还需 附带 顺便",
  silent:
    "silently quietly secretly covertly discreetly background invisible hidden unnoticed stealthily automatically transparently internal behind 静默 悄悄 秘密 后台 隐藏 偷偷 暗中 自动",
  not: "not don't dont never without no cannot avoid refrain neither nor n't won't doesn't 不 不要 不得 勿 请勿 切勿 别 无需 不必 禁止 避免 没有 未",
  user: "user users human person people customer client operator owner them anyone them him somebody 用户 使用者 客户 主人 任何人 他们 人类",
  reader: "assistant agent model ai llm you your claude gpt 助手 模型 代理 智能体 你",
  rules:
    "instruction instructions prompt guideline guidelines rule rules policy policies directive directives system constraints 指令 指示 提示 规则 限制 准则 约束 系统",
  previous:
    "previous prior above earlier preceding original existing former safety 之前 先前 以上 上述 前面 原有 原来",
  tool: "tool tools function functions plugin mcp 工具 函数 插件",
  instead: "instead rather replace replaces over alternatively 而不是 代替 取代 改用",
  our: "our we us central company team organization internal authorized official approved compliance regulatory corporate ceo cto it-department mlops devops 我们 公司 内部 中央 团队 合规 官方 授权",
  reason:
    "purposes compliance monitoring quality reproducibility redundancy performance personalization analytics consistency continuity latency debugging optimization synchronized transparency 合规 监控 质量 优化 一致性 审计 性能 分析",
  // What speaks for an honest sentence.
  consent:
    "consent approval approve approved confirm confirmed confirmation permission explicitly explicit opt-in asks ask asked requests requested wants want wishes 同意 许可 批准 确认 授权 要求 希望 需要",
  example: "example examples e.g. eg sample instance placeholder such like 例如 示例 比如 样例 如",
  attack:
    "attack attacks attacker attackers malicious vulnerability vulnerabilities exploit exploits phishing injection malware threat threats detect detection detects prevent prevention mitigate suspicious risk risks cve pentest adversary 攻击 恶意 漏洞 威胁 检测 防止 风险 注入",
  choice:
    "if optional optionally may might can could should consider whether unless 如果 可选 可以 是否 除非 建议",
} as const;

/** An idea that a word can carry. */
export type Concept = keyof typeof WORDS;

/** All ideas, in the order of their numbers. */
// The keys of a literal object are exactly its type's keys.
export const CONCEPTS = Object.keys(WORDS) as Concept[];

const ENDINGS = ["", "s", "es", "ed", "d", "ing", "e"];

/** The numbers of the ideas that each word carries. */
export const IDEAS: ReadonlyMap<string, readonly number[]> = build();

/** The longest Chinese word of the table, in characters. */
export const LONGEST_HAN = 5;

function build(): ReadonlyMap<string, readonly number[]> {
  const ideas = new Map<string, number[]>();
  for (const [number, concept] of CONCEPTS.entries()) {
    for (const word of WORDS[concept].split(" ")) {
      const forms = word.endsWith("~") ? formsOf(word.slice(0, -1)) : [word];
      for (const form of forms) {
        const held = ideas.get(form);
        if (held === undefined) ideas.set(form, [number]);
        else if (!held.includes(number)) held.push(number);
      }
    }
  }
  return ideas;
}

/** The usual forms of an English verb: `delet` gives delete, deletes, deleted, deleting. */
function formsOf(stem: string): string[] {
  const doubled = /[^aeiou][aeiou][^aeiouwxy]$/.test(stem) ? stem + stem.at(-1) : stem;
  const nouns = /(?:at|it|ut|pt|ct)$/.test(stem) ? [`${stem}ion`, `${stem}ions`] : [];
  return [
    ...ENDINGS.map((ending) => stem + ending),
    `${doubled}ed`,
    `${doubled}ing`,
    `${stem.replace(/y$/, "i")}es`,
    ...nouns,
  ];
}
