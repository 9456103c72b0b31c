import type { ApprovalRequest } from "../contract/approval.ts";

/** The languages that people are asked in. */
export type AskingLanguage = "en" | "zh";

interface Catalogue {
  heading(tool: string, risk: ApprovalRequest["risk"]): string;
  plan(lines: number): string;
  because: string;
  line(number: number, tool: string, words: string): string;
  until(time: string): string;
  how(id: string | undefined): string;
}

const RISKS_ZH = { low: "低", medium: "中", high: "高" } as const;

const CATALOGUES: Readonly<Record<AskingLanguage, Catalogue>> = {
  en: {
    heading: (tool, risk) => `May I call ${tool} (risk ${risk})? It`,
    plan: (lines) => `May I make these ${lines} calls?`,
    because: "Because: ",
    line: (number, tool, words) => `${number}. ${tool}: ${words}`,
    until: (time) => `Open until ${time}`,
    how: (id) =>
      `Reply "yes${id === undefined ? "" : ` ${id}`}" to go on, "no${id === undefined ? "" : ` ${id}`}" to leave it.`,
  },
  zh: {
    heading: (tool, risk) => `可以调用 ${tool}（风险：${RISKS_ZH[risk]}）吗？它会`,
    plan: (lines) => `可以执行这 ${lines} 个调用吗？`,
    because: "原因：",
    line: (number, tool, words) => `${number}. ${tool}：${words}`,
    until: (time) => `有效期至 ${time}`,
    how: (id) =>
      `回复「确认${id === undefined ? "" : ` ${id}`}」继续，回复「取消${id === undefined ? "" : ` ${id}`}」放弃。`,
  },
};

/** A question as one message of a chat, with the replies that answer it. */
export function questionText(request: ApprovalRequest, language: AskingLanguage): string {
  const { tool, risk, words, reasons, lines, preview, expiresAt, id } = request;
  const say = CATALOGUES[language];
  const rules = reasons.filter(({ effect }) => effect === "ask").map(({ rule }) => rule);
  return [
    ...(lines === undefined
      ? [say.heading(tool, risk), ...words[language].map((phrase) => `- ${phrase}`)]
      : [
          say.plan(lines.length),
          ...lines.map((line, at) => say.line(at + 1, line.tool, line.words[language].join("; "))),
        ]),
    `${say.because}${[...new Set(rules)].join("; ")}`,
    ...(preview === undefined ? [] : ["```", preview.text.trimEnd().replaceAll("```", "'''"), "```"]),
    ...(expiresAt === undefined
      ? []
      : [say.until(new Date(expiresAt).toISOString().slice(0, 16).replace("T", " "))]),
    say.how(id),
  ].join("\n");
}
