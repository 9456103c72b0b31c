import type { SessionUpdate, ToolCallContent, ToolCallLocation, ToolKind } from "@agentclientprotocol/sdk";
import type { Effect, EffectKind } from "../../contract/effect.ts";
import type { EventOf } from "../../contract/event.ts";
import { type Language, message } from "../../contract/words/messages.ts";
import { defined } from "../../support/defined.ts";
import { fieldsOf } from "../../text/record.ts";
import { shortened } from "../../text/text-end.ts";
import { visibleLine, visibleText } from "../../text/visible-text.ts";
import { terminalContent, terminalEnd, terminalStart } from "./terminal-output.ts";

/** The kind an editor shows for a call, by the strongest of its effects. */
const KINDS: readonly (readonly [EffectKind, ToolKind])[] = [
  ["command.run", "execute"],
  ["file.delete", "delete"],
  ["file.write", "edit"],
  ["host.send", "fetch"],
  ["host.read", "fetch"],
  ["file.read", "read"],
];

const SEARCHES = new Set(["search_files", "list_files", "web_search", "find_tools", "search_tools"]);
const MAX_TITLE_LENGTH = 200;
const MAX_TEXT_LENGTH = 8_000;

/** The update for a call that starts; `terminal` if its output is shown as that of a terminal. */
export function startedCall(event: EventOf<"call-start">, { terminal = false } = {}): SessionUpdate {
  const { callId, effects, params, verdict } = event;
  return {
    sessionUpdate: "tool_call",
    toolCallId: callId,
    title: titleOf(event),
    kind: kindOf(event),
    ...(terminal ? terminalStart(callId) : {}),
    status: verdict === "allow" ? "in_progress" : "pending",
    locations: locationsOf(effects, params),
    rawInput: params,
  };
}

/** The update for progress of a call: its output so far, or the end of a long one. */
export function progressedCall(callId: string, output: string): SessionUpdate {
  return {
    sessionUpdate: "tool_call_update",
    toolCallId: callId,
    status: "in_progress",
    content: [fenced(output.length > MAX_TEXT_LENGTH ? `…${output.slice(-MAX_TEXT_LENGTH + 1)}` : output)],
  };
}

/** The update for a call that has ended. A diff shown with it stays. */
export function endedCall(
  { callId, result, params }: EventOf<"call-end">,
  { language, diffs, terminal }: EndedCallOptions,
): SessionUpdate {
  const { ok, output, error } = result;
  const shown = terminal === undefined ? outputOf(output) : terminalContent(callId);
  const changes = diffs.length > 0 ? diffs : diffOfInput(params);
  const content = ok ? [...changes, ...shown] : terminal === undefined ? [] : shown;
  const why = error === undefined ? [] : [text(visibleText(errorWords(error.message, language)))];
  return {
    sessionUpdate: "tool_call_update",
    toolCallId: callId,
    status: ok ? "completed" : "failed",
    content: [...content, ...why],
    ...defined({ rawOutput: output }),
    ...(terminal === undefined ? {} : terminalEnd(callId, output ?? error?.details, terminal)),
  };
}

interface EndedCallOptions {
  readonly language: Language;
  readonly diffs: readonly ToolCallContent[];
  /** Set for a call that is shown as a terminal: whether its output was sent while it ran. */
  readonly terminal?: { readonly streamed: boolean } | undefined;
}

function errorWords(why: string, language: Language): string {
  return message("turnFailed", language, { why });
}

function kindOf({ effects, tool }: EventOf<"call-start">): ToolKind {
  if (SEARCHES.has(tool)) return "search";
  if (tool === "move_file") return "move";
  const kinds = new Set(effects.filter(({ mounted }) => mounted !== true).map(({ kind }) => kind));
  return KINDS.find(([effect]) => kinds.has(effect))?.[1] ?? "other";
}

/** A one-line title: the command itself, or the tool and its targets. Its text may come from someone else. */
function titleOf({ tool, effects }: EventOf<"call-start">): string {
  const own = effects.filter(({ mounted, inWord }) => mounted !== true && inWord !== true);
  const command = own.find(({ kind }) => kind === "command.run");
  const what = command?.target ?? own.map(({ target }) => target).join(", ");
  const line = command === undefined ? `${tool} ${what}`.trim() : what;
  return visibleLine(shortened(line, MAX_TITLE_LENGTH));
}

function locationsOf(effects: readonly Effect[], params: unknown): ToolCallLocation[] {
  const files = effects.filter(({ kind, mounted }) => kind.startsWith("file.") && mounted !== true);
  const line = fieldsOf(params).fromLine;
  return files.map(({ target }) => ({
    path: target,
    ...(typeof line === "number" && Number.isSafeInteger(line) && line > 0 ? { line } : {}),
  }));
}

/** Whether a call runs commands. */
export function runsCommands({ effects }: Pick<EventOf<"call-start">, "effects">): boolean {
  return effects.some(({ kind }) => kind === "command.run");
}

/** The change that the input describes, if nobody was asked and so no diff was made. */
function diffOfInput(params: unknown): ToolCallContent[] {
  const { path, find, replace, content } = fieldsOf(params);
  if (typeof path !== "string") return [];
  if (typeof find === "string" && typeof replace === "string")
    return [{ type: "diff", path, oldText: find, newText: replace }];
  return typeof content === "string" ? [{ type: "diff", path, newText: content }] : [];
}

function outputOf(output: unknown): ToolCallContent[] {
  if (output === undefined || output === null) return [];
  if (typeof output === "string") return [fenced(output)];
  const { stdout, stderr, content } = fieldsOf(output);
  const streams = [stdout, stderr].filter((part) => typeof part === "string" && part !== "");
  if (streams.length > 0) return [fenced(streams.join("\n"))];
  return [fenced(typeof content === "string" ? content : (JSON.stringify(output, null, 2) ?? ""))];
}

/**
 * Untrusted text as a code block: nothing in it is rendered as Markdown, so it can neither load nor link
 * anything.
 */
export function fenced(raw: string): ToolCallContent {
  const shown = visibleText(raw.length > MAX_TEXT_LENGTH ? `${raw.slice(0, MAX_TEXT_LENGTH)}\n…` : raw);
  const longest = Math.max(2, ...[...shown.matchAll(/`+/g)].map(([run]) => run.length));
  const fence = "`".repeat(longest + 1);
  return text(`${fence}\n${shown.trimEnd()}\n${fence}`);
}

/** Text as the content of a call. */
export function text(words: string): ToolCallContent {
  return { type: "content", content: { type: "text", text: words } };
}
