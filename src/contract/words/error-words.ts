/**
 * Chinese translations of the reasons and remedies in error messages. Messages are English sentences built from a few
 * recurring phrases; the names in them are not translated.
 */
const PHRASES: readonly (readonly [RegExp, string])[] = [
  [/writing files is turned off here/, "这里关闭了写入文件"],
  [/deleting files is turned off here/, "这里关闭了删除文件"],
  [/sending data is turned off here/, "这里关闭了发送数据"],
  [/sending messages is turned off here/, "这里关闭了发送消息"],
  [/spending money is turned off here/, "这里关闭了付款"],
  [/this tool is turned off here/, "这个工具在这里是关闭的"],
  [/(skills? [\w, -]+?) does not list it/, "$1 没有列出它"],
  [/no such file or folder|no such file|file not found/, "文件不存在"],
  [/no such folder|folder not found/, "文件夹不存在"],
  [/it is a folder|is a directory/, "这是一个文件夹"],
  [/it leads outside the allowed folders/, "它超出了允许的文件夹"],
  [/it already exists|already exists/, "已经存在"],
  [/permission denied/, "没有权限"],
  [/disk (?:is )?full|no space left/, "磁盘已满"],
  [/said no, because: ([^\n]{1,200})/, "被拒绝，原因：$1"],
  [/ said no/, "有人拒绝了"],
  [/is missing(?:; expected \w+)?/, "缺少必填项"],
  [/is not a known field/, "有不认识的字段"],
  [/unknown time zone/, "没有这个时区"],
  [/has passed/, "这个时间已经过去了"],
  [/content from outside/, "这次运行读过外来内容"],
  [/nobody (?:can be|is there to be) asked|without an approval/, "没有人可以询问"],
  [/waits for an answer/, "正在等待答复"],
  [/timed out|(?:took|ran) longer than|its time was up|did not answer in time/, "超时了"],
  [/ECONNREFUSED|does not answer|cannot be reached/i, "对方没有回应"],
  [/could not be resolved/, "找不到这个域名"],
  [/the server answered (\d{3})/, "服务器返回 $1"],
  [/it is a private address|a private address\./, "这是内网地址"],
  [/an address that is no ordinary server's/, "这不是普通服务器的地址"],
  [/port (\d{1,5}) is not one of the web/, "$1 不是网页端口"],
  [/which network\.deny names|a rule denies it/, "规则禁止访问"],
  [/it leads from https to http/, "它从 https 转到了 http"],
  [/larger than (\d{1,15}) bytes/, "超过 $1 字节"],
  [/exit code (\d{1,3})/, "退出码 $1"],
  [/nobody has accepted it yet/, "还没有人接受它"],
  [/it changed since it was accepted/, "接受之后它又变了"],
  [/it is disabled/, "它已停用"],
  [/only a user may start it/, "只有用户可以启动它"],
  [/the scripts folder does not have this file/, "scripts 文件夹里没有这个文件"],
  [/it holds a secret/, "它含有机密"],
  [/it was changed by somebody else meanwhile/, "它已被别人改动"],
  [/there is no key for|missing key/i, "缺少密钥"],
];

/** Remedies that a message names as commands, with their translations. */
const REMEDIES: readonly (readonly [RegExp, string])[] = [
  [/To turn it on and be asked each time: (dejima policy ask \S+?)(?=[.;]|$|\s)/, "要打开并每次询问：`$1`"],
  [
    /Run the program where somebody can be asked: /,
    "请在有人可以答复的地方运行程序：终端、控制台，或加上 `--park`",
  ],
  [/To answer, run: (dejima approvals approve \S+)/, "答复：`$1`"],
  [/To approve it, add: (--approve [0-9a-f]{64})/, "批准：加上 `$1`"],
  [/To approve it, run: (dejima .{1,4000}?--approve [0-9a-f]{64}(?: --skill \S{1,100})?)/s, "批准：`$1`"],
  [/To approve it, run: (dejima approvals approve \S+)/, "批准：`$1`"],
  [/a person can run: (dejima skill \w+ \S+)/, "可以运行：`$1`"],
  [
    /("[^"]{1,300}") in network\.allow(?:Private)? would/,
    "要允许：network.allow 或 network.allowPrivate 中加入 $1",
  ],
  [/To permit it, run: (dejima config set network\.allowPrivate \S+:\d+'?)/, "要允许：`$1`"],
  [/This replaces the list, so also name the hosts/, "这会替换整个列表，请同时写上其中已有的主机"],
  [/(--force) replaces/, "用 `$1` 覆盖"],
  [/Use a plain path inside "([^"]{1,300})"/, "请用 $1 里的路径"],
];

/** The reasons in an English message, translated to Chinese. */
export function reasonsInChinese(message: string): string[] {
  return translate(message, PHRASES);
}

/** The remedies in an English message, translated to Chinese. */
export function waysInChinese(message: string): string[] {
  return translate(message, REMEDIES);
}

function translate(message: string, phrases: readonly (readonly [RegExp, string])[]): string[] {
  return phrases.flatMap(([phrase, words]) => {
    const found = phrase.exec(message);
    return found === null ? [] : [words.replace("$1", () => found[1] ?? "")];
  });
}
