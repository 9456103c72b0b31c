import type { Language } from "../../support/language-of.ts";
import { configJsonSchema } from "./config-json-schema.ts";

const SCHEMA = "# yaml-language-server: $schema=node_modules/dejima/docs/dejima.schema.json";

const HEAD: Readonly<Record<Language, string>> = {
  en: `${SCHEMA}
# What this folder's agent may do. \`dejima doctor\` checks it, \`dejima policy explain TOOL\` says why a call is judged as it is.
# \${NAME} and \${NAME:-default} take values from the environment; such values are never stored or shown.
# Lines that begin with # are off: take the # away to use one.
`,
  zh: `${SCHEMA}
# 这个文件夹里的智能体可以做什么。\`dejima doctor\` 检查它，\`dejima policy explain 工具\` 说明一次调用为什么这样判断。
# \${NAME} 和 \${NAME:-default} 取自环境变量；这些值不会被保存或显示。
# 以 # 开头的行不起作用：去掉 # 即可启用。
`,
};

/** The settings that a new config sets. All others are included as comments. */
const STATED: Readonly<Record<string, string>> = {
  workspace: ".",
  "tools.timeout": "30s",
  "tools.networkTimeout": "60s",
  "tools.maxConcurrent": "3",
  "tools.allowedPaths": '["."]',
  "tools.untrusted": '[]                  # e.g. "./downloads/**"',
  "tools.maxOutput": "16000",
  "tools.environment.read": "[]",
  "tools.environment.write": "[]",
  "permissions.safe": '[]                 # e.g. "write_file(./out/**)"',
  "permissions.confirm": "[]              # e.g. write_file, delete_file",
  "permissions.deny": '[]                 # e.g. "file.read(./private/**)"',
  "sandbox.driver": "auto",
  "sandbox.timeout": "30s",
  "sandbox.memory": "512m",
  "sandbox.cpu": "0.5",
  "network.allow": "[]",
  "network.deny": '[]                 # e.g. "*.example.com", 203.0.113.0/24',
  "network.allowPrivate": "[]         # e.g. localhost:8080, 10.0.0.0/8",
  "log.durability": "written",
};

const NOTES: Readonly<Record<Language, Readonly<Record<string, string>>>> = {
  en: {
    permissions: `# Without a rule: reading is allowed, running code is asked for, writing, deleting and sending are off.
# A rule is tool, tool(pattern) or effect.kind(pattern). The strictest that matches wins.
`,
  },
  zh: {
    permissions: `# 没有规则时：可以读取；运行代码会询问；写入、删除和发送是关闭的。
# 规则写成 工具、工具(模式) 或 效果类型(模式)。几条规则都符合时，最严的生效。
`,
  },
};

interface Node {
  readonly description?: string;
  readonly default?: unknown;
  readonly properties?: Readonly<Record<string, Node>>;
}

/** The text that `dejima init` writes: every setting with its default and description, generated from the schema. */
export function configTemplate(language: Language = "en"): string {
  const { properties = {} }: Node = configJsonSchema(language);
  const sections = Object.entries(properties).map(
    ([name, node]) =>
      `${NOTES[language][name] ?? ""}${linesOf(name, node, { path: name, depth: 0 }).join("\n")}\n`,
  );
  const text = [HEAD[language], ...sections].join("\n");
  return language === "zh" ? text.replaceAll("# e.g. ", "# 例如 ") : text;
}

function linesOf(name: string, node: Node, { path, depth }: { path: string; depth: number }): string[] {
  const indent = "  ".repeat(depth);
  const { description, properties } = node;
  if (properties !== undefined) {
    const on = Object.keys(STATED).some((stated) => stated.startsWith(`${path}.`));
    const inner = Object.entries(properties).flatMap(([key, child]) =>
      linesOf(key, child, { path: `${path}.${key}`, depth: depth + 1 }),
    );
    return [
      `${on ? "" : "# "}${indent}${name}:${description === undefined ? "" : `  # ${description}`}`,
      ...inner,
    ];
  }
  const stated = STATED[path];
  const value = stated ?? (node.default === undefined ? "" : JSON.stringify(node.default));
  const line = `${stated === undefined ? "# " : ""}${indent}${name}: ${value}`.trimEnd();
  return [description === undefined || value.includes("# ") ? line : `${line.padEnd(30)} # ${description}`];
}
