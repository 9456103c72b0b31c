import type { ErrorCode } from "../../../contract/error.ts";
import { ERROR_WORDS, errorText } from "../../../contract/words/messages.ts";
import type { Language } from "../../../support/language-of.ts";
import { fieldsOf } from "../../../text/record.ts";
import { replyText } from "./fixed-replies.ts";
import type { ToolResult } from "./intent.ts";

const DENIED = new Set(["approval_denied", "approval_expired"]);

type Fields = Readonly<Record<string, unknown>>;

const MAX_ENTRIES = 30;
const MAX_CHARACTERS = 4_000;

/** The result of a call, in the language of the question. Values are shown unchanged, never reworded. */
export function describeResult(result: ToolResult, language: Language, message = ""): string {
  if (result.failed) return describeFailure(result, language);
  const data = fieldsOf(result.data);
  const zh = language === "zh";
  switch (result.tool) {
    case "current_time":
      return describeTime(data, language);
    case "read_file":
      return withRemark(
        typeof result.data === "string"
          ? describeCutFile(result.data, String(result.input.path ?? ""), zh)
          : describeFile(data, String(result.input.path ?? ""), zh),
        message,
        language,
      );
    case "list_files":
      return describeFiles(listOf(data.files), String(result.input.pattern ?? ""), zh);
    case "get_file_info":
      return describeInfo(data, String(result.input.path ?? ""), zh);
    case "fetch":
      return withRemark(describePage(data, zh), message, language);
    case "list_skills":
      return describeSkills(listOf(data.skills), zh);
    case "get_skill_info":
      return `\`${result.input.skill}\`: ${data.description}\n\n${String(data.instructions ?? "").trim()}`;
    case "grep":
      return describeMatches(listOf(data.matches), String(result.input.pattern ?? ""), zh);
    case "web_search":
      return describeSearch(listOf(data.results), zh);
    case "shell":
    case "run_skill_script":
      return describeProgram(data, zh);
    case "add_memory":
    case "search_memory":
    case "forget_memory":
    case "schedule_task":
    case "cancel_scheduled_task":
    case "list_scheduled_tasks":
    case "update_user_profile":
    case "get_user_profile":
      return describeStored(result.tool, data, zh);
    case "delete_file":
      return zh ? `已删除 \`${result.input.path}\`。` : `Deleted \`${result.input.path}\`.`;
    case "move_file":
      return zh
        ? `已把 \`${result.input.from}\` 移动到 \`${result.input.to}\`。`
        : `Moved \`${result.input.from}\` to \`${result.input.to}\`.`;
    case "write_file":
      return zh ? `已写入 \`${result.input.path}\`。` : `Wrote \`${result.input.path}\`.`;
    default:
      return fenced(
        typeof result.data === "string" ? result.data : (JSON.stringify(result.data, null, 2) ?? ""),
      );
  }
}

/** The result of a call as file content: without words around it if the result is a text. */
export function resultText(result: ToolResult, language: Language): string {
  const { stdout, content } = fieldsOf(result.data);
  const text = result.tool === "shell" || result.tool === "run_skill_script" ? stdout : content;
  return typeof text === "string" && text !== "" ? text : describeResult(result, language);
}

function describeTime({ iso, timezone }: Fields, language: Language): string {
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

// Nothing is summarized or explained here: if the user asked for that, the reply says so.
function withRemark(text: string, message: string, language: Language): string {
  const wanted = /\b(?:summari[sz]e|explain|translate|tl;?dr|meaning)\b|总结|概括|解释|翻译|什么意思/i;
  return wanted.test(message) ? `${text}\n${replyText("only-shown", language)}` : text;
}

function describeInfo({ exists, type, size }: Fields, path: string, zh: boolean): string {
  if (exists !== true) return zh ? `没有 \`${path}\`。` : `There is no \`${path}\`.`;
  if (type === "directory") return zh ? `有，\`${path}\` 是一个文件夹。` : `Yes, \`${path}\` is a folder.`;
  return zh ? `有，\`${path}\`（${size} B）。` : `Yes, \`${path}\` is there (${size} B).`;
}

function describePage({ url, title, content }: Fields, zh: boolean): string {
  const text = String(content ?? "");
  const tail =
    text.length > MAX_CHARACTERS ? (zh ? "\n（只显示了开头。）" : "\n(Only the beginning is shown.)") : "";
  return `${title === undefined ? url : `${title} (${url})`}\n${fenced(text.slice(0, MAX_CHARACTERS))}${tail}`;
}

function describeSkills(skills: readonly Fields[], zh: boolean): string {
  if (skills.length === 0) return zh ? "没有可用的技能。" : "There are no skills ready for use.";
  const lines = skills.slice(0, MAX_ENTRIES).map(({ name, description }) => `- ${name}: ${description}`);
  return [zh ? `共 ${skills.length} 个技能：` : `${skills.length} skills:`, ...lines].join("\n");
}

function describeFile({ content, totalLines, more }: Fields, path: string, zh: boolean): string {
  const text = String(content ?? "");
  const lines = totalLines === 1 ? "1 line" : `${totalLines} lines`;
  const head = zh ? `\`${path}\` 共 ${totalLines} 行：` : `\`${path}\` has ${lines}:`;
  const cut = more === true || text.length > MAX_CHARACTERS;
  const tail = cut ? (zh ? "\n（只显示了开头。）" : "\n(Only the beginning is shown.)") : "";
  return `${head}\n${fenced(text.slice(0, MAX_CHARACTERS))}${tail}`;
}

/** A file that is too long for one result: the excerpt is the beginning of the result's JSON. */
function describeCutFile(result: string, path: string, zh: boolean): string {
  const [, written = ""] =
    /^\{"content":"((?:[^"\\]|\\(?:u[0-9a-f]{4}|[^u]))*)/i.exec(result.slice(0, MAX_CHARACTERS)) ?? [];
  const head = zh ? `\`${path}\` 很长，开头是：` : `\`${path}\` is long. It begins:`;
  const tail = zh ? "（只显示了开头。）" : "(Only the beginning is shown.)";
  return `${head}\n${fenced(JSON.parse(`"${written}"`))}\n${tail}`;
}

function describeFiles(files: readonly Fields[], pattern: string, zh: boolean): string {
  if (files.length === 0 && pattern !== "")
    return zh ? `没有符合 \`${pattern}\` 的文件。` : `No file fits \`${pattern}\`.`;
  if (files.length === 0) return zh ? "这里没有文件。" : "There are no files here.";
  const lines = files
    .slice(0, MAX_ENTRIES)
    .map(({ path, type, size }) => `- ${path}${type === "directory" ? "/" : ` (${size} B)`}`);
  const rest = files.length - lines.length;
  const more = rest > 0 ? [zh ? `…还有 ${rest} 个` : `… and ${rest} more`] : [];
  return [
    zh ? `共 ${files.length} 项：` : files.length === 1 ? "1 entry:" : `${files.length} entries:`,
    ...lines,
    ...more,
  ].join("\n");
}

function describeMatches(matches: readonly Fields[], pattern: string, zh: boolean): string {
  if (matches.length === 0) return zh ? `没有找到「${pattern}」。` : `Nothing matches "${pattern}".`;
  const lines = matches.slice(0, MAX_ENTRIES).map(({ path, line, text }) => `${path}:${line}: ${text}`);
  const count = matches.length === 1 ? "1 line" : `${matches.length} lines`;
  const head = zh ? `「${pattern}」有 ${matches.length} 处：` : `"${pattern}" is in ${count}:`;
  return `${head}\n${fenced(lines.join("\n"))}`;
}

function describeSearch(results: readonly Fields[], zh: boolean): string {
  if (results.length === 0) return zh ? "没有搜到结果。" : "The search gave no results.";
  const lines = results
    .slice(0, 5)
    .map(
      ({ title, url, snippet, content }, at) =>
        `${at + 1}. ${title ?? url}\n   ${url}\n   ${String(snippet ?? content ?? "").slice(0, 300)}`,
    );
  return `${zh ? "找到了：" : "Found:"}\n${lines.join("\n")}`;
}

function listOf(value: unknown): readonly Fields[] {
  return Array.isArray(value) ? value.filter((item) => typeof item === "object" && item !== null) : [];
}

/** Why a call failed. The gate's own message is shown unchanged: it says what would work. */
function describeFailure({ tool, data }: ToolResult, language: Language): string {
  const { code, message, exitCode, stdout, stderr } = fieldsOf(data);
  const zh = language === "zh";
  if (DENIED.has(String(code))) return zh ? `好的，\`${tool}\` 没有执行。` : `OK, I did not run \`${tool}\`.`;
  if (code === "exit_nonzero") return describeProgram({ stdout, stderr, exitCode }, zh);
  const exact = String(message ?? code ?? "");
  const text = isErrorCode(code) ? errorText({ code, message: exact }, language) : exact;
  return zh ? `\`${tool}\` 没有成功：${text}` : `\`${tool}\` did not work: ${text}`;
}

function isErrorCode(code: unknown): code is ErrorCode {
  return typeof code === "string" && Object.hasOwn(ERROR_WORDS, code);
}

/** How a program ended and what it printed, unchanged. */
function describeProgram(
  { stdout, stderr, exitCode }: Readonly<Record<string, unknown>>,
  zh: boolean,
): string {
  const output = [stdout, stderr].filter((text) => typeof text === "string" && text !== "").join("\n");
  const head = zh ? `执行完了，退出码 ${exitCode}。` : `It ran and ended with exit code ${exitCode}.`;
  if (output === "") return `${head}${zh ? "没有输出。" : " There was no output."}`;
  return `${head}${zh ? "输出是：" : " The output:"}\n${fenced(output.slice(0, MAX_CHARACTERS))}`;
}

/** A code block that no content can close: its fence is longer than any inside. */
function fenced(text: string): string {
  const longest = Math.max(2, ...(text.match(/`+/g) ?? []).map((ticks) => ticks.length));
  const fence = "`".repeat(longest + 1);
  return `${fence}\n${text.replace(/\n$/, "")}\n${fence}`;
}

/** What was remembered, scheduled or stored in the user's profile, in the language of the question. */
function describeStored(tool: string, data: Fields, zh: boolean): string {
  switch (tool) {
    case "add_memory":
      return zh ? `记住了：${data.content}` : `I will remember: ${data.content}`;
    case "search_memory":
      return list(data.memories, ({ content }) => String(content), {
        head: zh ? "我记得：" : "I remember:",
        none: zh ? "我不记得有关的事。" : "I remember nothing about that.",
      });
    case "forget_memory":
      return zh ? "已经忘掉了。" : "Erased.";
    case "cancel_scheduled_task":
      return zh ? `已取消：${data.title ?? data.id}` : `Cancelled: ${data.title ?? data.id}`;
    case "schedule_task":
      return zh
        ? `已安排：${data.title}（下一次 ${clock(data.next)}，编号 ${data.id}）`
        : `Planned: ${data.title} (next at ${clock(data.next)}, ${data.id})`;
    case "list_scheduled_tasks":
      return list(data.tasks, ({ id, title, when, status }) => `${id} ${status}: ${title} (${when})`, {
        head: zh ? "已安排：" : "Planned:",
        none: zh ? "没有安排任何事。" : "Nothing is planned.",
      });
    default:
      return profile(data.profile, zh);
  }
}

/** A time of a result for people: its zone is the user's. */
function clock(iso: unknown): string {
  return String(iso ?? "")
    .slice(0, 16)
    .replace("T", " ");
}

function profile(known: unknown, zh: boolean): string {
  const lines = Object.entries(typeof known === "object" && known !== null ? known : {});
  if (lines.length === 0) return zh ? "我还不了解你。" : "You haven't told me anything about yourself yet.";
  return [zh ? "我知道：" : "I know:", ...lines.map(([key, value]) => `- ${key}: ${value}`)].join("\n");
}

function list(
  items: unknown,
  show: (item: Fields) => string,
  { head, none }: { readonly head: string; readonly none: string },
): string {
  const found = Array.isArray(items) ? items : [];
  return found.length === 0 ? none : [head, ...found.map((item) => `- ${show(item)}`)].join("\n");
}
