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
  "compare with this report of --json (default: with things as they are now)":
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
};
