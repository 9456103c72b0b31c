import type { Reason } from "../contract/verdict.ts";

/** What is asked about without a rule, in words. */
const BY_DEFAULT: Readonly<Record<string, string>> = {
  "command.run": "running a command is asked about each time",
  "env.write": "setting a variable is asked about each time",
};
const DEFAULT = /^default for (\S+) at risk/;
const OUTSIDE = /^untrusted content from ([\s\S]+)$/;

/** Why a call is asked about, in one sentence, from the reasons that ask. */
export function whyAsked(reasons: readonly Reason[]): string {
  const asking = reasons.filter(({ effect }) => effect === "ask").map(words);
  return [...new Set(asking)].join("; ") || "it has to be agreed to";
}

function words({ rule, file }: Reason): string {
  const [, kind] = DEFAULT.exec(rule) ?? [];
  if (kind !== undefined) return BY_DEFAULT[kind] ?? "this is asked about each time";
  if (rule === "default for files that hold secrets") return "it reads a file that may hold secrets";
  if (rule.startsWith("default for risk")) return "this tool is asked about each time";
  const [, source] = OUTSIDE.exec(rule) ?? [];
  if (source !== undefined) return `this run has read content from outside (${source})`;
  return `the rule ${rule}${file === undefined ? "" : ` in ${file}`} asks`;
}
