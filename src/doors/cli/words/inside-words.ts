/** The words of `commands/inside`, in Chinese. */
export const INSIDE_WORDS: Readonly<Record<string, string>> = {
  "Print a completion script for bash, zsh or fish": "输出 bash、zsh 或 fish 的补全脚本",
  "Evaluate models, prompts, descriptions and rules on recorded cases":
    "用记录的用例评估模型、提示词、描述和规则",
  "Replay cases and compare variants with the baseline; tools answer from the case, nothing is run":
    "重放用例，与基准比较；工具的结果取自用例，不会真正执行",
  "try this model, such as openai:gpt-5": "试用这个模型，例如 openai:gpt-5",
  "try this addition to the system prompt": "在系统提示词后试加这段话",
  "try this description of a tool, as NAME=TEXT": "试用工具的这段描述，写成 NAME=TEXT",
  "try every variant of this YAML file (model, prompt, descriptions, policy)":
    "试用这个 YAML 文件里的每种方案（模型、提示词、描述、规则）",
  "compare with this report of --json (default: the current setup)":
    "与这份 --json 报告比较（默认与现状比较）",
  "have this model judge the answers, too": "也让这个模型评判回答",
  "write the report as one HTML file": "把报告写成一个 HTML 文件",
  "how many percent more tokens do not count as worse": "token 增加百分之几以内不算变差",
  "Make cases from recorded runs of the agent": "用记录过的运行制作用例",
  "where the cases are written (default: evals)": "用例写在哪里（默认 evals）",
  "replace cases that exist": "替换已有的用例",
  "Compare two descriptions or versions of a tool on real runs":
    "在真实运行中比较一个工具的两种描述或两个版本",
  "Start an experiment: half of the runs use another description or version of a tool":
    "开始实验：一半的运行使用工具的另一种描述或另一个版本",
  "the description to try": "要试的描述",
  "the registered version to try": "要试的已注册版本",
  "name of the experiment (default: made from the tool and the time)": "实验的名称（默认由工具名和时间组成）",
  "Show what an experiment has found so far; looking often does no harm":
    "显示实验到目前的结果；多看几次也没关系",
  "List experiments, the newest first": "列出实验，最新的在前",
  "Stop an experiment; every later run uses the tool as it is": "停止实验；之后的运行照常使用这个工具",
  "Written: {1}": "已写入：{1}",
  "Check the values under `expect`, then: dejima eval {1}": "检查 `expect` 下的值，然后运行：dejima eval {1}",
  "worse, {1}": "变差：{1}",
  "Done.": "完成。",
  "No case is worse than the baseline.": "没有用例比基准差。",
  "{1} worse than the baseline.": "{1}比基准差。",
  'Started {1}: each run uses "{2}" as it is (a) or as you gave it (b), by hash of its id.':
    "已开始 {1}：每次运行按编号的哈希值，使用原来的“{2}”（a）或你给的（b）。",
  "It ends when one is clearly better. See: dejima experiment status {1}":
    "分出好坏后自动结束。查看：dejima experiment status {1}",
  "To use it in every run: dejima tool describe {1} --from {2}":
    "要在每次运行中使用：dejima tool describe {1} --from {2}",
  "Evidence of a difference: {1} (20 decides)": "差别的证据：{1}（达到 20 就能确定）",
  worse: "变差",
  good: "好",
  "not good": "不好",
  "No experiments yet. `dejima experiment start TOOL --description TEXT` starts one.":
    "还没有实验。`dejima experiment start TOOL --description TEXT` 开始一个。",
  "over 1000": "超过 1000",
  "{1} is better": "{1} 更好",
  "stopped by {1}": "由{1}停止",
  runs: "运行",
  "runs that used it": "用到它的运行",
  "first call went well": "第一次调用成功",
  calls: "调用",
  failures: "失败",
  retries: "重试",
  questions: "询问",
  undone: "撤销",
  "time of a call": "每次调用用时",
  "tokens of a run": "每次运行的 token 数",
};
