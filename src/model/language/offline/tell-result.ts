import type { Language } from "../../../support/language-of.ts";
import { describeFailure } from "./tell-failure.ts";
import { tellKept } from "./tell-kept.ts";
import type { ToolResult } from "./wish.ts";

type Fields = Readonly<Record<string, unknown>>;

const MOST_ENTRIES = 30;
const MOST_CHARACTERS = 4_000;

/** Says what a call gave, in the language of the question. Values are shown as they came, never reworded. */
export function tellResult(result: ToolResult, language: Language): string {
  if (result.failed) return describeFailure(result, language);
  const data = (typeof result.data === "object" && result.data !== null ? result.data : {}) as Fields;
  const zh = language === "zh";
  switch (result.tool) {
    case "current_time":
      return tellTime(data, language);
    case "read_file":
      return tellFile(data, String(result.input.path ?? ""), zh);
    case "list_files":
      return tellFiles(listOf(data.files), zh);
    case "grep":
      return tellMatches(listOf(data.matches), String(result.input.pattern ?? ""), zh);
    case "web_search":
      return tellSearch(listOf(data.results), zh);
    case "shell":
    case "run_skill_script":
      return tellProgram(data, zh);
    case "add_memory":
    case "search_memory":
    case "schedule_task":
    case "list_scheduled_tasks":
    case "update_user_profile":
    case "get_user_profile":
      return tellKept(result.tool, data, zh);
    case "write_file":
      return zh ? `已写入 \`${result.input.path}\`。` : `Wrote \`${result.input.path}\`.`;
    default:
      return fenced(
        typeof result.data === "string" ? result.data : (JSON.stringify(result.data, null, 2) ?? ""),
      );
  }
}

function tellTime({ iso, timezone }: Fields, language: Language): string {
  const text = String(iso);
  const [date = "", clock = ""] = text.split("T");
  const locale = language === "zh" ? "zh-CN" : "en-GB";
  const day = new Intl.DateTimeFormat(locale, { weekday: "long", timeZone: "UTC" }).format(
    new Date(`${date}T00:00:00Z`),
  );
  return language === "zh"
    ? `现在是 ${date}（${day}）${clock.slice(0, 5)}，时区 ${timezone}。`
    : `It is ${clock.slice(0, 5)} on ${day}, ${date} (${timezone}).`;
}

function tellFile({ content, totalLines, more }: Fields, path: string, zh: boolean): string {
  const text = String(content ?? "");
  const head = zh ? `\`${path}\` 共 ${totalLines} 行：` : `\`${path}\` has ${totalLines} lines:`;
  const cut = more === true || text.length > MOST_CHARACTERS;
  const tail = cut ? (zh ? "\n（只显示了开头。）" : "\n(Only the beginning is shown.)") : "";
  return `${head}\n${fenced(text.slice(0, MOST_CHARACTERS))}${tail}`;
}

function tellFiles(files: readonly Fields[], zh: boolean): string {
  if (files.length === 0) return zh ? "这里没有文件。" : "There are no files here.";
  const lines = files
    .slice(0, MOST_ENTRIES)
    .map(({ path, type, size }) => `- ${path}${type === "directory" ? "/" : ` (${size} B)`}`);
  const rest = files.length - lines.length;
  const more = rest > 0 ? [zh ? `…还有 ${rest} 个` : `… and ${rest} more`] : [];
  return [zh ? `共 ${files.length} 项：` : `${files.length} entries:`, ...lines, ...more].join("\n");
}

function tellMatches(matches: readonly Fields[], pattern: string, zh: boolean): string {
  if (matches.length === 0) return zh ? `没有找到「${pattern}」。` : `Nothing matches "${pattern}".`;
  const lines = matches.slice(0, MOST_ENTRIES).map(({ path, line, text }) => `${path}:${line}: ${text}`);
  const head = zh ? `「${pattern}」有 ${matches.length} 处：` : `"${pattern}" is in ${matches.length} lines:`;
  return `${head}\n${fenced(lines.join("\n"))}`;
}

function tellSearch(results: readonly Fields[], zh: boolean): string {
  if (results.length === 0) return zh ? "没有搜到结果。" : "The search gave no results.";
  const lines = results
    .slice(0, 5)
    .map(
      ({ title, url, snippet, content }, at) =>
        `${at + 1}. ${title ?? url}\n   ${url}\n   ${String(snippet ?? content ?? "").slice(0, 300)}`,
    );
  return `${zh ? "找到了：" : "Found:"}\n${lines.join("\n")}`;
}

function tellProgram({ stdout, stderr, exitCode }: Fields, zh: boolean): string {
  const output = [stdout, stderr].filter((text) => typeof text === "string" && text !== "").join("\n");
  const head = zh ? `执行完了，退出码 ${exitCode}。` : `It ran and ended with exit code ${exitCode}.`;
  if (output === "") return `${head}${zh ? "没有输出。" : " There was no output."}`;
  return `${head}${zh ? "输出是：" : " The output:"}\n${fenced(output.slice(0, MOST_CHARACTERS))}`;
}

function listOf(value: unknown): readonly Fields[] {
  return Array.isArray(value) ? value.filter((item) => typeof item === "object" && item !== null) : [];
}

// A fence longer than any inside it, so that the content cannot end it.
function fenced(text: string): string {
  const longest = Math.max(2, ...(text.match(/`+/g) ?? []).map((ticks) => ticks.length));
  const fence = "`".repeat(longest + 1);
  return `${fence}\n${text.replace(/\n$/, "")}\n${fence}`;
}
