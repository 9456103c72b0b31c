/** Errors of models, the network, the sandbox and built-in tools, in Chinese. `{1}` stands for the first value. */
export const TOOL_SENTENCES: Readonly<Record<string, string>> = {
  'Cannot find the trial "{1}": try the capability first': "没有试用“{1}”：请先试用",
  'Cannot update "{1}": it was not installed from a registry. `dejima mcp list` and `dejima skill list` show what is there':
    "无法更新“{1}”：它不是从注册表安装的。`dejima mcp list` 和 `dejima skill list` 列出现有的",
  'Cannot update "{1}": no registry has a newer version': "无法更新“{1}”：没有更新的版本",
  'Cannot update "{1}": the newer version calls itself "{2}"': "无法更新“{1}”：新版本自称“{2}”",
  "Cannot copy the registry {1}: its answer is not a list of skills. The copy from before is still used":
    "无法下载注册表 {1}：返回的不是技能列表。仍用之前下载的",
  "Cannot read the folder {1}: {2}": "无法读取文件夹 {1}：{2}",
  "Cannot read the registry {1}: {2}": "无法读取注册表 {1}：{2}",
  'Cannot read the registry {1}: it is not JSON of the form {"servers": […], "skills": [{name, description, source}]}':
    '无法读取注册表 {1}：它不是 {"servers": […], "skills": [{name, description, source}]} 这种 JSON',
  "Cannot copy the registry {1}: {2}. The copy from before is still used":
    "无法下载注册表 {1}：{2}。仍用之前下载的",
  'Cannot read the list of revocations {1}: it is not JSON of the form {"revoked": [{name, versions, reason}]}':
    '无法读取撤回列表 {1}：它不是 {"revoked": [{name, versions, reason}]} 这种 JSON',
  'Cannot use "{1}" as a registry of the kind {2}: it takes an address, such as https://registry.modelcontextprotocol.io':
    "“{1}”不能作为 {2} 类的注册表：请写地址，例如 https://registry.modelcontextprotocol.io",
  'Cannot use "{1}" as a registry: write an address such as https://registry.modelcontextprotocol.io, or the path of a file or folder':
    "“{1}”不能作为注册表：请写 https://registry.modelcontextprotocol.io 这样的地址，或文件、文件夹的路径",
  'Cannot use "{1}" as a registry: no such file or folder': "“{1}”不能作为注册表：文件或文件夹不存在",
  'Cannot try the scripts of a skill: the sandbox "{1}" cannot contain them. Read the skill, and install it with: dejima skill install':
    "无法试用技能的脚本：沙箱“{1}”隔离不住。请先看内容，再安装：`dejima skill install`",
  'Cannot try "{1}": it comes as {2}, and only packages of npm and PyPI can be tried':
    "无法试用“{1}”：它是 {2}，只能试用 npm 和 PyPI 的软件包",
  'Cannot fetch "{1}": it is not the name of a package': "无法下载“{1}”：这不是软件包的名字",
  'Cannot replace memory "{1}": there is none': "没有记忆“{1}”，无法替换",
  "Cannot remember nothing: say what to remember": "要记住什么？",
  "Cannot remember {1} characters: a memory has at most {2}; say it in fewer words, or keep it in a file and remember where":
    "无法记住 {1} 个字符：每条最多 {2} 个；请写短些，或存到文件里，只记住位置",
  "Cannot remember more: there are {1} memories already; forget some with forget_memory or `dejima memory forget`":
    "记忆已有 {1} 条，不能再加；请用 forget_memory 或 `dejima memory forget` 删掉一些",
  'Cannot read the embedded model "{1}": {2}': "无法读取内置模型“{1}”：{2}",
  "Cannot read the embedded model: {1}; install the package again": "无法读取内置模型：{1}；请重新安装",
  "Cannot get an answer from {1}: the reply broke off": "{1} 没有答完：回复中断了",
  "Cancelled while the model was answering": "模型回答时已停止",
  "Cannot get an answer from {1}: {2}": "{1} 没有回答：{2}",
  "Cannot get an answer from {1}: {2}. Check the key of this provider":
    "{1} 没有回答：{2}。请检查这个提供方的密钥",
  "Cannot get an answer from {1}: {2}. Check the model's name and the address of the provider":
    "{1} 没有回答：{2}。请检查模型名称和提供方的地址",
  "Cannot get an answer from {1}: {2}{3}": "{1} 没有回答：{2}{3}",
  "Cannot use the model's reply: {1}": "无法使用模型的回复：{1}",
  "Cannot use the model's reply: it is longer than {1}": "无法使用模型的回复：超过 {1}",
  'Cannot use model "{1}": write provider:name, with a provider of {2}, such as "anthropic:{3}", or the path of a .gguf file':
    '看不懂模型“{1}”：请写成 provider:name，provider 可以是 {2}，例如 "anthropic:{3}"，或写 .gguf 文件的路径',
  "Cannot use the model's reply: it broke off before its end": "模型的回复没有说完就断了",
  'Cannot use the local model "{1}": {2}. Install it beside Dejima with: npm install {3}':
    "无法使用本地模型“{1}”：{2}。请安装：npm install {3}",
  'Cannot use the local model "{1}": no such file': "无法使用本地模型“{1}”：文件不存在",
  "Cannot get an answer from the local model: {1}": "本地模型没有回答：{1}",
  "Cannot use {1}: {2}": "无法使用 {1}：{2}",
  'Cannot use model "{1}": its address is not known. `dejima model connect compatible --base-url URL` stores it':
    "无法使用模型“{1}”：不知道它的地址。用 `dejima model connect compatible --base-url URL` 保存",
  'Cannot use model "{1}": name it, such as "ollama:qwen3"':
    '无法使用模型“{1}”：请写上名字，例如 "ollama:qwen3"',
  'Cannot transcribe "{1}": {2}': "无法转写“{1}”：{2}",
  "Cancelled while waiting to ask the model again": "等待再次询问模型时已停止",
  "The script has no reply number {1}; add one": "脚本里没有第 {1} 条回复，请添加",
  'Cannot embed with "{1}" at {2}: {3}; check retrieval.embedder in dejima.yaml':
    "无法用“{1}”（{2}）计算向量：{3}；请检查 retrieval.embedder",
  "Cannot set a budget for one {1}: only for one {2}": "不能给某一个{1}设预算：只能给某一个{2}",
  'Cannot set a budget for the {1} "{2}": a name has up to 200 characters and no blanks':
    "无法给{1}“{2}”设预算：名字最多 200 个字符，不能有空格",
  'Cannot set a price for "{1}": name the model as provider:name, as `dejima model list` does':
    "无法设置“{1}”的价格：模型要写成 provider:name，见 `dejima model list`",
  'Cancelled "{1}" while it waited for a budget': "“{1}”在等待预算时已停止",
  'Cannot reach "{1}": {2}': "无法访问“{1}”：{2}",
  'Cannot reach "{1}": the name "{2}" could not be resolved': "无法访问“{1}”：找不到域名“{2}”",
  'Cannot use "{1}" in {2}: write a host as name, *.name, name:port or 10.0.0.0/8':
    "{2} 里的“{1}”不对：主机要写成 name、*.name、name:port 或 10.0.0.0/8",
  'Cannot follow "{1}" to "{2}": a rule denies it': "无法从“{1}”转到“{2}”：规则禁止",
  'Cannot send a request with the method "{1}"': "不能用“{1}”方法发送请求",
  'Cannot reach "{1}": it was redirected more than {2} times': "无法访问“{1}”：转了超过 {2} 次",
  'Cannot read {1}: its content encoding "{2}" was not asked for': "无法读取 {1}：它用了没有请求的编码“{2}”",
  "Cannot read {1}: it is larger than {2} bytes": "无法读取 {1}：超过 {2} 字节",
  'Cannot download "{1}": the server answered {2}': "无法下载“{1}”：服务器返回 {2}",
  'Cannot fetch "{1}": the server answered {2}': "无法下载“{1}”：服务器返回 {2}",
  "Cannot use the secret {1}: not found for {2}. A person can set it: dejima secret set {3} --host {4} --tool {5}":
    "没有给 {2} 用的密钥 {1}。可以这样设置：`dejima secret set {3} --host {4} --tool {5}`",
  "Cannot use the secret {1} together with the header {2}: it may tell the host to do something else than the request says. Leave it out":
    "密钥 {1} 不能和请求头 {2} 一起用：它可能让主机做别的事。请去掉它",
  "Cannot put the secret {1} into a header: it contains a line break or another character that a header cannot have":
    "密钥 {1} 不能放进请求头：其中有换行或请求头不允许的字符",
  'Cannot follow "{1}" to "{2}": it leads from https to http': "无法从“{1}”转到“{2}”：它从 https 转到了 http",
  'Cannot use the address "{1}": {2}': "无法使用地址“{1}”：{2}",
  'Cannot send the header "{1}": {2}': "无法发送请求头“{1}”：{2}",
  'Cancelled the request to "{1}"': "对“{1}”的请求已停止",
  'Cannot read the answer of "{1}": its head is too large': "无法读取“{1}”的回应：响应头太大",
  'Cannot reach "{1}": it did not answer in time': "无法访问“{1}”：没有及时回应",
  'Cannot use "{1}": it is not an absolute URL such as https://example.com/':
    "“{1}”不是完整的网址，要写成 https://example.com/ 这样",
  'Cannot use the URL of "{1}": it carries credentials; pass them as a header':
    "“{1}”的网址里带了账号密码；请放到请求头里",
  'Cannot read the rule "{1}"{2}: {3}': "看不懂规则“{1}”{2}：{3}",
  'Cannot use "{1}" in a profile: it has {2}{3}': "个人资料里不能有“{1}”：{2}{3}",
  "Cannot set {1} to nothing: erase it instead": "{1} 不能设为空：请改为删除",
  "Cannot set {1} to {2} characters: it has at most {3}": "{1} 不能有 {2} 个字符：最多 {3} 个",
  'Cannot set timezone to "{1}": no such time zone. Use an IANA name such as "Europe/Berlin"':
    '没有时区“{1}”。请写 "Europe/Berlin" 这样的名字',
  "Cannot push {1} bytes: at most {2} fit": "推送不能有 {1} 字节：最多 {2}",
  "Cannot use the subscription: its key is no point of the curve P-256. Turn notifications off and on again":
    "无法使用这个订阅：密钥无效。请关闭通知再打开",
  'Cannot open the push key "{1}": {2}': "无法打开推送密钥“{1}”：{2}",
  'Cannot use the push key "{1}": others may read it. Make it yours alone: chmod 600 "{2}"':
    '无法使用推送密钥“{1}”：别人可以读取。请改成只有你能读：chmod 600 "{2}"',
  "Cannot use the subscription: its address contains a login": "无法使用这个订阅：地址里带了账号密码",
  "Cannot notify this browser: its push service {1} answered {2}. Turn notifications off and on again":
    "无法通知这个浏览器：推送服务 {1} 返回 {2}。请关闭通知再打开",
  "Cannot run code: {1}. {2}": "无法运行代码：{1}。{2}",
  'Cannot mount "{1}": it is not inside a granted folder': "无法挂载“{1}”：它不在允许的文件夹里",
  "Cannot use the container engine at {1}: {2}. Start Docker or Podman's socket, or set sandbox.socket":
    "无法使用 {1} 的容器引擎：{2}。请启动 Docker 或 Podman 的 socket，或设置 sandbox.socket",
  "Cannot fetch the image {1}: {2}. Where the registry needs a login, run docker pull {3} first":
    "无法下载镜像 {1}：{2}。需要登录时，先运行 `docker pull {3}`",
  "Cannot start a program: the sandbox is closed": "无法启动程序：沙箱已关闭",
  "Cannot run with {1} {2}: it must be greater than zero": "{1} 不能是 {2}：必须大于零",
  'Cannot grant host "{1}": write it as name, *.name or name:port':
    "无法允许主机“{1}”：要写成 name、*.name 或 name:port",
  'Cannot run a program with the sandbox "process": it cannot keep "{1}"{2} from it, which rules or names that suggest secrets withhold. Use the sandbox "bubblewrap" or "docker", or allow the files with a rule such as file.read({3})':
    "无法用“process”沙箱运行程序：它挡不住“{1}”{2}，而规则或名字表明其中有机密。请用“bubblewrap”或“docker”沙箱，或用 file.read({3}) 这样的规则允许",
  "Cannot use the keyring of the system: {1}": "无法使用系统的密钥环：{1}",
  'Cannot start "{1}": {2}': "无法启动“{1}”：{2}",
  "Cannot finish the program: {1}": "程序没有做完：{1}",
  'Cannot run "{1}": its first line names no interpreter and its extension is none of {2}':
    "无法执行“{1}”：第一行没有写解释器，扩展名也不是 {2}",
  'Cannot run "{1}": no such file': "无法执行“{1}”：文件不存在",
  'Cannot run "{1}": its entry "{2}" is outside the folder': "无法执行“{1}”：入口“{2}”在它外面",
  'Cannot run "{1}": it has no {2}': "无法执行“{1}”：没有 {2}",
  'Cannot run "{1}": its package.json is not JSON': "无法执行“{1}”：package.json 不是 JSON",
  'Cannot run "{1}": main and bin of its package.json must be strings':
    "无法执行“{1}”：package.json 的 main 和 bin 要写文本",
  'Cannot grant "{1}": the path must be absolute': "无法允许“{1}”：要写绝对路径",
  'Cannot grant "{1}": it does not exist': "无法允许“{1}”：不存在",
  'Cannot grant "{1}": it covers or is part of {2}, which belongs to the system; grant a folder of your own':
    "无法允许“{1}”：它包含或属于系统的 {2}；请用你自己的文件夹",
  'Cannot start the program: "{1}", which it must not reach, was replaced meanwhile. Try again':
    "无法启动程序：不该访问的“{1}”刚刚被替换。请再试一次",
  'Cannot start in "{1}": it is not inside a granted folder': "无法在“{1}”里启动：它不在允许的文件夹里",
  "Cannot start a program: the argument list is empty": "无法启动程序：没有写要运行什么",
  'Cannot start "{1}": name a program on the path or an absolute path':
    "无法启动“{1}”：请写系统里的程序名或绝对路径",
  "Cannot start a program: an argument contains NUL": "无法启动程序：参数里有 NUL 字符",
  'Cannot start "{1}": an argument is longer than {2} bytes': "无法启动“{1}”：有参数超过 {2} 字节",
  'Cannot schedule it: "{1}" has passed; it is {2} now; {3}': "无法安排：“{1}”已经过去了，现在是 {2}；{3}",
  "Cannot schedule it: {1}; {2}": "无法安排：{1}；{2}",
  'Cannot find scheduled task "{1}": list_scheduled_tasks or `dejima schedule list` shows those there are':
    "没有定时任务“{1}”：list_scheduled_tasks 或 `dejima schedule list` 列出现有的",
  "Cannot change only the time zone of a task that is not by cron: say when it is due as well":
    "只有 cron 任务能单独改时区：请同时写明时间",
  "Cannot schedule nothing: say what is to be done": "要安排做什么？",
  "Cannot schedule a task of {1} characters: it has at most {2}; put the details into a file and name it":
    "任务不能有 {1} 个字符：最多 {2} 个；请把细节写到文件里，再写上文件名",
  "Cannot {1} scheduled task {2}: it is {3}; schedule it again": "无法{1}定时任务 {2}：它{3}；请重新安排",
  "Cannot schedule more: {1} tasks are open already; cancel some with cancel_scheduled_task or `dejima schedule cancel`":
    "已有 {1} 个任务，不能再加；请用 cancel_scheduled_task 或 `dejima schedule cancel` 取消一些",
  'Cannot act on "{1}": the open page is now "{2}". Read it with browser_snapshot first':
    "无法操作“{1}”：现在打开的是“{2}”。请先用 browser_snapshot 读取",
  "Cannot take a screenshot: the browser returned no picture": "无法截图：浏览器没有返回图片",
  "Cannot find {1}: {2}": "找不到{1}：{2}",
  "Cannot deliver the files: {1}": "无法发送文件：{1}",
  "Cannot decode: the text is not Base64": "无法解码：文本不是 Base64",
  "Cannot decode into text: the content is not UTF-8": "无法解码成文本：内容不是 UTF-8",
  'Cannot use the query "{1}": {2}. JSONPath starts with $': "看不懂查询“{1}”：{2}。JSONPath 以 $ 开头",
  "Cannot parse {1} as JSON: {2}": "{1} 不是 JSON：{2}",
  'Cannot edit "{1}": {2}': "无法编辑“{1}”：{2}",
  'Cannot read "{1}" from line {2}: it has {3} lines': "无法从第 {2} 行读取“{1}”：它只有 {3} 行",
  'Cannot read "{1}" as {2}: {3}. Try encoding "gb18030" or "latin1" for text, "base64" for anything else':
    '无法按 {2} 读取“{1}”：{3}。文本可以试 "gb18030" 或 "latin1"，其他用 "base64"',
  'Cannot write "content" as {1}: {2}. Nothing was written': "无法按 {1} 写入内容：{2}。没有写入",
  'Cannot read "{1}" as text: it is {2}. http_get returns its bytes as Base64':
    "“{1}”不是文本，而是{2}。http_get 返回它的 Base64",
  'Cancelled reading "{1}"': "读取“{1}”时已停止",
  'Cannot turn "{1}" into text: {2}. http_get returns it unchanged':
    "无法把“{1}”转成文本：{2}。http_get 返回原样",
  'Cannot turn "{1}" into text: it took longer than {2} ms': "无法把“{1}”转成文本：超过了 {2} 毫秒",
  "Cannot submit a plan: the run is not open any more. Make the calls":
    "无法提交计划：运行已经结束。请直接调用",
  "Cannot read apart: there is no run": "无法单独读取：没有运行",
  'Cannot read with "{1}": the call failed ({2})': "无法用“{1}”读取：调用失败（{2}）",
  "Cannot read {1} characters apart: at most {2}. Ask for less":
    "无法单独读取 {1} 个字符：最多 {2} 个。请少读一些",
  'Cannot tell the time in "{1}": unknown time zone. Use an IANA name such as "Europe/Berlin"':
    '不知道“{1}”的时间：没有这个时区。请写 "Europe/Berlin" 这样的名字',
  'Cannot trust the tool files of "{1}": "{2}" is a link to "{3}", which is outside the folder. Copy the needed files into it':
    "不能信任“{1}”的工具文件：“{2}”是指向别处“{3}”的链接。请把需要的复制到文件夹里",
  "Cannot load the tools of {1}: {2}": "无法加载 {1} 的工具：{2}",
  'Cannot add all {1} operations of "{2}": choose at most {3} of them':
    "“{2}”有 {1} 个操作，不能全部添加：最多选 {3} 个",
  'Cannot find the operation "{1}" of the API "{2}"{3}': "API“{2}”没有操作“{1}”{3}",
  'Cannot make tools from "{1}": {2}': "无法用“{1}”生成工具：{2}",
  'Cannot call "{1} {2}": it is outside {3}': "无法调用“{1} {2}”：它会离开 {3}",
  'Cannot put "{1}" into the path as "{2}": it would change the address': "“{1}”不能写成“{2}”：会指向别处",
};
