import type { ErrorCode } from "../../../contract/error.ts";
import { ERROR_WORDS } from "../../../contract/messages.ts";
import type { Language } from "../../../support/language-of.ts";
import type { ToolResult } from "./intent.ts";
import { tellProgram } from "./tell-program.ts";

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
