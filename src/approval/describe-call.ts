import type { Preview, Title, Words } from "../contract/asking/approval.ts";
import type { Effect, EffectKind } from "../contract/effect.ts";
import type { ArgumentOrigin } from "../contract/origin.ts";
import type { Risk, Tool } from "../contract/tool.ts";
import type { Reason, Verdict } from "../contract/verdict.ts";
import { defined } from "../support/defined.ts";
import { visibleLine } from "../text/visible-text.ts";
import { callHash, scriptHashes } from "./call-hash.ts";
import { consequenceOf } from "./consequence.ts";
import { commonFolder, effectWords, shownPath, shownTarget } from "./effect-words.ts";
import { type PreviewOptions, previewText, rehearsalPreview } from "./preview-text.ts";

/** A call that a person is about to be asked about. */
interface AskedCall {
  readonly tool: Tool;
  readonly input: unknown;
  /** The input as the caller passed it, without defaults. It is shown, stored and repeated. */
  readonly callerInput: unknown;
  readonly effects: readonly Effect[];
  readonly verdict: Verdict;
  /** The run of the call. Absent for a preview. */
  readonly runId?: string;
  /** Where its arguments came from, if known. */
  readonly explanation?: { readonly found: { readonly origins: readonly ArgumentOrigin[] } } | undefined;
}

export interface DescribeOptions extends PreviewOptions {
  readonly folder: string;
  /** Redacts secrets in a text, in foreign data, and in one of our records. */
  readonly redactor: PreviewOptions["redactor"] & { record(raw: string): string };
}

/** What a person sees of a call, and the hash that identifies it. */
export interface CallDescription {
  readonly tool: string;
  readonly input: unknown;
  readonly risk: Risk;
  readonly effects: Effect[];
  readonly reasons: Reason[];
  readonly words: Words;
  readonly title: Title;
  readonly consequence: Title;
  readonly preview?: Preview;
  readonly origins?: ArgumentOrigin[];
  readonly hash: string;
}

/** The current hash of a call, and the result of its rehearsal. */
interface BoundCall {
  readonly hash: string;
  readonly bound?: unknown;
}

/** Binds a call to everything that its approval depends on. */
export async function bindCall(
  call: Pick<AskedCall, "tool" | "input" | "effects">,
  folder: string,
): Promise<BoundCall> {
  const rehearsed = await call.tool.rehearse?.(call.input);
  return { hash: await hashOf(call, folder, rehearsed?.bound), ...defined({ bound: rehearsed?.bound }) };
}

async function hashOf(
  { tool, input, effects }: Pick<AskedCall, "tool" | "input" | "effects">,
  folder: string,
  bound: unknown,
): Promise<string> {
  const scripts = await scriptHashes(effects, folder);
  return callHash({ tool, input, effects, folder, scripts, ...defined({ bound }) });
}

/** Describes a call for a person, without secrets. */
export async function describeCall(call: AskedCall, options: DescribeOptions): Promise<CallDescription> {
  const { tool, callerInput, effects, verdict } = call;
  const { folder, redactor } = options;
  const rehearsed = await tool.rehearse?.(call.input);
  const preview =
    rehearsed === undefined ? await previewText(call, options) : rehearsalPreview(rehearsed, options);
  const contained = tool.source === "builtin" || tool.source === "skill";
  const shown = {
    input: JSON.parse(redactor.json(JSON.stringify(callerInput ?? null))),
    effects,
    reasons: verdict.reasons,
    words: effectWords(effects, { folder, contained, builtin: tool.source === "builtin" }),
    title: (await ownQuestion(call)) ?? callTitle(tool.name, effects, folder),
    consequence: consequenceOf(tool, { input: call.input, effects, folder }),
    ...defined({ preview, origins: call.explanation?.found.origins }),
  };
  return {
    tool: tool.name,
    risk: tool.risk,
    hash: await hashOf(call, folder, rehearsed?.bound),
    ...JSON.parse(redactor.record(JSON.stringify(shown))),
  };
}

const MAX_QUESTION_CHARACTERS = 200;

/** The question in the tool's own words, on one line. Returns `undefined` if the effects must describe the call. */
async function ownQuestion({ tool, input, runId }: AskedCall): Promise<Title | undefined> {
  if (tool.question === undefined || tool.source !== "builtin" || runId === undefined) return undefined;
  const question = await tool.question(input, { runId }).catch(() => undefined);
  const line = (text: string) => cut(visibleLine(text), MAX_QUESTION_CHARACTERS);
  return question === undefined ? undefined : { en: line(question.en), zh: line(question.zh) };
}

function cut(text: string, length: number): string {
  return text.length > length ? `${text.slice(0, length - 1)}…` : text;
}

type Phrase = (target: string) => string;

/** What a call does, as a question. The most serious kind comes first, for a call with several. */
const QUESTIONS: readonly (readonly [EffectKind, Phrase, Phrase])[] = [
  ["money.spend", (what) => `Spend money: ${what}?`, (what) => `花钱：${what}？`],
  ["message.send", (to) => `Send a message to ${to}?`, (to) => `向 ${to} 发送消息？`],
  [
    "db.schema",
    (what) => `Change the definition of ${what} in the database?`,
    (what) => `修改数据库中 ${what} 的结构？`,
  ],
  ["db.delete", (what) => `Delete rows of ${what}?`, (what) => `删除 ${what} 中的行？`],
  ["db.update", (what) => `Change rows of ${what}?`, (what) => `修改 ${what} 中的行？`],
  ["db.insert", (what) => `Add rows to ${what}?`, (what) => `向 ${what} 添加行？`],
  ["db.call", (what) => `Call ${what} in the database?`, (what) => `调用数据库中的 ${what}？`],
  ["db.read", (what) => `Read ${what} in the database?`, (what) => `读取数据库中的 ${what}？`],
  ["file.delete", (path) => `Delete ${path}?`, (path) => `删除 ${path}？`],
  ["command.run", (line) => `Run \`${line}\`?`, (line) => `运行 \`${line}\`？`],
  ["host.send", (host) => `Send data to ${host}?`, (host) => `向 ${host} 发送数据？`],
  ["file.write", (path) => `Write ${path}?`, (path) => `写入 ${path}？`],
  ["host.read", (host) => `Fetch from ${host}?`, (host) => `从 ${host} 获取内容？`],
  ["file.read", (path) => `Read ${path}?`, (path) => `读取 ${path}？`],
  ["env.write", (name) => `Set the variable ${name}?`, (name) => `设置变量 ${name}？`],
  ["env.read", (name) => `Read the variable ${name}?`, (name) => `读取变量 ${name}？`],
];

/** The question about a call on one line: "Write notes.txt?". */
export function callTitle(tool: string, effects: readonly Effect[], folder: string): Title {
  const found = QUESTIONS.find(([kind]) => effects.some((effect) => effect.kind === kind));
  const name = visibleLine(tool);
  if (found === undefined) return { en: `Run ${name}?`, zh: `运行 ${name}？` };
  const [kind, en, zh] = found;
  const server = effects.find((effect) => effect.kind === kind && effect.server !== undefined);
  if (server !== undefined && kind.startsWith("host.")) {
    const host = shownTarget(kind, server.target, folder);
    return { en: `Use ${name} of the server ${host}?`, zh: `使用服务器 ${host} 的 ${name}？` };
  }
  const members = effects.filter((effect) => effect.kind === kind && effect.inWord !== true);
  const targets = [...new Set(members.map(({ target }) => bare(shownTarget(kind, target, folder))))];
  const [only = ""] = targets;
  if (targets.length === 1) return { en: en(only), zh: zh(only) };
  const count = targets.length;
  // Name all of them: the second command may be the one that matters.
  if (!kind.startsWith("file.")) return { en: en(targets.join("; ")), zh: zh(targets.join("; ")) };
  const place = shownPath(commonFolder(members), folder);
  return { en: en(`${count} files under ${place}`), zh: zh(`${place} 下的 ${count} 个文件`) };
}

function bare(target: string): string {
  return target.startsWith("./") && target.length > 2 ? target.slice(2) : target;
}
