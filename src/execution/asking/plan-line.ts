import { definitionHash } from "../../approval/call-hash.ts";
import { describeCall } from "../../approval/describe-call.ts";
import type { PlanLine } from "../../contract/asking/approval.ts";
import { type Hole, holeSchema, holesOf, isHole } from "../../contract/asking/plan.ts";
import { DejimaError } from "../../contract/error.ts";
import type { Tool } from "../../contract/tool.ts";
import { isForSpending } from "../../flow/spends-money.ts";
import { canonicalJson } from "../../support/json.ts";
import { sha256 } from "../../support/lazy-crypto.ts";
import { isRecord } from "../../text/record.ts";
import { visibleLine } from "../../text/visible-text.ts";
import { roleOf } from "../../tool/role-of.ts";
import type { InputSnapshot } from "../call.ts";
import type { ExecutionWorld } from "../harbour.ts";
import { prepareCall, prepareTool } from "../prepare-call.ts";

/** A call that somebody, such as a model, intends to make. */
export interface PlannedCall {
  readonly tool: string;
  readonly input: InputSnapshot;
  readonly times?: number | undefined;
}

/** A line of a plan as a person sees it, and its judgement. */
export interface JudgedLine {
  readonly line: PlanLine;
  readonly tool: Tool;
  /** The input with its defaults, or with open values. */
  readonly input: unknown;
  readonly isOpen: boolean;
}

/** Maximum number of calls that one line covers. */
export const MAX_TIMES = 50;

/** Judges one line of a plan. A line with open values is judged by its tool now, and by its input when the call is made. */
export async function judgeLine(call: PlannedCall, world: ExecutionWorld): Promise<JudgedLine> {
  const input = call.input.json === undefined ? null : JSON.parse(call.input.json);
  const { describe } = await world.asking.service();
  if (holesOf(input).length === 0) {
    const judged = await prepareCall(call, world);
    const shown = await describeCall({ ...judged, callerInput: input }, describe);
    // If the effects do not show what a call does, a person has to see its input.
    const given = { en: [lineWords(shown.input, 1, "en")], zh: [lineWords(shown.input, 1, "zh")] };
    const words = judged.effects.length === 0 ? given : shown.words;
    const line = { ...shown, words, verdict: judged.verdict.verdict, approved: false };
    return { line, tool: judged.tool, input: judged.input, isOpen: false };
  }
  const { tool, verdict } = prepareTool(call.tool, world);
  const times = call.times ?? 1;
  checkLine(tool, input, { times, world });
  const words = { en: [lineWords(input, times, "en")], zh: [lineWords(input, times, "zh")] };
  const judgement =
    verdict.verdict === "deny" ? "deny" : world.provenance.isFree({ tool, input }) ? "allow" : "ask";
  const shown = {
    input,
    reasons: [...verdict.reasons],
    words,
    title: { en: `${tool.name}: ${words.en[0]}`, zh: `${tool.name}：${words.zh[0]}` },
  };
  const hash = lineHash({ tool, input, times }, describe.folder);
  const line = {
    tool: tool.name,
    risk: tool.risk,
    effects: [],
    hash,
    times,
    verdict: judgement,
    approved: false,
    ...JSON.parse(describe.redactor.record(JSON.stringify(shown))),
  };
  return { line, tool, input, isOpen: true };
}

/** Binds the approval of a line with open values to its tool, its fixed values and its count. */
export function lineHash(
  { tool, input, times }: { readonly tool: Tool; readonly input: unknown; readonly times: number },
  folder: string,
): string {
  return sha256(canonicalJson({ definition: definitionHash(tool), input, times, folder }));
}

function checkLine(
  tool: Tool,
  input: unknown,
  { times, world }: { times: number; world: ExecutionWorld },
): void {
  const refuse = (why: string) => {
    throw new DejimaError("invalid_input", `Cannot plan a call of "${tool.name}": ${why}`, {
      tool: tool.name,
    });
  };
  const [source] = world.provenance.sources;
  if (source !== undefined)
    refuse(
      `values can be left open only before anything from outside is read, and this run has read ${source}. Make the call; it is asked about if needed`,
    );
  if (!Number.isInteger(times) || times < 1 || times > MAX_TIMES) refuse(`"times" must be 1 to ${MAX_TIMES}`);
  if (tool.flow.changes === "for good") refuse("it changes something for good, so no value can be left open");
  if (isForSpending(tool)) refuse("it pays or books something, so no value can be left open");
  for (const { argument, hole } of holesOf(input)) {
    const checked = holeSchema.safeParse(hole);
    if (!checked.success) {
      const [issue] = checked.error.issues;
      refuse(`the open value of "${argument}": ${issue?.path.join(".")} ${issue?.message}`);
    }
    if (roleOf(tool, argument, "") === "code") refuse(`"${argument}" is executed, so it cannot be left open`);
    if (hole.$hole !== "text" && (hole.from === undefined || !world.registry.has(hole.from)))
      refuse(`the open value of "${argument}" needs "from", the name of the tool whose results contain it`);
  }
}

const WORDS = {
  en: {
    mail: "a mail address",
    link: "a link",
    name: "a name or id",
    text: "any text without new links or addresses",
  },
  zh: {
    mail: "一个邮箱地址",
    link: "一个链接",
    name: "一个名称或编号",
    text: "任意文字，不含新的链接或地址",
  },
} as const;

function lineWords(input: unknown, times: number, language: "en" | "zh"): string {
  const fields = Object.entries(isRecord(input) ? input : { input }).map(
    ([name, value]) => `${name}: ${valueWords(value, language)}`,
  );
  const often = times === 1 ? [] : [language === "en" ? `up to ${times} times` : `最多 ${times} 次`];
  return visibleLine([...often, ...fields].join("; "));
}

function valueWords(value: unknown, language: "en" | "zh"): string {
  if (isHole(value)) return holeWords(value, language);
  if (Array.isArray(value)) return value.map((inner) => valueWords(inner, language)).join(", ");
  if (!isRecord(value)) return JSON.stringify(value);
  return `{${Object.entries(value)
    .map(([key, inner]) => `${key}: ${valueWords(inner, language)}`)
    .join(", ")}}`;
}

function holeWords({ $hole: type, from, where = {}, of, startsWith }: Hole, language: "en" | "zh"): string {
  const call = `${from}(${Object.values(where).map(String).join(", ")})`;
  const begins = startsWith === undefined ? "" : ` "${startsWith}…"`;
  if (from === undefined) return WORDS[language][type];
  if (language === "en")
    return `${WORDS.en[type]}${begins} from ${call}${of === undefined ? "" : ` of "${of}"`}`;
  return `来自 ${call}${of === undefined ? "" : ` 中“${of}”`} 的${WORDS.zh[type]}${begins}`;
}

/** A planned input without its open values. */
export function fixedPart(input: unknown): unknown {
  if (isHole(input)) return undefined;
  if (Array.isArray(input)) return input.map(fixedPart);
  if (!isRecord(input)) return input;
  return Object.fromEntries(Object.entries(input).map(([key, inner]) => [key, fixedPart(inner)]));
}
