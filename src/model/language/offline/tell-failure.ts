import type { ErrorCode } from "../../../contract/error.ts";
import { ERROR_WORDS } from "../../../contract/messages.ts";
import type { Language } from "../../../support/language-of.ts";
import type { ToolResult } from "./intent.ts";

const MOST_OUTPUT = 4_000;

const DENIED = new Set(["approval_denied", "approval_expired"]);

/** Says why a call failed. The gate's own message is given as it is: it says what would work. */
export function describeFailure({ tool, data }: ToolResult, language: Language): string {
  const { code, message, exitCode, stdout, stderr } = (
    typeof data === "object" && data !== null ? data : {}
  ) as Readonly<Record<string, unknown>>;
  const zh = language === "zh";
  if (DENIED.has(String(code)))
    return zh ? `好的，\`${tool}\` 没有执行。` : `Very well: \`${tool}\` was not run.`;
  if (code === "exit_nonzero") return tellProgram({ stdout, stderr, exitCode }, zh);
  const text = String(message ?? code ?? "");
  const words = isErrorCode(code) ? `（${ERROR_WORDS[code].zh}）` : "";
  return zh ? `\`${tool}\` 没有成功${words}：${text}` : `\`${tool}\` did not work: ${text}`;
}

function isErrorCode(code: unknown): code is ErrorCode {
  return typeof code === "string" && Object.hasOwn(ERROR_WORDS, code);
}

/** Says how a program ended and what it wrote, as it came. */
export function tellProgram(
  { stdout, stderr, exitCode }: Readonly<Record<string, unknown>>,
  zh: boolean,
): string {
  const output = [stdout, stderr].filter((text) => typeof text === "string" && text !== "").join("\n");
  const head = zh ? `执行完了，退出码 ${exitCode}。` : `It ran and ended with exit code ${exitCode}.`;
  if (output === "") return `${head}${zh ? "没有输出。" : " There was no output."}`;
  return `${head}${zh ? "输出是：" : " The output:"}\n${fenced(output.slice(0, MOST_OUTPUT))}`;
}

/** Text as it came; no content can end the fence, which is longer than any inside it. */
export function fenced(text: string): string {
  const longest = Math.max(2, ...(text.match(/`+/g) ?? []).map((ticks) => ticks.length));
  const fence = "`".repeat(longest + 1);
  return `${fence}\n${text.replace(/\n$/, "")}\n${fence}`;
}
