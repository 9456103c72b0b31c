import { expect, test } from "vitest";
import { candidateSchema } from "./candidate.ts";
import { describeTrial } from "./describe-trial.ts";
import { riskReport } from "./judge/risk-report.ts";
import { reportInChinese } from "./report-in-chinese.ts";
import type { TrialRecord } from "./trial-record.ts";

const candidate = candidateSchema.parse({
  name: "io.github.someone/words",
  kind: "mcp",
  description: "Counts words",
  registry: "https://made.example",
  package: { type: "npm", identifier: "words-counter-server", version: "1.0.0" },
});

const record = (more: Partial<TrialRecord> = {}): TrialRecord => ({
  id: "trial-0123456789abcdef",
  at: "2026-01-01T00:00:00Z",
  candidate,
  integrity: "sha512-made",
  ...riskReport({ candidate, older: [], now: 0 }),
  lines: [...riskReport({ candidate, older: [], now: 0 }).lines],
  contract: { hosts: ["a.example", "b.example"], variables: ["WORDS_KEY"], programs: ["git"] },
  missing: ["WORDS_PLACE"],
  files: {},
  codeHosts: [],
  server: { name: "words", config: {} },
  ...more,
});

test("describeTrial() gives the purpose, the grade, the contract and every line in Chinese", () => {
  const update = { from: "0.9.0", differences: ["2 files differ: a.js, b.js and 3 more"] };
  expect(describeTrial(record({ update }), "数单词", "zh")).toBe(
    [
      "io.github.someone/words: Counts words",
      "npm words-counter-server 1.0.0，来自 https://made.example",
      "用途：数单词",
      "评级：需要小心。同意之前请先看警告",
      "不利之处：",
      "  - 没有试用过：不知道它运行时会做什么（试用）",
      "与 0.9.0 的不同：",
      "  - 2 个文件不同：a.js, b.js 等另外 3 个",
      "如果你同意，它会在隔离中运行，只能做以下这些：",
      "  - 连接 a.example, b.example",
      "  - 得到变量 WORDS_KEY",
      "  - 看不到你的任何文件夹",
      "  - 它的工具像其他服务器的工具一样询问你",
      "需要但还没有设置：WORDS_PLACE",
      "工具：没有看到",
      "其他已知情况：",
      "  - 软件包注册表没有提供发布者、时间、版本和签名（软件包注册表）",
      "  - 登记名称为 io.github.someone/words（https://made.example）",
    ].join("\n"),
  );
});

test("describeTrial() shows a line that is not known in Chinese as it was stored, on one line", () => {
  const lines = [{ severity: "warning" as const, text: "Made\nup", source: "somewhere" }];
  expect(describeTrial(record({ lines }), "", "zh")).toContain("  - Made␊up（somewhere）");
});

test.each([
  [
    "It sends the content of the variable AWS_KEY to x.example, when it is called",
    "它在被调用时把变量 AWS_KEY 的内容发送到 x.example",
  ],
  ["It starts /bin/x --y z only after several calls", "它只在多次调用之后才启动 /bin/x --y z"],
  [
    "It goes through the whole home when it is called, also through ~/.ssh, ~/.aws",
    "它在被调用时遍历整个主目录，包括 ~/.ssh, ~/.aws",
  ],
  [
    "Published by ann, first version 400 days ago, 16 versions, this one 2 days ago",
    "由 ann 发布，首个版本在 400 天前，共 16 个版本，此版本在 2 天前",
  ],
  ["Its code runs what it has decoded: eval(atob('a: b'))", "它的代码运行解码出来的内容：eval(atob('a: b'))"],
  ["Licence MIT, 12 kB, needs 3 packages directly", "许可证 MIT，12 kB，直接依赖 3 个软件包"],
  // A value stays as it is, even if it looks like a place for a value.
  ["Wants the variables {} and {1}", "想要变量 {} and {1}"],
])("reportInChinese() says %s", (english, chinese) => {
  expect(reportInChinese(english)).toBe(chinese);
});
