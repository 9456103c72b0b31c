/**
 * The ideas that words express. A sentence is judged by the ideas it combines, not by its wording: "upload the .env files to our
 * collector" is `send + secret + remote`. English words are stems (`~` allows the usual endings); Chinese words are matched
 * unchanged.
 */
const WORDS = {
  // Actions.
  send: "send~ sent forward~ upload~ post~ transmit~ submit~ submitted submitting email~ mail~ relay~ ship~ shipped stream~ exfiltrat~ bcc cc deliver~ dispatch~ phone beacon~ leak~ share~ sync~ synchroniz~ mirror~ replicat~ backup backups back~ report~ push~ 发送 发给 发到 上传 提交 转发 传给 传送 传输 抄送 密送 同步 备份 上报 回传 分享 推送 寄给 transfer~ broadcast~ publish~ duplicate~ scp rsync sftp outgoing 传到 传入 寄到 寄 交给 附上 另存 公布 通报 打包 mailed faxed tweet~ cross-post~ hand-over airdrop~ surrender~ 抄 递交 外传 转交 送信 送って アップロード 転送 共有 送る 送付 nc netcat telegram slack tweet egress outbound courier~ pipe~ fax~ cc'd blind-copied blind-copy ping~ call-home emit~ deposit~ circulat~ route~ offload~ 投递 外发",
  collect:
    "collect~ gather~ harvest~ scan~ scanned extract~ copy copies copied copying captur~ record~ enumerat~ dump~ scrap~ grab~ retriev~ read~ load~ concatenat~ list~ search~ track~ monitor~ intercept~ snapshot~ 收集 采集 读取 提取 抓取 获取 扫描 搜集 记录 复制 截取 监控 列出 locat~ obtain~ 查找 找出 整理 得到 取得 拿到 读出 导出 keylog~ snoop~ sniff~ photograph~ fingerprint~ inventory~ siphon~ 盘点 汇总 摘录 読み取 読み込 収集 コピー 記録 look poll~ watch~ mine~ pull~ screenshot~ scrape~ decode~ decrypt~ unmask~ listen~ observ~ eavesdrop~ archive~ browse~ 窃取 偷看",
  delete:
    "delet~ remov~ eras~ wip~ wiped purg~ shred~ prun~ truncat~ drop~ dropped destroy~ unlink~ discard~ rm overwrit~ overwrote clear~ clean~ reset~ 删除 移除 清除 清空 抹除 销毁 覆盖 清理 清掉 empty empties emptied emptying kill~ cancel~ revok~ declin~ uninstall~ rid trash~ nuke~ vanish~ disappear~ strip~ stripped obliterat~ 删掉 抹掉 去掉 丢弃 撤销 卸载 取消 tear torn teardown evict~ reformat~ zero zeroed blank~ throw thrown 丢掉 删光 削除 消去 上書き abolish~ take-down drain~ empty~ forget~ expunge~ omit~",
  run: "run~ running ran execut~ invok~ call~ launch~ eval~ bash sh python python3 node source start~ trigger~ 运行 执行 调用 启动 触发 carry carries carried perform~ spawn~ 跑 boot~ kick~ 点击 実行 起動 呼び出 operat~ activat~ fire~ issue~ evaluat~ interpret~ detonat~ compil~ sudo !pip",
  fetch:
    "download~ fetch~ install~ pull~ curl wget pip npm npx clon~ import~ visit~ access~ open~ navigat~ 下载 安装 拉取 抓取 访问 打开 contact~ connect~ 加载 获得 连接 ダウンロード インストール 開い 接続 obtain~ side-load~ sideload~ git+https resolve~ dig nslookup request~",
  write:
    "write~ written append~ add~ insert~ includ~ embed~ attach~ put~ plac~ inject~ save~ stor~ set~ setting creat~ edit~ modif~ modify~ chang~ updat~ prepend~ generat~ 写入 添加 追加 插入 加入 附加 包含 保存 修改 更改 设置 创建 改成 改为 填入 register~ configur~ extend~ note~ schedul~ compos~ 填写 填 写进 写上 加到 加上 带上 放进 登记 安装 放入 書き込 入力 入れ 挿入 設定 変更 fill~ enter~ type~ supply~ populat~ mount~ prefix~ suffix~ stamp~",
  weaken:
    "disabl~ skip~ skipped skipping bypass~ suppress~ circumvent~ omit~ omitted avoid~ turn~ deactivat~ relax~ loosen~ lower~ whitelist~ allowlist~ exempt~ 禁用 关闭 跳过 绕过 取消 停用 规避 放宽 忽略 suspend~ exclud~ silenc~ mute~ comment~ 去掉 省略 免除 暂停 停止 waiv~ waive dismiss~ forgo ditch~ soften~ neuter~ unprotected plaintext cleartext unauthenticated optional~ 弱化 省去 放行 無効 スキップ 回避 unset~ untick~ uncheck~ downgrad~ whitelisted ignore~ unverified untrusted insecure strictssl StrictHostKeyChecking=no lax permissive stop~ halt~ pause~ lift~ --no-verify --insecure -k ungated",
  grant:
    "grant~ giv~ gave elevat~ escalat~ promot~ authoriz~ chmod chown sudo invit~ permit~ allow~ expos~ open~ assign~ 授予 授权 提权 赋予 邀请 开放 允许 accept~ approv~ unlock~ tunnel~ bind~ 设为 公开 留一个 批准 co-own~ delegat~ entitl~ whitelist~ 同意 放开 許可 付与 招待 公開 承認 add-user enrol~ enroll~ onboard~ confer~ raise~ trust~ share~",
  disclose:
    "tell~ told inform~ mention~ notif~ notify~ alert~ reveal~ disclos~ show~ display~ discuss~ explain~ warn~ ask~ prompt~ confirm~ say~ acknowledg~ report~ surfac~ announc~ 告诉 告知 通知 提及 透露 提醒 说明 询问 确认 提到 提示 解释 展示 知らせ 伝え 表示 言及 説明 確認 bother~ trouble~ consult~ raise~ declar~ advis~ list~ spell out~ comment~ spoken bring~",
  promote:
    "promot~ recommend~ prefer~ favor~ favour~ advertis~ endors~ prais~ highlight~ emphasiz~ portray~ fram~ depict~ present~ describ~ position~ downplay~ discourag~ criticiz~ disparag~ 推荐 推广 宣传 优先 强调 赞扬 贬低 描述 suggest~ nudg~ steer~ rank~ sponsor~ cast~ advis~ favourabl~ favorable best highest speak~ slip~ 夸奖 称赞 劝 排在 说成 引导 spread~ weav~ boost~ upsell~ plug~ push~ slogan hype~ 主推 力荐 推奨 勧め tout~ rate~ rated pitch~ lean~ glorif~ belittl~ denigrat~ 抬高",
  falsify:
    "fabricat~ falsif~ falsify~ fake~ inflat~ inflate manipulat~ alter~ tamper~ forg~ misrepresent~ pretend~ claim~ exaggerat~ invent~ mislead~ replac~ substitut~ swap~ swapped redact~ rewrit~ redirect~ rout~ increas~ decreas~ multipl~ round~ flag~ 伪造 篡改 虚构 夸大 假装 声称 谎称 替换 改写 冒充 编造 doubl~ rais~ exchang~ lie lies lying false falsely although revers~ plausible wrong~ 换成 提高 写成 隐瞒 加倍 blam~ disguis~ mask~ massag~ distort~ misstat~ fudg~ doctor~ shift~ sound~ adjust~ understat~ overstat~ retouch~ 美化 调高 调低 谎报 偽 置き換 改ざん pass-off impersonat~ spoof~ camouflag~ backdat~ underreport~ overreport~ presented relabel~ renam~ assum~ misattribut~ conceal~ current-looking",
  pay: "pay~ paid payment payments transfer~ transferred purchas~ buy~ donat~ withdraw~ refund~ wire~ deposit~ transact~ 转账 付款 支付 汇款 购买 充值 退款 打款 book~ subscrib~ charg~ spend~ credits buy 转到 转给 汇 打到 扣款 order~ tip~ upgrad~ checkout 下单 打赏 支払 送金 購入 swipe~ remit~ fund~ invest~ lend~ loan~ loans",
  lock: "encrypt~ lock~ zip~ zipped archiv~ ransom~ password-protect~ compress~ 加密 锁定 压缩 打包 passphrase scrambl~ 上锁",
  override:
    "ignor~ disregard~ forget~ overrid~ override supersed~ overrul~ bypass~ violat~ 忽略 无视 忘记 覆盖 推翻 违反 outrank~ cancel~ void suspend~ aside contradict~ abandon~ precedence outdated nullif~ invalid 作废 无效 不适用 抛开 不要理会 为准 wins outweigh~ released exempt irrelevant waived unrestricted unbound 高于 压过 無視 優先 忘れ overtak~ trump~ outvot~ unbinding lifted lift~ relieved relax~ exempted nonbinding beats beat",
  // Objects of an action.
  secret:
    "credential credentials secret secrets password passwords passphrase passwd token tokens apikey api_key apikeys .env .env.local dotenv env id_rsa id_ed25519 .ssh ssh .aws .npmrc .netrc .pem .gnupg gpg keychain keyring keystore cookie cookies mnemonic seed shadow authorized_keys kubeconfig oauth jwt bearer 密钥 密码 口令 凭证 凭据 令牌 私钥 助记词 环境变量 hosts.yml .pypirc credentials.json .git-credentials login logins pin cvc cvv dsn connection-string 连接串 账号密码 验证码 秘密 秘密鍵 パスワード 環境変数 認証情報 トークン 鍵 vault vaults .pgpass .htpasswd tfstate pat bearer~ passcode passcodes otp otps 2fa one-time pin-code api-key api-keys signing-key private-key ssh-key master-key access-token session-token refresh-token keychains unmasked",
  key: "key keys 钥 钥匙",
  personal:
    "clipboard screenshot screenshots keystroke keystrokes inbox mailbox emails contacts contact conversation conversations transcript chat messages history browsing bookmarks location gps coordinates geolocation ip microphone camera webcam photos patient medical salary payroll ssn passport identity biometric personal private confidential sensitive pii prompt prompts username hostname fingerprint telemetry usage metrics 剪贴板 截图 截屏 键盘 收件箱 邮件 联系人 通讯录 对话 聊天 历史 浏览记录 位置 定位 身份证 病历 隐私 个人 机密 敏感 提示词 phone desktop visitor wording typed birthday salaries address-book 聊天记录 电话 姓名 客户 屏幕 照片 listing transcript~ conversation~ chats recordings voice audio recovery home-folder customers customer-list 名单 会话 会話 履歴 個人情報 連絡先 birthdate dob employer surname address-books attendees guests browser processes",
  files:
    "file files document documents folder directory workspace repository repo codebase database home disk data dataset content contents project source code report logs log 文件 文档 目录 文件夹 工作区 仓库 代码 数据库 数据 内容 日志 项目 archive archives branch branches tables bucket spreadsheet spreadsheets deck slides diff downloads backups photos 报告 记录 备份 邮件 ファイル フォルダ 文書 データ sheet sheets notebook desktop drive drives snapshots bin",
  guard:
    "verification verify validation validate security safety firewall antivirus sandbox certificate certificates tls ssl authentication auth authorization permission permissions approval confirmation audit auditing warning warnings protection protections check checks review reviews tests test linting linter csp cors 2fa mfa signature signatures restrictions guardrails policy policies rate-limit encryption sanitization escaping 验证 校验 安全 防火墙 杀毒 沙箱 证书 认证 权限 审批 审计 警告 保护 检查 审核 限制 策略 selinux csrf middleware monitoring alerts trail approvals confirmations dialog scanner privacy dangerous 登录 过滤 加密 审查 确认 访问控制 dialogs prompts consent confirm~ quarantine gatekeeper defender antimalware protected branch-protection 弹窗 防护 审阅 検証 セキュリティ 確認 保護 許可 承認 auditd apparmor edr endpoint-protection integrity checksum lock-file reviewers reviewer masking dnssec hsts waf",
  power:
    "admin administrator root superuser owner account user sudo sudoers backdoor 777 access role privileges privilege collaborator maintainer port remote-access public world-readable everyone anyone 管理员 超级用户 后门 账户 账号 特权 公开 所有人 administrators rights owners writable 0.0.0.0 0.0.0.0/0 master superadmin tunnel 写权限 所有者 全部权限 远程登录 co-owner coowner co-owners sysadmin privileged keys-to everybody owner~ 全权 管理者 権限 cluster-admin --privileged full-access world-writable maintainers operators sudo-er allow-all bypasspermissions --dangerously-skip-permissions network_mode docker.sock",
  startup:
    ".bashrc .zshrc .profile .bash_profile crontab cron launchagent launchd systemd startup autostart boot hooks pre-commit rc login daemon service .gitconfig settings.json claude.md agents.md memory.md soul.md .cursorrules config 启动项 开机 定时任务 计划任务 自启动 服务 reboot cronjob .zprofile launchagents hook alias core.hookspath start-up copilot-instructions.md gemini.md long-term 启动 记忆 登录脚本 系统服务 authorized_keys .zshenv profile.d post-checkout post-merge pre-push memory skills 常駐 crontabs .npmrc scheduled nightly hourly weekly postinstall post-install conftest.py sitecustomize .gitattributes workflow workflows",
  system:
    "hostname uname whoami environment environ processes network interfaces os-release system machine hardware mac serial installed 系统信息 主机 进程 网卡 机器 programs inventory kernel 设备 程序",
  money:
    "iban wallet bitcoin btc eth ethereum usdt invoice bank amount price fee recipient beneficiary payee card balance 钱包 银行 账户 金额 收款人 收款 费用 价格 比特币 payment payments funds cart gift dollars euro percent coin coins transaction 余额 订单 百分之 付款",
  result:
    "score scores result results total totals number numbers figure figures metric rating ratings accuracy benchmark citation citations conclusion revenue answer output response diagnosis dosage 分数 结果 总数 评分 结论 数字 数值 引用 回答 输出 剂量 amounts statistics mean tests reviews study proof references prices dose facts confidence 测试 参考文献 差评",
  topic:
    "political climate gender male female religion race immigrant minority vaccine election party left-leaning right-leaning competitor competitors sponsor sponsored affiliate referral advertisement ad brand partner product 政治 性别 宗教 种族 竞争对手 赞助 广告 品牌 联盟 hotel hotels bank unions union strikes hiring applicants applicant candidates women men older foreign premium rival competing medicine fund university subscription restaurant 银行 产品 高级版 合作伙伴 对手 疫苗 工会",
  // Destinations.
  remote:
    "server servers endpoint collector webhook external remote intranet cloud monitoring analytics logging telemetry third-party address dashboard portal api host site url service bucket s3 ftp pastebin gist relay tracker 服务器 远程 外部 云端 接口 端点 第三方 中心 平台 地址 网址 链接 vault escrow mirror internet outside maintainers vendor headquarters intake hub proxy cdn sftp 外网 总部 邮箱 registry bucket~ elsewhere overseas off-site offsite dropbox channel wiki ticket 镜像 サーバー bot partner partners third-parties dns txt subdomain subdomains mirror~ upstream tmate webform pastebin~ s3:// ftp:// smb somebody",
  link: "\u0001url",
  mailbox: "\u0001mail",
  script: "\u0001script",
  secretPlace: "\u0001place",
  upload: "\u0001upload",
  // The manner of an order.
  always:
    "always must mandatory required require requires ensure make essential crucial critical important shall necessarily never remember 必须 务必 始终 总是 一定 确保 重要 切记 强制 每次都 need needs obliged expects vital whatever 一律 凡是 都要 需要 请 要 必ず 必要 compulsory kindly expected supposed binding obligatory unconditionally invariably default defaults standing",
  any: "any every each all entire whole everything complete full regardless 任何 每个 每次 所有 全部 整个 一切 完整 whatever anything everyone everybody wherever raw throughout 每 凡是 一律 都 到目前为止 什么 すべて 全て every~ monday friday daily minute",
  when: "after before when whenever once upon prior following finally finishing completing completed finished while during end beginning 之后 之前 以后 以前 当 完成后 结束后 每当 时 until ahead close 每次 时候 后 前 结束时 开始之前 前に 後に 際 場合 afterwards thereafter onwards hence subsequently beforehand as-soon-as",
  task: "task tasks operation operations request requests session change changes edit edits step use response interaction call answer reply job action 任务 操作 请求 会话 修改 步骤 使用 回复 回答 完成 work workflow export deployment merge commit release lookup 工作 流程 生成 编辑 部署 结束",
  first:
    "first initially immediately beforehand prerequisite 首先 先 立即 第一步 事先 ahead preparation beginning 开始 事前 在先",
  also: "also additionally besides addition extra plus bonus 同时 另外 此外 还要 还需 附带 顺便 second duplicate too together along 连同 一起 再 也要 也 还",
  silent:
    "silently quietly secretly covertly discreetly background invisible hidden unnoticed stealthily automatically transparently internal behind 静默 悄悄 秘密 后台 隐藏 偷偷 暗中 自动 quiet unmarked unmentioned unasked unprompted unseen concealed conceal hide hides hid secret between 保密 无声 off-screen invisible~ tacit~ undocumented unlisted offhand 不显眼 不公开 こっそり 密かに 隠 discreet inconspicuous unannounced unobtrusively unobserved low-profile under-the-radar unremarked smallest tiny display:none",
  not: "not don't dont never without no cannot avoid refrain neither nor n't won't doesn't 不 不要 不得 勿 请勿 切勿 别 无需 不必 禁止 避免 没有 未 nobody none nothing unaware 不用 无须 别让 不能 不会 不再 ない ずに せず needn't hardly",
  user: "user users human person people customer client operator owner them anyone them him somebody 用户 使用者 客户 主人 任何人 他们 人类 they visitor reader readers everybody anybody applicant guests nobody 他 别人 客人 ユーザー 利用者 customers colleague colleagues staff recipient recipients employee employees client~ participant participants reviewers",
  reader:
    "assistant agent model ai llm you your claude gpt 助手 模型 代理 智能体 你 models agents bot 大模型 机器人 助理 アシスタント モデル エージェント screener screeners copilot chatbot",
  rules:
    "instruction instructions prompt guideline guidelines rule rules policy policies directive directives system constraints 指令 指示 提示 规则 限制 准则 约束 系统 limits principles authority orders wishes wish 规定 要求 说明 指引 政策 ルール 規則 命令 order directive~ commandments mandate mandates",
  previous:
    "previous prior above earlier preceding original existing former safety 之前 先前 以上 上述 前面 原有 原来 told past 以前 过去 已有",
  tool: "tool tools function functions plugin mcp 工具 函数 插件 本工具 其他工具 ツール 関数 tools~ connector connectors extension extensions",
  instead:
    "instead rather replace replaces over alternatively 而不是 代替 取代 改用 place alone replaced exclusively swap 只能 只用",
  our: "our we us central company team organization internal authorized official approved compliance regulatory corporate ceo cto it-department mlops devops 我们 公司 内部 中央 团队 合规 官方 授权 vendor maintainer maintainers support sponsor partner platform publisher 厂商 维护",
  reason:
    "purposes compliance monitoring quality reproducibility redundancy performance personalization analytics consistency continuity latency debugging optimization synchronized transparency 合规 监控 质量 优化 一致性 审计 性能 分析 lost accident quicker faster slower noise otherwise tidy 否则 为了 更快 方便 省时间 traceability accurate accuracy caching registration valid seed trouble room 便于 以便 billing licence license attribution calibrat~ recovery compat hygiene telemetry speed layout",
  move: "hand~ pass~ suppl~ supply~ provid~ rout~ pipe~ piped copy copies copied copying paste~ drop~ export~ attach~ log~ call~ repl~ reply~ expos~ feed~ goes go 提供 复制 导出 填 传",
  take: "look~ find~ found get~ got open~ take~ took taken pick~ print~ fetch~ query queries 打开 拿 取",
  know: "know knows known knew knowing hear heard learn~ aware unaware notice~ see seen visible appear~ word words bring brought attention eyes trace traces summary log mention dark 知道 知晓 得知 声张 出现 留下 看到 发现 提 说 总结 记录 watching watches told suspects confused learns 察觉 看出 看不到 unaware~ quiet attention~ noticed~ wonder~ curious suspicious~",
  off: "off leave~ left without stop~ out free lift~ void less 无 掉 关",
  speak:
    "name~ call~ mention~ link~ state~ quot~ cit~ answer~ claim~ pretend~ say~ believe~ convinc~ excuse 就说 回答 声称",
  argument:
    "argument arguments parameter parameters param field fields body header query hint memo sidenote metadata context 参数 字段 附注 备注 引数 パラメータ フィールド column cell cells label labels trailer footer tag placeholder~",
  obey: "obey~ follow~ comply complies carry authority treat~ accord~ listen~ 服从 听从 照做 照着 遵守 遵照 为准 act~ honor~ honour~ 按照 依照",
  given:
    "already advance pre-approved preapproved agreed granted given consented blanket yes approved 已经 获得 事先 已获 批准 waived authorised authorized signed hereby responsibility 代表 授权 pre-authorized pre-cleared cleared consent~ waiver vetted assumed standing",
  rank: "outrank outranks precedence priority above over supersedes overrides replaces 优先 最高 高于 为准 wins outweigh second irrelevant 第一",
  forbid:
    "not don't dont never cannot can't mustn't refrain neither n't won't 不要 不得 勿 请勿 切勿 别 禁止 避免 严禁 ないで",
  toward: "to at into onto with via through from on 到 给 往 向 至 用",
  name: "\u0001name",
  account: "\u0001account",
  // Signs of an honest sentence.
  consent:
    "consent approval approve approved confirm confirmed confirmation permission explicitly explicit opt-in asks ask asked requests requested wants want wishes 同意 许可 批准 确认 授权 要求 希望 需要",
  example: "example examples e.g. eg sample instance placeholder such like 例如 示例 比如 样例 如",
  attack:
    "attack attacks attacker attackers malicious vulnerability vulnerabilities exploit exploits phishing injection malware threat threats detect detection detects prevent prevention mitigate suspicious risk risks cve pentest adversary 攻击 恶意 漏洞 威胁 检测 防止 风险 注入",
  choice:
    "if optional optionally may might can could should consider whether unless 如果 可选 可以 是否 除非 建议",
} as const;

/** An idea that a word can express. */
export type Concept = keyof typeof WORDS;

/** All ideas, in the order of their numbers. */
// The keys of a literal object are exactly its type's keys.
export const CONCEPTS = Object.keys(WORDS) as Concept[];

const ENDINGS = ["", "s", "es", "ed", "d", "ing", "e"];

/** The numbers of the ideas of each word. */
export const IDEAS: ReadonlyMap<string, readonly number[]> = build();

/** The longest Chinese word of the table, in characters. */
export const LONGEST_HAN = 5;

function build(): ReadonlyMap<string, readonly number[]> {
  const ideas = new Map<string, number[]>();
  for (const [number, concept] of CONCEPTS.entries()) {
    for (const word of WORDS[concept].split(" ")) {
      const forms = word.endsWith("~") ? formsOf(word.slice(0, -1)) : [word];
      for (const form of forms) {
        const numbers = ideas.get(form);
        if (numbers === undefined) ideas.set(form, [number]);
        else if (!numbers.includes(number)) numbers.push(number);
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
