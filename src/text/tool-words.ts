/** What each built-in tool does, in Chinese. In English, a tool says it itself. */
export const TOOLS_IN_CHINESE: Readonly<Record<string, string>> = {
  accept_skill: "请用户查看一个技能并同意使用",
  add_memory: "记住用户的一件事、一个偏好或一条经验",
  base64_decode: "把 Base64 解码成文本",
  base64_encode: "把文本编码成 Base64",
  browser_click: "点击当前网页上的一个元素",
  browser_close: "关闭本次运行的浏览器，下次打开时重新启动",
  browser_fill_form: "一次填写当前网页上的多个字段",
  browser_handle_dialog: "答复当前网页弹出的对话框",
  browser_hover: "把指针移到当前网页的一个元素上",
  browser_navigate_back: "返回上一个网页",
  browser_open: "用真实的浏览器打开网页并读取内容",
  browser_press_key: "在当前网页按下一个键，例如 Enter",
  browser_select_option: "在当前网页的列表中选择选项",
  browser_snapshot: "读取浏览器当前打开的网页",
  browser_take_screenshot: "给当前网页截图，并保存为产物",
  browser_type: "在当前网页的字段中输入文字",
  browser_wait_for: "等待某段文字在当前网页上出现或消失",
  call_mcp_tool: "按 MCP 服务器自己的工具名调用工具",
  cancel_scheduled_task: "永久取消一个定时任务或提醒",
  current_time: "告诉当前日期和时间，可指定时区",
  delete_file: "删除工作区里的一个文件，内容会保留以便撤销",
  deliver_artifacts: "把产物或工作区里的文件交给用户",
  detect_platform: "告诉操作系统、处理器和 Node 版本",
  draft_skill: "写一个新技能，等人查看并接受",
  edit_file: "替换工作区里一个文本文件的某一段",
  enable_thinking: "为本次任务打开或关闭回答前的思考",
  fetch: "把网页或 PDF 逐页读成 Markdown",
  find_capability: "为任务查找可以安装的服务器或技能",
  forget_memory: "永久删除关于用户的记忆",
  get_env: "读取配置允许的环境变量",
  get_file_info: "告诉文件或文件夹是否存在，以及大小、类型和修改时间",
  get_image_file: "取出用户在对话中发来的图片",
  get_mcp_instructions: "读取 MCP 服务器的使用说明",
  get_mcp_prompt: "取出 MCP 服务器的提示词并填入参数",
  get_memory_stats: "按类型和时间统计关于用户的记忆",
  get_run_log: "回看本次运行和对话中记录的调用",
  get_skill_info: "读取一个技能的说明和文件名",
  get_skill_reference: "逐页读取技能附带的文本文件",
  get_tool_info: "查看一个工具的完整说明和输入格式",
  get_user_profile: "查看用户填写的资料和还没回答的问题",
  get_voice_file: "取出用户在对话中发来的录音",
  grep: "按模式搜索工作区里文本文件的行",
  http_get: "发送 HTTP GET 请求，返回状态、头和正文",
  http_post: "用 HTTP POST 请求向服务器发送数据",
  http_request: "发送任意方法、头和正文的 HTTP 请求",
  install_capability: "把试用过的服务器或技能推荐给用户，由用户决定是否安装",
  install_skill: "从文件夹、压缩包、网址或注册表安装技能",
  json_parse: "把 JSON 文本变成结构化数据",
  json_query: "用 JSONPath 从 JSON 数据中选取值",
  json_stringify: "把结构化数据变成 JSON 文本",
  list_files: "列出工作区里的文件和文件夹",
  list_mcp_servers: "列出 MCP 服务器及各自的工具数",
  list_scheduled_tasks: "列出用户的定时任务和提醒，以及执行情况",
  list_skills: "列出可以使用的技能及其说明",
  move_file: "移动或重命名工作区里的一个文件，不会覆盖",
  raise_budget: "请用户提高已用完的预算",
  read_file: "逐页读取工作区里的文本文件",
  read_mcp_resource: "按 URI 读取 MCP 服务器的资源",
  read_observation: "翻看或搜索运行中保存的大段结果或产物",
  read_quarantined: "从不可信内容中取出一个限定类型的值，不读原文",
  run_child_task: "在子运行中完成任务，只返回一个限定类型的值",
  run_program: "运行一个包含多次工具调用的程序，每次调用都会判断",
  run_skill_script: "在沙箱里运行技能的脚本",
  schedule_task: "安排以后的任务或提醒：一次、按间隔或按 cron",
  search_memory: "按含义和用词查找关于用户的记忆",
  search_skills: "按用途查找技能，支持中英文",
  search_tools: "按用途查找工具，支持中英文",
  send_message: "给用户或渠道上的其他人发消息",
  set_env: "设置配置允许的环境变量",
  shell: "在没有网络的沙箱里运行 shell 命令",
  skip_profile_question: "不再询问用户不想回答的问题",
  sleep: "等待若干秒再继续",
  spend_on_model: "模型花费超过规则允许的金额之前询问用户",
  sql_change: "修改数据库里的数据，先试后改，可以撤销",
  sql_query: "查询数据库，不做修改",
  sql_schema: "查看数据库的表和列",
  submit_plan: "在读取任何内容之前，一次问清整个任务的调用",
  trigger_scheduled_task: "现在就执行一次定时任务",
  try_capability: "取来找到的服务器或技能，在断网的沙箱里试用",
  uninstall_skill: "移除一个已安装的技能及其所有文件",
  update_scheduled_task: "修改定时任务：内容、时间、暂停或恢复",
  update_user_profile: "保存用户介绍自己的内容：称呼、语言、时区等",
  web_search: "搜索网络，返回标题、网址和摘要",
  write_file: "在工作区里写入整个文件，新建或替换",
};

/** What a tool does, in a person's language as far as it is known. */
export function toolSummary(
  { name, source, summary }: { readonly name: string; readonly source: string; readonly summary: string },
  language: "en" | "zh",
): string {
  const known = language === "zh" && source === "builtin" && Object.hasOwn(TOOLS_IN_CHINESE, name);
  return (known ? TOOLS_IN_CHINESE[name] : undefined) ?? summary;
}

/** What each skill that comes with Dejima is for, in Chinese. In English, its SKILL.md says it. */
export const SKILLS_IN_CHINESE: Readonly<Record<string, string>> = {
  "file-tools":
    "查找、读取、比较和修改工作区里的文件，一步一步，稳妥进行。想知道文件或文件夹里有什么，或要查找、替换、移动、整理内容时使用。",
  "skill-creator": "没有合适的工具或技能，或想把做事的方法保留下来时，写一个新技能。",
  time: "告诉任何地方的时间，换算时区，计算两个日期相隔几天。",
  "web-search": "上网查找并给出带来源的回答：新闻、天气、价格、营业时间、版本发布和其他会变的事。",
};

/** What a skill is for, in a person's language as far as it is known. */
export function skillAbout(
  {
    name,
    level,
    description,
  }: { readonly name: string; readonly level: string; readonly description: string },
  language: "en" | "zh",
): string {
  const known = language === "zh" && level === "shipped" && Object.hasOwn(SKILLS_IN_CHINESE, name);
  return (known ? SKILLS_IN_CHINESE[name] : undefined) ?? description;
}
