import { REQUESTS_ABROAD } from "./example-requests-abroad.ts";

/**
 * Example requests for the tools that ship with Dejima, as people write them, in English and Chinese. The
 * search compares a request with each of them. One tool per line. They were written for this project, and
 * none is among the requests that measure the search.
 */
const LINES = `
current_time: what time do we have; tell me today's date; what day is it today; current time in London; is it already past noon; what's the date tomorrow; which month and year is it; 几点了; 今天几月几号; 今天礼拜几; 伦敦现在是什么时间; 现在是哪一年
read_file: read the file; show me the contents of a file; open this document and tell me what it says; what is written in my notes; display a text file; view the source of this script; look at the log file; cat a file; what's in the readme; read the first lines of the file; 读一下这个文件; 打开文件看看内容; 文件里写的是什么; 查看日志文件; 显示文件内容; 把笔记给我看看
write_file: save this to a file; create a file with this content; write the text into a new document; make a file named; store the result as a text file; save my notes; put this list into a file; write a report and save it; generate a markdown document; overwrite the file with this; 保存到文件; 写一个新文件; 把内容存下来; 建一个文档; 写个文档记录下来; 生成一份 markdown 文件; 把这些写进文件里
edit_file: change a line in the file; replace one word with another in a file; fix a spelling mistake in the document; update the value in the config file; modify this part of the script; correct the text in my letter; add a line to the existing file; find and replace text in a file; 修改文件里的一行; 把文件中的这个词换成那个词; 更新配置里的值; 改正文档里的错误; 替换文件中的内容; 在文件末尾加一行; 把旧的改成新的
delete_file: delete a file; remove this file; get rid of the document; erase the old copy; trash that picture; I don't need this file any more, delete it; clean up the temporary files; 删除文件; 把这个文件删掉; 清理掉旧文件; 这个文档不要了; 移除这张图片
move_file: rename a file; move a file to another folder; give the file a new name; put the document into a different directory; change the file name; 重命名文件; 把文件移动到另一个文件夹; 给文件改个名字; 换个目录存放
list_files: list files; what files are there; show the folder; which documents do I have here; list everything in the directory; ls; see all files ending in pdf; show me the project structure; 列出文件; 目录里有哪些文件; 看看文件夹; 显示当前目录; 有哪些文档; 找出所有的图片文件; 列一下目录
grep: search for a word in all files; find text in the code; which file mentions this; where is this function used; look for a string in my documents; search the logs for errors; find all lines with; 在文件里搜索文字; 查找哪里用到了这个函数; 哪个文件提到了; 在日志里找错误; 搜索代码; 找出包含这个词的行; look through my text files for a phrase; 在 txt 文件里查找
get_file_info: how large is the file; does the file exist; when was the file modified; file size; is it a file or a folder; check whether a document is there; how old is this file; 文件有多大; 文件是否存在; 什么时候修改的; 查看文件大小; 有没有这个文件
shell: run a command; run the tests; execute a script; run this in bash; use the command line; compile the project; start the build; run git status; install the dependencies with npm; count the words with a command; 运行命令; 跑一下测试; 执行脚本; 用终端运行; 编译项目; 跑一下构建; 用命令行统计; make a copy of this file; duplicate the document; copy the folder to a backup; zip the directory; unpack the archive; run my python program; end a process that hangs; count the lines of the code; find duplicate files; 复制一份文件; 把文件夹压缩; 解压这个压缩包; 运行我的 python 脚本; 结束卡住的进程
run_program: call several tools in one program; do many calls at once with code; loop over all files and process each; combine the results of several tools; 写一段程序调用多个工具; 批量处理所有文件; 一次完成很多步调用
add_memory: remember that I like chocolate; please remember this; keep this in mind; don't forget that I am vegetarian; note that I prefer; make a note about me; my favourite colour is green, remember it; save this fact about me; I moved to a new flat, keep that in mind; 记住我喜欢咖啡; 请记住这件事; 别忘了我吃素; 帮我记下来; 你要记得我不吃辣; 记一下我的喜好; 以后都记着我喜欢简短的回答
search_memory: do you remember what I told you; what do you know about my family; what did I say about my car; what is my favourite food; do you recall my anniversary; what have I told you before; look in your memory; what are my preferences; 你还记得我说过什么吗; 我跟你讲过我的车吗; 我喜欢吃什么来着; 你知道我家里的事吗; 回忆一下我之前说的; 我以前告诉过你什么
forget_memory: forget that; forget what I told you; delete what you remember about this; remove this memory; erase that fact about me; you should no longer remember it; 忘了这件事; 忘掉我刚才说的; 删除这条记忆; 不要再记得这个; 把关于我的这条记录抹掉
get_memory_stats: how many memories are stored; how much do you remember about me; count what you remember; memory statistics; 你记住了多少条; 有多少条记忆; 记忆统计
schedule_task: remind me tomorrow; set a reminder; set an alarm for six; remind me to take my medicine; do this every day; every Friday check my mail; in two hours tell me to leave; plan a task for next week; wake me up; schedule a report each morning; ping me at noon; 提醒我; 明天提醒我开会; 定个闹钟; 每天早上做这件事; 两小时后叫我; 下周安排一个任务; 每周五检查一次; 到时候叫我起床; 半小时后提醒我出门; 定时发送
list_scheduled_tasks: which reminders do I have; show my scheduled tasks; what is planned for later; list my alarms; did my daily task run; what have I scheduled; 有哪些定时任务; 看看我的提醒; 我安排了什么; 列出计划的任务; 都有什么闹钟
cancel_scheduled_task: cancel the reminder; delete the scheduled task; stop reminding me; I don't need that alarm any more; remove the daily task; call off the planned job; 取消提醒; 删除定时任务; 不用再提醒我了; 把闹钟取消; 停掉每天的任务
update_scheduled_task: change the time of the reminder; postpone the alarm to nine; move the reminder to tomorrow; pause the daily task; resume the weekly task; make it run every hour instead; shift the meeting reminder; 把提醒改到明天; 闹钟推迟到九点; 暂停每天的任务; 恢复定时任务; 改成每小时一次; 把提醒时间改一下
trigger_scheduled_task: run the planned task now; start the scheduled job right away; do the daily report at once; don't wait, run it now; 现在就执行计划的任务; 马上跑一次定时任务; 立刻执行那个任务
web_search: search the web; google it; look it up online; what is the weather today; latest news; how much does a new phone cost; find a good restaurant nearby; who won the game; search for hotels; stock price of Apple; is the museum open today; find information about; what happened in the election; 上网搜索; 查一下天气; 今天有什么新闻; 搜一下附近的餐厅; 谁赢了比赛; 百度一下; 查查机票价格; 苹果股价多少; 网上找找资料; 帮我查一查
fetch: read this web page; summarize this article; what does this link say; open the url and give me the text; read the pdf at this address; get the content of the website; sum up this page; what is this article about; 读一下这个网页; 总结这篇文章; 这个链接讲了什么; 把网页内容抓下来; 看看这个网址的内容; 概括一下这个页面
http_get: send a GET request; call the API; check the status code of this url; get json from an endpoint; ping the server over http; is the site up; 发一个 GET 请求; 调用接口获取数据; 看看接口返回什么; 检查网站能否访问; download the file from this link; save the download from the internet; 从网上下载这个文件; 下载链接里的文件
http_post: post data to a url; submit json to the endpoint; send a POST request; push this to a webhook; upload this payload to the server; 提交数据到接口; 发送 POST 请求; 把数据推送到 webhook; 往服务器上传数据
http_request: send a PUT request; DELETE request to the api; make an http request with custom headers; patch the record through the API; 发送带请求头的 HTTP 请求; 用 PUT 更新接口数据; 发一个 DELETE 请求
browser_open: open a website in the browser; go to this page; visit the site; launch the browser; navigate to the url; show me this website; 打开网站; 用浏览器访问; 进入这个网页; 启动浏览器; 去这个网址
browser_click: click the button; press the link; tap on submit; click on the first result; 点击按钮; 点一下链接; 点提交; 点击第一个结果
browser_type: type text into the field; enter my email in the box; write something in the search field; 在输入框里输入; 把邮箱填进去; 在搜索框输入文字
browser_fill_form: fill out the form; complete the registration form; enter all fields of the form; 填写表单; 把表格填完; 填好报名表
browser_select_option: select an option from the list; pick a value in the drop-down menu; choose my country; 从下拉菜单里选择; 选一个选项; 选择国家
browser_press_key: press the enter key; hit escape; press tab; push the arrow key; 按回车; 按一下 Esc 键; 按键盘
browser_hover: hover over the menu; move the mouse over the picture; put the pointer on the link; 把鼠标移到菜单上; 悬停在图片上
browser_handle_dialog: accept the alert; dismiss the popup; answer the dialog box; confirm the message box; 关掉弹窗; 在对话框点确定; 接受提示
browser_navigate_back: go back; back to the last page; return to the page before; 后退; 回到刚才的页面; 返回前一页
browser_snapshot: what does the page show now; read the open page again; what is on the screen of the browser; 页面现在显示什么; 再看看打开的网页
browser_take_screenshot: take a screenshot; make a picture of the website; capture the page; screen capture; 截图; 截屏; 把网页拍下来; 保存页面截图
browser_wait_for: wait for the page to load; wait until the text appears; wait for the spinner to go away; 等页面加载完; 等到文字出现
browser_close: quit the browser window; I'm done with the website; 关闭浏览器; 退出浏览器
list_skills: are any skills installed; show me the skills that are installed; which skills do you have; list the skills; show installed skills; what skills are available; what are you able to do with skills; 有哪些技能; 列出技能; 安装了什么技能; 你会哪些技能; 可用的技能
search_skills: find a skill for spreadsheets; is there a skill that can; look for a skill; any skill for editing video; 找一个做表格的技能; 有没有能剪视频的技能; 搜索技能; 有什么技能可以
get_skill_info: how does this skill work; explain the skill; read the instructions of the skill; tell me more about that skill; 这个技能怎么用; 技能说明; 介绍一下这个技能; 看看技能的说明
get_skill_reference: read the reference file of a skill; open a document that belongs to the skill; 看技能的参考文件; 打开技能里的文档
run_skill_script: run the script of a skill; execute the skill's program; start the skill script; 运行技能的脚本; 执行技能里的脚本
install_skill: install a skill; add a new skill from a folder; get this skill from GitHub; download a skill; 安装技能; 从文件夹装一个技能; 从网上下载技能; 添加新技能
uninstall_skill: uninstall a skill; remove a skill; delete the skill; get rid of this skill; 卸载技能; 删除技能; 移除这个技能; 不要这个技能了
draft_skill: create a new skill; write a skill for this; turn this into a skill; save this way of working as a skill; 创建技能; 写一个技能; 把这个流程变成技能; 做成技能以后用
accept_skill: accept the skill; approve the drafted skill; allow this skill to be used; 启用这个技能; 批准技能; 接受新写的技能
list_mcp_servers: list the mcp servers; which servers are connected; what mcp servers do you have; 有哪些 MCP 服务器; 列出服务器; 连了什么服务器
call_mcp_tool: call a tool of the mcp server; use the server's own tool; 调用 MCP 服务器的工具; 用服务器上的工具
get_mcp_instructions: how do I use this mcp server; read the server's instructions; 这个服务器怎么用; 服务器的使用说明
get_mcp_prompt: get a prompt from the server; fill in the server's prompt template; 获取服务器的提示词; 用服务器的模板
read_mcp_resource: read a resource of the server; open the mcp resource; 读取服务器的资源; 打开 MCP 资源
base64_encode: encode as base64; convert text to base64; make a base64 string of this; 编码成 base64; 转换为 base64; 用 base64 编码
base64_decode: decode base64; what does this base64 text say; turn base64 back into text; 解码 base64; 这串 base64 是什么意思; 把 base64 还原成文字
json_parse: parse this json; check whether the json is valid; read the json text; 解析 json; 检查 json 格式对不对; json 是否合法
json_query: get a field out of the json; extract all names from this json; select values with jsonpath; which price is in this json; 从 json 里提取字段; 取出 json 中的名字; 查询 json 数据
json_stringify: convert data to json; make json of this; format it as a json string; pretty-print the object; 转成 json; 输出 json 字符串; 格式化成 json
detect_platform: what operating system is this; am I on Linux or Windows; which cpu does this machine have; which node version is installed; 什么系统; 是 Linux 还是 Windows; 这台机器的处理器; 系统信息
get_env: read an environment variable; what is PATH set to; show the env variable; 读取环境变量; 环境变量的值是什么; 查看 PATH
set_env: set an environment variable; export a variable; change the env variable; 设置环境变量; 修改环境变量; 导出一个变量
sleep: wait ten seconds; pause for a moment; sleep for a minute; hold on a few seconds before going on; 等十秒; 暂停一会儿; 停一分钟再继续
enable_thinking: think longer before you answer; turn on thinking; think step by step; reason more carefully; switch off thinking; 想清楚再回答; 打开思考模式; 多想一想; 关闭思考; 深入思考一下
get_run_log: what did you do just now; show the history of your calls; which tools did you use; show me the log of this run; 你刚才做了什么; 调用记录; 你用了哪些工具; 看看操作日志; what have you changed today; which files did you touch earlier; 你今天改了什么
read_observation: show the rest of the result; the output was cut off, read on; search in the large result; next page of the result; 显示剩下的结果; 结果被截断了，继续看; 在结果里查找
read_quarantined: get a value out of untrusted text safely; extract the date from the untrusted page; 从不可信内容里安全地取一个值
run_child_task: read all of it apart and only tell me yes or no; decide in a separate run; 单独读完只告诉我是或否
submit_plan: show me your plan first; ask me once before you begin; make a plan and let me approve it; 先给我看计划; 动手前先问我; 列个计划让我批准
search_tools: which tool can do this; find a tool for; is there a tool that converts images; what tools do you have; what can you do; 有什么工具可以; 找一个工具; 哪个工具能转换图片; 你有哪些工具; 你能做什么
get_tool_info: how does this tool work; what arguments does the tool take; describe the tool; show the schema of a tool; 这个工具怎么用; 工具需要什么参数; 介绍一下这个工具
send_message: send a message; text my friend; message Peter that I am late; write to mum on the chat; tell the group I can't come; notify me on my phone; 发消息; 给他发条信息; 告诉小明我晚点到; 通知我; 在群里说一声; 发个通知到手机; write an email to my boss; mail this to Anna; send a mail; 给老板写封邮件; 把这个用邮件发出去; 发送邮件
deliver_artifacts: send me the file; give me the finished document; deliver the result as a download; hand over the picture you made; I want to download the report; 把文件发给我; 把做好的文档给我; 发给我结果文件; 我要下载报告
get_image_file: look at the picture I sent; what is in this photo; use the image from our chat; open my picture; 看看我发的图片; 这张照片里是什么; 打开我发来的图
get_voice_file: listen to my recording; what did I say in the voice message; transcribe my audio; 听听我的录音; 我发的语音说了什么; 把语音转成文字
get_user_profile: show my profile; which details about me are saved; what is my name; 看看我的资料; 我的个人信息; 你知道我叫什么吗; 显示我的档案
update_user_profile: my name is Maria; call me Bob; I live in Vienna; change my language to German; my time zone is; I work as a teacher; save my birthday in my profile; 我的名字是小美; 叫我老王; 我住在广州; 把语言改成英语; 我的时区是; 我是一名老师
raise_budget: raise the budget of this run; allow me to spend more on this task; give this task a higher limit; 提高这次任务的预算; 增加预算额度
spend_on_model: may this call of the model be made although it is expensive; allow an expensive model call; 允许这次昂贵的模型调用; 这次模型调用花费较高，是否允许
find_capability: is there a tool I could install for this; find a server that can do it; which extension would help with this; look for something to install; 有没有可以安装的工具; 找一个能做这件事的插件; 去哪里能装到这个功能
try_capability: try the server you found before installing it; check whether that extension is harmful; 先试用一下找到的工具; 安装前检查一下这个插件
install_capability: install the server that you tried; yes, propose that extension to me; 安装刚才试过的工具; 把找到的插件装上
skip_profile_question: don't ask me that again; I don't want to answer this question; stop asking where I live; 不要再问这个问题; 我不想回答; 别问我的年龄了`;

/** Example requests by the name of the tool that serves them. */
export const EXAMPLE_REQUESTS: ReadonlyMap<string, readonly string[]> = readExamples(
  `${LINES}\n${REQUESTS_ABROAD}`,
);

function readExamples(lines: string): Map<string, readonly string[]> {
  const examples = new Map<string, readonly string[]>();
  for (const line of lines.split("\n").filter((text) => text !== "")) {
    const cut = line.indexOf(": ");
    const name = line.slice(0, cut);
    examples.set(name, [...(examples.get(name) ?? []), ...line.slice(cut + 2).split("; ")]);
  }
  return examples;
}
