import { type Hole, holesOf, type PlannedLine } from "../../src/contract/asking/plan.ts";
import type { Tool } from "../../src/contract/tool.ts";
import { ordersFor } from "../../src/flow/action.ts";
import { createOwnWords, type OwnWords } from "../../src/flow/own-words.ts";
import { holeValues, idsLike, spelling } from "../../src/flow/plan/hole-values.ts";
import { isForSpending } from "../../src/flow/spends-money.ts";
import { canonicalJson } from "../../src/support/json.ts";
import { isRecord } from "../../src/text/record.ts";
import { roleOf } from "../../src/tool/role-of.ts";
import { givenName, onlyReads } from "./declare.ts";
import type { RecordedCall, Suite } from "./suite.ts";

/**
 * The plan of a model that knows only the user's message. It predicts the tools, and the results that provide the values missing
 * from the message, but not those values. It cannot plan anything that the message does not mention.
 */
export function planFor(suite: Suite, task: string, tools: readonly Tool[]): PlannedLine[] {
  const { prompt, calls } = suite.users[task] ?? { prompt: "", calls: [] };
  const own = createOwnWords();
  own.add(prompt);
  const acting = calls.filter(({ tool, args }) => !onlyReads(tool, args) && !("url" in args));
  // If the user leaves the choice of actions to a text, it must be read before anything can be planned.
  if (!acting.every(({ tool }) => ordersFor(givenName(suite, tool), own).length > 0)) return [];
  const lines = new Map<string, PlannedLine & { times: number }>();
  for (const [at, call] of calls.entries()) {
    const tool = tools.find(({ name }) => name === givenName(suite, call.tool));
    if (tool === undefined || onlyReads(call.tool, call.args)) continue;
    if (tool.flow.changes === "for good" || isForSpending(tool)) continue;
    const input = leftOpen(call.args, { tool, own, suite, before: calls.slice(0, at) });
    // A call that the message tells in full needs no plan.
    if (input === undefined || holesOf(input).length === 0) continue;
    const key = canonicalJson([tool.name, input]);
    const times = (lines.get(key)?.times ?? 0) + 1;
    lines.set(key, { tool: tool.name, input, times });
  }
  return merged([...lines.values()]);
}

/**
 * The acting calls that follow each other from here, up to the next call that reads. A call with a value that only one of them
 * returns is not known yet. Empty in the middle of such a row, which was planned at its beginning.
 */
export function nextCalls(suite: Suite, task: string, at: number): RecordedCall[] {
  const { prompt, calls } = suite.users[task] ?? { prompt: "", calls: [] };
  const acts = (call: RecordedCall | undefined) => call !== undefined && !onlyReads(call.tool, {});
  if (acts(calls[at - 1])) return [];
  const outputOf = ({ output }: RecordedCall) => textsOf(suite.outputs[output]);
  const known = new Set(calls.slice(0, at).flatMap((call) => [...textsOf(call.args), ...outputOf(call)]));
  const next: RecordedCall[] = [];
  const later = new Set<string>();
  for (const call of calls.slice(at)) {
    const isKnown = (text: string) => !later.has(text) || known.has(text) || prompt.includes(text);
    if (!acts(call) || !textsOf(call.args).every(isKnown)) break;
    next.push(call);
    for (const text of textsOf(call.args)) known.add(text);
    for (const text of outputOf(call)) later.add(text);
  }
  return next;
}

function textsOf(node: unknown): string[] {
  if (typeof node === "object" && node !== null) return Object.values(node).flatMap(textsOf);
  return node === null || node === undefined ? [] : [String(node)];
}

/** Merges lines that differ only in the owner of their records: the message asks for all of them. */
function merged(lines: readonly (PlannedLine & { times: number })[]): PlannedLine[] {
  const wider = (line: PlannedLine) =>
    canonicalJson({
      tool: line.tool,
      input: JSON.parse(JSON.stringify(line.input), (key, value) => (key === "of" ? undefined : value)),
    });
  const groups = Map.groupBy(lines, wider);
  return [...groups].map(([text, group]) => {
    const [only] = group;
    const times = group.reduce((sum, line) => sum + line.times, 0);
    return group.length === 1 && only !== undefined ? only : { ...JSON.parse(text), times };
  });
}

interface Planning {
  readonly tool: Tool;
  readonly own: OwnWords;
  readonly suite: Suite;
  readonly before: readonly RecordedCall[];
}

/** The arguments, with open values for those that the message does not contain. `undefined` if a value has no source. */
function leftOpen(args: RecordedCall["args"], planning: Planning): Record<string, unknown> | undefined {
  const input: Record<string, unknown> = {};
  for (const [argument, value] of Object.entries(args)) {
    const role = typeof value === "object" ? undefined : roleOf(planning.tool, argument, value);
    if (role === "inert") continue;
    const open = openValue(value, planning, argument);
    if (open === undefined) return undefined;
    input[argument] = open;
  }
  return input;
}

function openValue(value: unknown, planning: Planning, argument: string): unknown {
  const { own, tool } = planning;
  if (Array.isArray(value)) {
    const inner = value.map((one) => openValue(one, planning, argument));
    if (inner.includes(undefined)) return undefined;
    // Several values of one place form one open value.
    const [first] = inner;
    const same = inner.every((one) => canonicalJson(one) === canonicalJson(first));
    return value.length > 1 && same && isRecord(first) && "$hole" in first ? first : inner;
  }
  if (isRecord(value)) {
    const inner = Object.entries(value).map(([key, one]) => [key, openValue(one, planning, key)] as const);
    return inner.some(([, one]) => one === undefined) ? undefined : Object.fromEntries(inner);
  }
  const text = String(value);
  if (own.names(text) || own.wrote(text) || roleOf(tool, argument, value) === "inert") return value;
  return (
    holeFor(text, planning) ?? (roleOf(tool, argument, value) === "content" ? { $hole: "text" } : undefined)
  );
}

/** The narrowest open place that the recorded value fits: a record that the message names, a beginning, a call with named arguments. */
function holeFor(value: string, { own, suite, before }: Planning): Hole | undefined {
  const type = (["mail", "link", "name"] as const).find((one) => spelling(one, value) !== undefined);
  if (type === undefined) return undefined;
  const spelled = spelling(type, value) ?? "";
  for (const call of [...before].reverse()) {
    const output = JSON.parse(JSON.stringify(suite.outputs[call.output] ?? null).replaceAll(suite.mark, ""));
    const where = Object.fromEntries(
      Object.entries(call.args).filter(([, given]) => typeof given === "string" && own.names(given)),
    ) as Record<string, string>; // only texts are left
    const base = {
      $hole: type,
      from: givenName(suite, call.tool),
      ...(Object.keys(where).length === 0 ? {} : { where }),
    };
    const fits = (hole: Hole) => holeValues(hole, [output]).values.has(spelled);
    const named = [...namesIn(output, own)].map((of) => ({ ...base, of }));
    const begun = beginnings(spelled, own).map((startsWith) => ({ ...base, startsWith }));
    // An id needs the record that it is of: the gate covers no choice among records.
    const isId = type === "name" && idsLike([value], [output]) > 0;
    const found = [...named, ...begun, ...(isId ? [] : [base])].find(fits);
    if (found !== undefined) return found;
  }
  return undefined;
}

function namesIn(output: unknown, own: OwnWords): Set<string> {
  const found = new Set<string>();
  const walk = (node: unknown): void => {
    if (typeof node !== "object" || node === null) return;
    for (const [key, value] of Object.entries(node)) {
      if (
        /^(?:title|name|filename|subject|sender|from|author)$/.test(key) &&
        typeof value === "string" &&
        own.names(value)
      )
        found.add(value);
      walk(value);
    }
  };
  walk(output);
  return found;
}

function beginnings(value: string, own: OwnWords): string[] {
  const [first = ""] = value.split(/[^\p{L}\p{N}]/u);
  return first !== value && first.length >= 4 && own.names(first) ? [first] : [];
}
