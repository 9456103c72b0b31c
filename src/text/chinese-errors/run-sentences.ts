/** Errors of runs, calls, files and undo, in Chinese. `{1}` stands for the first value. */
export const RUN_SENTENCES: Readonly<Record<string, string>> = {
  'The tool "{1}" failed: {2}': "工具“{1}”失败：{2}",
  "Cannot draft a skill from run {1}: {2}. `dejima log list` shows other runs":
    "无法用运行 {1} 起草技能：{2}。`dejima log list` 列出其他运行",
  'Cannot evaluate two cases with the name "{1}": give each its own': "有两个用例都叫“{1}”：请各起一个名字",
  "Cannot evaluate with {1}: {2}": "无法用 {1} 评测：{2}",
  'Cannot describe the tool "{1}": it was not found. {2}': "无法描述工具“{1}”：没有这个工具。{2}",
  "Cannot read the baseline: it is not a report of `dejima eval --json`":
    "无法读取基准：它不是 `dejima eval --json` 的报告",
  "Cannot make a case of run {1}: it is not a run of a conversation. `dejima log list` shows the runs":
    "无法用运行 {1} 做用例：它不是一次对话。`dejima log list` 列出运行",
  'Cannot call "{1}": {2}': "无法调用“{1}”：{2}",
  'Not recorded: this case has no answer of "{1}" for this input, and an evaluation runs no tools':
    "没有记录：用例里没有“{1}”对这个输入的结果，评测时什么都不执行",
  'Cannot suggest a description of "{1}": {2}': "无法为“{1}”建议描述：{2}",
  "Cancelled while waiting for other calls to end; nothing was run": "等待其他调用结束时已停止；没有执行",
  "Cannot send the end of the log chain to the witness {1}: {2}. The next run's end covers this one too":
    "无法把日志链的末尾发给见证方 {1}：{2}。下一次运行结束时会一起发送",
  'The chain of heads "{1}" was shortened or replaced: key {2} signed {3} records of another one. If you replaced it yourself, `dejima log sign` with a new key begins again':
    "记录链“{1}”被缩短或替换过：密钥 {2} 签过另一条链的 {3} 条记录。如果是你自己替换的，用新密钥运行 `dejima log sign` 重新开始",
  'Cannot chain the heads of runs: process {1} has locked "{2}"': "无法续写记录链：进程 {1} 占用着“{2}”",
  'Cannot chain the heads of runs: the last line of "{1}" is not a record. `dejima log verify` says what is wrong; move the file away to begin a new chain':
    "无法续写记录链：“{1}”的最后一行不是记录。`dejima log verify` 说明哪里不对；移走文件就会重新开始",
  '{1} records of "{2}" were not shared before other machines continued; they are kept in "{3}.cut"':
    "“{2}”的 {1} 条记录在其他机器继续之前没有共享；保存在“{3}.cut”",
  'Cannot share the chain of heads: "{1}" is another chain than the team\'s. Start this machine with a new home, or move the file away':
    "无法共享记录链：“{1}”不是团队的那一条。请用新的主目录启动，或移走文件",
  'Cannot sign the log with "{1}": {2}': "无法用“{1}”给日志签名：{2}",
  "The time stamp is not valid: {1}": "时间戳无效：{1}",
  "Cannot answer {1}: {2}": "无法答复 {1}：{2}",
  "{1}. What else works: {2}": "{1}。还可以：{2}",
  "Cannot continue: {1} calls of this program were refused. The last one: {2}":
    "无法继续：这个程序有 {1} 次调用被拒绝。最后一次：{2}",
  'Cannot plan a call of "{1}": {2}': "无法计划调用“{1}”：{2}",
  'Cannot run "{1}": run {2} was stopped, which ended {3}. Give the task again':
    "无法执行“{1}”：运行 {2} 已停止，{3}也随之结束。请重新布置任务",
  "Cannot resume {1}: it is not the question that the log of its run announced":
    "无法继续 {1}：它不是这次运行的日志里问的那个问题",
  "Cannot resume run {1}: neither a conversation nor a program broke off in it. `dejima log show {2}` shows what it did":
    "无法继续运行 {1}：其中没有中断的对话或程序。`dejima log show {2}` 显示它做过什么",
  "Cannot resume {1}: it is a plan; make its calls, and each approved one runs once":
    "无法继续 {1}：它是一个计划；请执行其中的调用，批准的各执行一次",
  "Cannot resume {1}: {2} has run {3} open and continues it": "无法继续 {1}：{2} 还开着运行 {3}，会自己继续",
  "Cannot submit a plan of {1} calls: 1 to {2} can be asked about": "计划不能有 {1} 个调用：要 1 到 {2} 个",
  "Cannot continue: the call has ended": "无法继续：调用已经结束",
  "Cannot run the chain: {1}": "无法执行这串步骤：{1}",
  'Cannot call "{1}" here: {2}': "在这里无法调用“{1}”：{2}",
  'Cannot run "{1}" again for {2}: {3}': "无法为 {2} 再次执行“{1}”：{3}",
  'Cannot clear "{1}": {2}. `dejima flow list` shows the marks there are':
    "无法清除“{1}”：{2}。`dejima flow list` 列出现有的标记",
  'Cannot continue: this is not the call that was made here before the restart, {1} of "{2}"':
    "无法继续：这不是重启之前的那次调用，{1}“{2}”",
  "{1}. The tool has run{2}": "{1}。工具已经执行{2}",
  'Cannot compress the log "{1}": it changed meanwhile': "无法压缩日志“{1}”：它同时被改动了",
  "Cannot write the log of run {1}: process {2} still has the run open":
    "无法写运行 {1} 的日志：进程 {2} 还开着它",
  'Cannot write the harbour log "{1}": it is closed': "无法写日志“{1}”：已经关闭",
  'Cannot write the harbour log "{1}": {2}. {3}': "无法写日志“{1}”：{2}。{3}",
  'Cannot continue writing "{1}": its last line is not a record. Run `dejima log verify` on this run':
    "无法续写“{1}”：最后一行不是记录。请对这次运行执行 `dejima log verify`",
  "Cannot write the log of run {1}: {2} still has the run open": "无法写运行 {1} 的日志：{2} 还开着它",
  "Cannot continue writing the log of run {1}: its last line is not a record. Run `dejima log verify` on this run":
    "无法续写运行 {1} 的日志：最后一行不是记录。请对这次运行执行 `dejima log verify`",
  "Cannot continue run {1}: another process has taken it over": "无法继续运行 {1}：另一个进程已经接手",
  'Cannot record the output of "{1}": {2}. The tool has run; it must return JSON data (text for a BigInt, a list of pairs for a Map, a tree without cycles)':
    "无法记录“{1}”的输出：{2}。工具已经执行；它必须返回 JSON 数据（BigInt 用文本，Map 用键值列表，不能循环引用）",
  'Cannot store an observation in "{1}": {2}': "无法把结果保存到“{1}”：{2}",
  'Cannot read "{1}": a ref looks like observations/<sha256>, as an outcome gives it':
    "无法读取“{1}”：引用要写成 observations/<sha256>，结果里有",
  'Cannot read "{1}": this run has no such observation': "无法读取“{1}”：这次运行没有这个结果",
  'Cannot trust "{1}": its content was changed after it was stored': "不能相信“{1}”：保存之后内容被改过",
  'Cannot keep "{1}": it has {2} bytes, over {3}': "无法保存“{1}”：有 {2} 字节，超过 {3}",
  'Cannot keep "{1}": this run has made too many of that name': "无法保存“{1}”：这次运行里同名的太多了",
  "Cannot run the chain: the steps {1} wait for each other, by outputs or by what their tools depend on":
    "无法执行这串步骤：{1} 互相等待，因为输出或工具的依赖",
  'Cannot explain "{1}": there is no call with this id. `dejima log show RUN` lists the calls of a run':
    "无法解释“{1}”：没有这个编号的调用。`dejima log show RUN` 列出一次运行的调用",
  'Cannot call "{1}" on "{2}": its caller allows only {3}': "无法对“{2}”调用“{1}”：调用方只允许 {3}",
  'Cannot judge a call of "{1}": {2}. It was not run': "无法判断“{1}”的调用：{2}。没有执行",
  'Cannot finish "{1}": it ran longer than {2} ms. Ask for less, or raise tools.timeout':
    "“{1}”没有做完：超过了 {2} 毫秒。请少做一些，或提高 tools.timeout",
  "Cannot collect a stream of more than {1} characters": "无法收集超过 {1} 个字符的流",
  'Cannot run "{1}": {2} waits for an answer. To approve it, run: dejima approvals approve {3}':
    "无法执行“{1}”：{2} 等待答复。要批准，运行：`dejima approvals approve {3}`",
  "Cannot continue the program of run {1}: it contains a secret, and the log stores none. Run it again from the start; completed calls stay done":
    "无法继续运行 {1} 的程序：其中有机密，日志不保存。请从头再运行；做过的不会撤销",
  "Cannot find this file among those of the conversation": "对话的文件里没有这个文件",
  'Cannot show version {1} of "{2}": its content is not kept any more':
    "无法显示“{2}”的第 {1} 版：内容已不再保存",
  'Cannot show "{1}": {2}': "无法显示“{1}”：{2}",
  'The outcome of "{1}" is unknown: {2}': "不知道“{1}”后来怎样了：{2}",
  "Cannot resume run {1}: {2} still has it open": "无法继续运行 {1}：{2} 还开着它",
  'Cannot call "{1}": run {2} has ended': "无法调用“{1}”：运行 {2} 已经结束",
  'Cannot call the tool "{1}" that was handed over: another one of this name is registered. Call that one by its name, or rename yours':
    "无法调用交来的工具“{1}”：已注册了另一个同名工具。请按名字调用那一个，或给你的改名",
  "Cannot {1} the variable {2}: it is not listed under tools.environment.{3}":
    "无法{1}变量 {2}：tools.environment.{3} 里没有列出",
  "Cannot {1} the variable {2}: it contains a secret, and tools never see those":
    "无法{1}变量 {2}：其中有机密，工具看不到",
  'Cannot find "{1}" among the {2} of this run': "这次运行的{2}里没有“{1}”",
  'Cannot send "{1}": it has {2} bytes, over {3}': "无法发送“{1}”：有 {2} 字节，超过 {3}",
  'Cannot make the run folder "{1}": {2}. Point --home or DEJIMA_HOME at a folder that can be written':
    "无法创建运行文件夹“{1}”：{2}。请让 --home 或 DEJIMA_HOME 指向可以写入的文件夹",
  'Cannot read the log of run "{1}": it is neither in the store nor in this home. Without `runs: workers` the log of a run stays in the home of the machine that ran it: read it there, unless it was pruned':
    "无法读取运行“{1}”的日志：存储和这个主目录里都没有。没有 `runs: workers` 时，日志留在执行它的机器上：请到那里读取，除非已清理",
  'Cannot begin a run as "{1}": it is not a run id': "运行编号不能是“{1}”",
  "The run has ended": "运行已经结束",
  "Cannot resume run {1}: another process has worked on it just now":
    "无法继续运行 {1}：另一个进程刚刚处理过它",
  'Cannot use this description of "{1}": {2}': "“{1}”不能用这个描述：{2}",
  'Cannot find the experiment "{1}": `dejima experiment list` shows those there are':
    "没有实验“{1}”：`dejima experiment list` 列出现有的",
  'Cannot start an experiment with "{1}": "{2}" is running. `dejima experiment stop {3}` ends it':
    "无法对“{1}”开始实验：“{2}”正在进行。`dejima experiment stop {3}` 结束它",
  'Cannot start the experiment "{1}": one with this name exists. Give it another name':
    "无法开始实验“{1}”：已有同名的。请换个名字",
  'Cannot stop the experiment "{1}": it has ended ({2})': "无法停止实验“{1}”：已经结束（{2}）",
  'Cannot start an experiment with "{1}": {2}': "无法对“{1}”开始实验：{2}",
  "Cannot use files: the call has ended": "无法使用文件：调用已经结束",
  "Cannot change {1}: Dejima itself is configured there, so no tool may change it. Edit it yourself":
    "无法更改 {1}：Dejima 自己听从那里的内容，工具不能改。请自己编辑",
  "Cannot use {1}: it leads to {2}, which this call was not allowed to use":
    "无法使用 {1}：它指向 {2}，这次调用没有获准使用",
  "Cannot {1} {2}: it is a link, and a file or folder was expected. Use the path of its target":
    "无法{1} {2}：这里是一个链接。请用它所指的路径",
  "Cannot take a message: Dejima is closing": "无法接收消息：Dejima 正在关闭",
  "Cannot {1} {2}: no such file": "无法{1} {2}：文件不存在",
  "Cannot {1} {2}: it is not a folder. Name a folder, or read the file":
    "无法{1} {2}：这不是文件夹。请写文件夹，或读取文件",
  "Cannot undo: there is now a link in {1}": "无法撤销：{1} 里现在有一个链接",
  "Cannot undo {1}: it grew too large to check": "无法撤销 {1}：它变得太大，无法核对",
  "Cannot run a program here: {1} of the files it would see are withheld by rules or by names that suggest secrets, and at most {2} can be masked one by one. Deny the folders that contain them, or allow the files with a rule such as file.read(./fixtures/**)":
    "无法在这里运行程序：它会看到的文件里有 {1} 个被规则或名字挡住，最多只能逐个遮住 {2} 个。请禁止整个文件夹，或用 file.read(./fixtures/**) 这样的规则允许",
  "Cannot run a program here: {1} has a name that is not UTF-8, so it cannot be checked or masked. Rename it, or give the program another folder":
    "无法在这里运行程序：{1} 的名字不是 UTF-8，无法核对或遮住。请改名，或给程序另一个文件夹",
  "Cannot run a program in {1}: it contains over {2} files, too many to look for those that it may not see. Give it a smaller folder":
    "无法在 {1} 里运行程序：其中的文件超过 {2} 个，无法找出不该看到的。请给它小一些的文件夹",
  "Cannot move to {1}: something already exists there. Choose another name, or delete it first":
    "无法移动到 {1}：那里已经有东西了。请换个名字，或先删除",
  "Cannot use {1}: {2}. Use a plain path inside {3}": "无法使用 {1}：{2}。请用 {3} 里的路径",
  "Cannot read {1}: it is larger than {2} bytes. Search it for what you need instead":
    "无法读取 {1}：超过 {2} 字节。请改为搜索需要的内容",
  "{1} it is a folder. Name a file in it": "{1}这是一个文件夹。请写其中的文件名",
  "{1} it was replaced by a link. Try again": "{1}它被换成了链接。请再试一次",
  "{1} it is a device, a pipe or a socket. Only regular files can be used":
    "{1}它是设备、管道或套接字，只能用普通文件",
  "Cannot use the pattern {1}: {2}": "看不懂模式 {1}：{2}",
  'Cannot read "{1}": larger than {2} bytes': "无法读取“{1}”：超过 {2} 字节",
  "Cannot search for {1}: {2}. Use RE2 syntax (no look-around, no back-references), or set literal":
    "无法搜索 {1}：{2}。请用 RE2 语法（没有环视和反向引用），或打开 literal",
  'Cannot decide about "{1}" again: it was {2} by {3}': "“{1}”已经由 {3} 处理过：{2}",
  "Cannot accept {1}: it is not a regular file. Create it yourself if you want it":
    "无法接受 {1}：它不是普通文件。需要的话请自己创建",
  "Cannot accept {1}: the file in its place has changed since. `dejima set-apart show {2}` prints the content":
    "无法接受 {1}：原处的内容后来变了。`dejima set-apart show {2}` 显示内容",
  'Nothing is set apart as "{1}". `dejima set-apart list` shows what is':
    "没有名为“{1}”的留存文件。`dejima set-apart list` 列出现有的",
  "Cannot keep the files for undo: they are over {1} MB": "无法为撤销保留文件：超过 {1} MB",
  "Cannot {1} {2}: somebody else has changed it. Read it again and retry":
    "无法{1} {2}：它已被别人改动。请重新读取再试",
  "Cannot {1} {2}: it is larger than the {3} bytes that can be kept for undo. Raise tools.undoLimit in the config":
    "无法{1} {2}：超过了为撤销保留的 {3} 字节。请在配置里提高 tools.undoLimit",
  'Cannot keep "{1}" for undo: it contains {2}': "无法为撤销保留“{1}”：其中有{2}",
  "Cannot undo {1}: {2} changed since. Nothing was undone; put the content back that the call left, or restore by hand":
    "无法撤销 {1}：{2} 后来变了。什么都没有撤销；请恢复到那次调用之后的内容，或手动恢复",
  "Cannot undo {1}: it was killed while its program ran, so its changes are not known. The previous content is kept in {2}":
    "无法撤销 {1}：程序执行中被强行结束，不知道改了什么。原来的内容保存在 {2}",
  "Cannot undo {1}: this call changed no files": "无法撤销 {1}：这次调用没有改过文件",
  'Cannot undo: the kept content {1} in "{2}" is damaged': "无法撤销：“{2}”里保存的 {1} 已损坏",
  "Cannot use {1} as a call: expected the id of a call": "{1} 不是调用的编号",
  "Cannot write {1}: it has unsaved changes in the editor. Save or revert them there, then try again":
    "无法写入 {1}：编辑器里有没保存的改动。请先在那里保存或放弃，再试一次",
  "Cannot write {1}: the file is marked read-only. Write to another path":
    "无法写入 {1}：文件是只读的。请写到别的路径",
};
