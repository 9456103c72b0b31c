/**
 * The sentences of a report in Chinese. A report is stored as it was made, in English, so that reports of older versions are
 * translated as well; `{}` stands for a value. The longer sentence of two that begin alike stands first.
 */
export const SENTENCES_IN_CHINESE: readonly (readonly [english: string, chinese: string])[] = [
  // the name and the publisher
  [
    'The name "{}" contains hidden characters, or letters of another script that look like its own: it passes for another',
    "名称“{}”含有隐藏字符，或混用了外形相似的其他文字的字母：它在冒充别的名称",
  ],
  ["Its name is close to {}: {}", "名称与 {} 相近：{}"],
  ["Listed as {}, source {}", "登记名称为 {}，源代码在 {}"],
  ["Listed as {}", "登记名称为 {}"],
  [
    "The package does not name its registry entry, so nothing proves that both have one owner",
    "软件包没有写明它在注册表中的条目，无法证明两者属于同一所有者",
  ],
  ["The package says that it belongs to {}, not to {}", "软件包自称属于 {}，而不是 {}"],
  [
    "It runs on somebody else's machine ({}): what it does there cannot be tried, and it can change at any time",
    "它在别人的机器上运行（{}）：无法试用，而且随时可能改变",
  ],
  ["Downloaded {} times", "下载 {} 次"],
  ["Downloaded {} time", "下载 {} 次"],
  ["This version was published by {}, who published none before", "此版本由 {} 发布，此人以前没有发布过"],
  [
    "Published by {}, first version {} days ago, {} versions, this one {} days ago",
    "由 {} 发布，首个版本在 {} 天前，共 {} 个版本，此版本在 {} 天前",
  ],
  [
    "Published by {}, first version {} days ago, {} version, this one {} days ago",
    "由 {} 发布，首个版本在 {} 天前，共 {} 个版本，此版本在 {} 天前",
  ],
  [
    "First version {} days ago, {} versions, this one {} days ago",
    "首个版本在 {} 天前，共 {} 个版本，此版本在 {} 天前",
  ],
  [
    "First version {} days ago, {} version, this one {} days ago",
    "首个版本在 {} 天前，共 {} 个版本，此版本在 {} 天前",
  ],
  ["Published by {}, {} versions", "由 {} 发布，共 {} 个版本"],
  ["Published by {}, {} version", "由 {} 发布，共 {} 个版本"],
  ["{} versions", "共 {} 个版本"],
  ["{} version", "共 {} 个版本"],
  ["This version is the first with install scripts", "此版本首次带有安装脚本"],
  ["Its publisher has withdrawn this version (deprecated)", "发布者已弃用此版本"],
  [
    "Versions before had a proof of where they were built, this one has none",
    "以前的版本有构建来源证明，此版本没有",
  ],
  [
    "The package registry said nothing of its publisher, age, versions and signatures",
    "软件包注册表没有提供发布者、时间、版本和签名",
  ],
  ["No proof of where it was built", "没有构建来源证明"],
  ["Names a proof of where it was built; not verified: {}", "声称有构建来源证明，但未能验证：{}"],
  ["Its proof of where it was built is false: {}", "构建来源证明是假的：{}"],
  ["Signed by {}, built from {} at {} (verified)", "由 {} 签名，从 {} 的 {} 构建（已验证）"],
  ["Signed by {}, built from {} (verified)", "由 {} 签名，从 {} 构建（已验证）"],
  ["Was built from {}, not from {}, which its registry names", "它从 {} 构建，而不是注册表所写的 {}"],
  ["The registry has signed its checksum (verified)", "注册表为其校验和签了名（已验证）"],
  [
    "The registry's signature was not verified: its key is not known here",
    "未能验证注册表的签名：这里没有它的密钥",
  ],
  ["The registry's signature does not fit what was fetched", "注册表的签名与取来的内容不符"],
  // the package
  ["Fetched from {}, checksum {}; {} packages besides", "取自 {}，校验和 {}；另有 {} 个软件包"],
  [
    "Packages it needs have install scripts, which are not run: {}",
    "它依赖的软件包带有安装脚本（不会运行）：{}",
  ],
  ["Has an install script, which is not run: {}", "带有安装脚本（不会运行）：{}"],
  ["No licence, {} kB, needs {} packages directly", "没有许可证，{} kB，直接依赖 {} 个软件包"],
  ["No licence, {} kB", "没有许可证，{} kB"],
  ["Licence {}, {} kB, needs {} packages directly", "许可证 {}，{} kB，直接依赖 {} 个软件包"],
  ["Licence {}, {} kB", "许可证 {}，{} kB"],
  [
    "Has a binding.gyp, which npm would run commands from as it installs; here nothing is built: {}",
    "带有 binding.gyp，npm 安装时会运行其中的命令；这里什么都不构建：{}",
  ],
  [
    "Has a binding.gyp, which npm would run commands from as it installs; here nothing is built",
    "带有 binding.gyp，npm 安装时会运行其中的命令；这里什么都不构建",
  ],
  ["Hides compiled programs in texts: {}", "在文本中藏有编译好的程序：{}"],
  [
    "Has files that Python runs at every start, whatever is started: {}",
    "含有 Python 每次启动都会运行的文件：{}",
  ],
  [
    "Brings compiled programs, which nobody can read and the trial cannot look into: {}",
    "带有编译好的程序，无法阅读，试用也看不到其内部：{}",
  ],
  [
    "Is a compiled program, which nobody can read. The trial saw it run, and it gets only what it used there: {}",
    "是编译好的程序，无法阅读。试用中看到它运行，它只会得到在那里用过的：{}",
  ],
  ["Holds files that cannot be read: {}", "含有无法阅读的文件：{}"],
  [
    "Needs packages from outside of the registry, or in a version made to win over any other: {}",
    "依赖注册表以外的软件包，或依赖故意压过其他版本的版本：{}",
  ],
  [
    "Its texts speak of variables that its listing does not name, so it gets them only by a grant: {}",
    "它的说明提到了登记中没有的变量，只有另行授权才会得到：{}",
  ],
  ["Wants the variables {}", "想要变量 {}"],
  // the code
  [
    "Its code was not scanned: it could not be found among what was fetched. Go by its publisher and by the trial",
    "没有扫描它的代码：在取来的内容中找不到。请参考发布者和试用结果",
  ],
  ["Its code names the mail addresses {}", "代码中写有邮件地址 {}"],
  [
    "Its code names places of keys and accounts, and says nowhere what for: {}",
    "代码中写有存放密钥和账户的位置，却没有说明用途：{}",
  ],
  [
    "Its code names places of keys and accounts: {}. It gets no folder",
    "代码中写有存放密钥和账户的位置：{}。它得不到任何文件夹",
  ],
  ["Its code reads the keys {} and says nowhere what for", "代码读取密钥 {}，却没有说明用途"],
  ["It was tried with the arguments of its README: {}", "已按其 README 示例的参数试用：{}"],
  ["Its code names accounts to which money could go: {}", "代码中写有可以收款的账户：{}"],
  ["Its code names the hosts {}", "代码中写有主机 {}"],
  ["Its code can reach {}, and the trial did not see it do so", "代码可以连接 {}，但试用中没有看到它这样做"],
  [
    "Its code can reach hosts, and the trial did not see it do so: it waits for something: {}",
    "代码可以连接主机，但试用中没有看到它这样做，它在等待什么：{}",
  ],
  [
    "Its code can reach hosts, and the trial did not see it do so: it waits for a key that its service knows: {}",
    "代码可以连接主机，但试用中没有看到它这样做，它在等待其服务认可的密钥：{}",
  ],
  ["Its code names new hosts: {}", "代码中写有新的主机：{}"],
  ["Its code {}: {}", "它的代码{}：{}"],
  ["Of the packages it needs, the {} largest were not scanned", "它依赖的软件包中，最大的 {} 个没有扫描"],
  [
    "{}, which it needs, has an install command that fetches or sends, which is not run: {}",
    "它依赖的 {} 有会下载或发送的安装命令（不会运行）：{}",
  ],
  ["{}, which it needs, hides compiled programs in texts: {}", "它依赖的 {} 在文本中藏有编译好的程序：{}"],
  [
    "{}, which it needs, can reach {}, and the trial did not see it do so",
    "它依赖的 {} 可以连接 {}，但试用中没有看到它这样做",
  ],
  ["{}, which it needs, {}: {}", "它依赖的 {} {}：{}"],
  // the trial
  ["It was not tried: nothing is known of what it does when it runs", "没有试用过：不知道它运行时会做什么"],
  [
    "It did not start in the trial, so nothing is known of what it does: {}",
    "它在试用中没有启动，所以不知道它会做什么：{}",
  ],
  ["Started without network in a made-up home: {}, {}", "已在没有网络的虚构主目录中启动：{}，{}"],
  ["Reached for the hosts {}", "试图连接主机 {}"],
  ["Started the programs {}", "启动了程序 {}"],
  ["It sends what stands in {} to several owners: {}", "它把 {} 的内容发给多个所有者：{}"],
  ["It sends what stands in {} to {}, {}", "它{3}把 {1} 的内容发送到 {2}"],
  ["It hands what stands in {} to the program {}, {}", "它{3}把 {1} 的内容交给程序 {2}"],
  ["It copies what stands in {} to {}, {}", "它{3}把 {1} 的内容复制到 {2}"],
  ["It reads {}, a place of keys and accounts, {}", "它{2}读取存放密钥和账户的 {1}"],
  ["It goes through the whole home {}, also through {}", "它{}遍历整个主目录，包括 {}"],
  ["It writes {}, which other programs obey or trust, {}", "它{2}写入其他程序会遵从或信任的 {1}"],
  ["It starts the program {}, {}", "它{2}启动程序 {1}"],
  ["It runs what it was sent from outside as code, by {}, {}", "它{2}通过 {1} 把外部发来的内容当作代码运行"],
  ["It uses {} ({}), which goes past the checks of the trial", "它使用 {}（{}），可以绕过试用的检查"],
  [
    "It reads the variable {}, does not say that it needs it, and reaches hosts",
    "它读取变量 {}，没有说明需要它，而且会连接主机",
  ],
  [
    "It asks {}, which hands out the keys of a machine in a cloud, {}",
    "它{2}访问 {1}，那里会给出云主机的密钥",
  ],
  ["It contacts {}, where anybody can collect data, {}", "它{2}联系 {1}，任何人都能在那里收集数据"],
  ["It contacts the bare address {}, {}", "它{2}联系没有域名的地址 {1}"],
  [
    "It contacts {}, which is named like {} and may belong to somebody else",
    "它联系 {}，名称与 {} 相似，可能属于别人",
  ],
  [
    "It contacts {} as soon as it starts, and does not say so anywhere",
    "它一启动就联系 {}，却没有在任何地方说明",
  ],
  [
    "It sends what its tools are given to {}, {}, and does not say so anywhere",
    "它{2}把交给工具的内容发送到 {1}，却没有在任何地方说明",
  ],
  ["It hides data in the name of a host: {}", "它把数据藏在主机名里：{}"],
  [
    "It hides what its tools are given in the address that it asks for at {}",
    "它把交给工具的内容藏在访问 {} 的地址里",
  ],
  [
    "It adds the receiver {}, which nobody named, to what it sends to {}",
    "它在发送到 {2} 的内容里加了没有人指定的收件人 {1}",
  ],
  [
    "It asks for {} names of {}, in which data can leave: {}",
    "它查询了 {2} 的 {1} 个名称，数据可能借此外流：{3}",
  ],
  ["It describes its tools differently {}", "它{}会改变对工具的说明"],
  ["It calls a tool {}, as one that is here already", "它的一个工具叫 {}，与这里已有的工具同名"],
  [
    "It calls a tool {}, which can be taken for {}, a tool that is here already",
    "它的工具 {} 会被误认为这里已有的工具 {}",
  ],
  ["Its tool {} asks in {} for what was said to the model: {}", "它的工具 {} 用参数 {} 索要对话内容：{}"],
  ["It {} {} only after several calls", "它只在多次调用之后才{} {}"],
  ["It {} {} only when the clock stands a year or more later", "它只在时钟走到一年或更久之后才{} {}"],
  ["Its tool {} returns the content of {}", "它的工具 {} 返回了 {} 的内容"],
  ["Its script {} returns the content of {}", "它的脚本 {} 返回了 {} 的内容"],
  [
    "Its tool {} asks the user for a secret, which no server may do in a form of its own: {}",
    "它的工具 {} 向用户索要机密，服务器不可以用自己的表单这样做：{}",
  ],
  [
    "What its tool {} gives back has an image whose address carries what the tool was given",
    "它的工具 {} 返回的内容里有一张图片，图片地址带有交给工具的内容",
  ],
  ["What its tool {} asks the model {}: {}", "它的工具 {} 向模型提出的内容{}：{}"],
  ["What its tool {} gives back {}", "它的工具 {} 返回的内容{}"],
  [
    "The description of its instructions speaks against {}, a tool that is here already: {}",
    "它的使用说明贬低这里已有的工具 {}：{}",
  ],
  [
    "The description of {} speaks against {}, a tool that is here already: {}",
    "{} 的说明贬低这里已有的工具 {}：{}",
  ],
  ["The description of its instructions {}: {}", "它的使用说明{}：{}"],
  ["The description of {} {}: {}", "{} 的说明{}：{}"],
  [
    "Its definitions contain the time of its start, so that each start waits for a review",
    "它的定义里含有启动时间，所以每次启动都要等人查看",
  ],
  // skills
  [
    "The script {} ended with an error on sample input, so little is known of it: {}",
    "脚本 {} 在样例输入上出错，所以对它所知甚少：{}",
  ],
  ["Reached for hosts that it does not declare: {}", "试图连接没有声明的主机：{}"],
  [
    "Declares hosts that the trial did not see it need, and does not get them: {}. To give it all that it declares: {}",
    "声明了试用中没有用到的主机，不会给它：{}。如要给予它声明的一切：{}",
  ],
  [
    "Brings the servers {}, which were not tried and are not started. To accept them: {}",
    "带有服务器 {}，没有试用，也不会启动。如要接受：{}",
  ],
  ["It has no scripts: it is a text that the model reads", "它没有脚本，只是供模型阅读的文字"],
  [
    "{} ran {} times on sample input, without network in a made-up home",
    "{}在没有网络的虚构主目录中用样例输入运行了 {} 次",
  ],
  ["Asked for the variables {}", "查询了变量 {}"],
  ["Wrote in its home: {}", "写入了自己的主目录：{}"],
  // what is different in a newer version
  ["No file of its own is different", "它自己的文件没有变化"],
  ["{} file differs: {}", "{} 个文件不同：{}"],
  ["{} files differ: {}", "{} 个文件不同：{}"],
  ["Reaches for new hosts: {}", "试图连接新的主机：{}"],
  ["Starts new programs: {}", "启动新的程序：{}"],
  ["Wants new variables: {}", "想要新的变量：{}"],
  ["Wants new folders of yours: {}", "想要访问你的新文件夹：{}"],
  ["Tools that are new, gone or described differently: {}", "新增、消失或说明有变的工具：{}"],
];
