import { expect, test } from "vitest";
import { whyAsked } from "./why-asked.ts";

const asks = (rule: string, file?: string) => ({ layer: "global", rule, effect: "ask", file });

test.each([
  [
    asks("default for command.run at risk medium"),
    "running a command always needs approval",
    "运行命令每次都要批准",
  ],
  [
    asks("default for files that hold secrets"),
    "it reads a file that may contain secrets",
    "要读取的文件可能含有机密",
  ],
  [asks("default for risk medium"), "this tool always needs approval", "这个工具每次都要批准"],
  [
    asks("untrusted content from fetch: https://a.example"),
    "this run has read content from outside (fetch: https://a.example)",
    "本次运行读取过外部内容（fetch: https://a.example）",
  ],
  [
    asks("shell(git *)", "dejima.yaml:3"),
    'the rule "shell(git *)" in dejima.yaml:3 says to ask',
    "dejima.yaml:3 中的规则“shell(git *)”要求询问",
  ],
  [
    asks("writing", "/home/ann/work/dejima.yaml:7"),
    'the rule "writing" in dejima.yaml:7 says to ask',
    "dejima.yaml:7 中的规则“writing”要求询问",
  ],
  [
    { ...asks("write_file"), layer: "skill notes" },
    'the rule "write_file" in skill notes says to ask',
    "技能 notes 中的规则“write_file”要求询问",
  ],
  [
    asks("writing", "this conversation"),
    'the rule "writing" in this conversation says to ask',
    "本次对话中的规则“writing”要求询问",
  ],
  [{ ...asks("raise_budget"), layer: "budgets" }, "a budget is used up", "预算已经用完"],
])("whyAsked() says why in plain words: %j", (reason, english, chinese) => {
  expect(whyAsked([reason, reason])).toBe(english);
  expect(whyAsked([reason, { ...reason, effect: "allow", rule: "other" }], "zh")).toBe(chinese);
});

test("whyAsked() gives the general reason only where there is no other", () => {
  const general = asks("default for file.read at risk medium");
  const command = asks("default for command.run at risk medium");
  expect(whyAsked([command, general])).toBe("running a command always needs approval");
  expect(whyAsked([command, general], "zh")).toBe("运行命令每次都要批准");
  expect(whyAsked([general])).toBe("this always needs approval");
});
