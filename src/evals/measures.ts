import { z } from "zod";
import { counted } from "../support/counted-things.ts";
import { canonicalJson } from "../support/json.ts";
import type { EvalCase } from "./eval-case.ts";

/** The measures of one case. Everything except `judged` is counted. */
export const measuresSchema = z.object({
  /** Expected calls that were made, and the number of expected calls. */
  rightCalls: z.int(),
  expectedCalls: z.int(),
  /** All calls, those with valid arguments, and unexpected ones. */
  calls: z.int(),
  validCalls: z.int(),
  extraCalls: z.int(),
  /** Calls that the recording does not contain. */
  notRecorded: z.int(),
  /** Calls that the policy denied, and those that a person would be asked about. */
  denied: z.int(),
  questions: z.int(),
  rounds: z.int(),
  tokens: z.int(),
  /** Set if the model does not report tokens, so that they are estimated. */
  estimated: z.boolean(),
  /** Claims in the answer that no call supports. */
  claims: z.array(z.string()),
  /** Expectations about the answer that are not met. */
  unmet: z.array(z.string()),
  /** Why there was no answer at all. */
  failed: z.string().optional(),
  judged: z.object({ good: z.boolean(), why: z.string() }).optional(),
});

export type Measures = z.infer<typeof measuresSchema>;

/** A call that a model made in an evaluation. */
export interface EvaluatedCall {
  readonly tool: string;
  readonly input: unknown;
  readonly valid: boolean;
}

/** Compares the calls with those that a case expects. Their order does not matter. */
export function measureCalls(
  { expect }: Pick<EvalCase, "expect">,
  made: readonly EvaluatedCall[],
): Pick<Measures, "rightCalls" | "expectedCalls" | "calls" | "validCalls" | "extraCalls"> {
  const calls = expect.calls ?? [];
  const wanted = [...calls, ...unnamedTools(calls, expect.tools ?? [])];
  const left = made.filter(({ valid }) => valid);
  let rightCalls = 0;
  for (const want of wanted) {
    const at = left.findIndex((call) => call.tool === want.tool && fits(call.input, want));
    if (at === -1) continue;
    left.splice(at, 1);
    rightCalls++;
  }
  const validCalls = made.filter(({ valid }) => valid).length;
  const hasExpectations = expect.calls !== undefined || expect.tools !== undefined;
  const extraCalls = hasExpectations ? made.length - rightCalls : 0;
  return { rightCalls, expectedCalls: wanted.length, calls: made.length, validCalls, extraCalls };
}

/** The expected tools that no expected call names already. One call meets both entries. */
function unnamedTools(
  calls: readonly { readonly tool: string }[],
  tools: readonly string[],
): { readonly tool: string; readonly input?: undefined }[] {
  const named = calls.map(({ tool }) => tool);
  return tools.flatMap((tool) => {
    const at = named.indexOf(tool);
    if (at === -1) return [{ tool }];
    named.splice(at, 1);
    return [];
  });
}

function fits(input: unknown, want: { readonly input?: Readonly<Record<string, unknown>> | undefined }) {
  if (want.input === undefined) return true;
  const fields = typeof input === "object" && input !== null ? new Map(Object.entries(input)) : new Map();
  return Object.entries(want.input).every(
    ([key, value]) => fields.has(key) && canonicalJson(fields.get(key)) === canonicalJson(value),
  );
}

/** Expectations about the answer that are not met, in words. */
export function unmetExpectations(
  { expect: { contains = [], lacks = [], questions } }: Pick<EvalCase, "expect">,
  run: { readonly answer: string; readonly questions: number },
): string[] {
  const answer = run.answer.toLowerCase();
  return [
    ...contains
      .filter((text) => !answer.includes(text.toLowerCase()))
      .map((text) => `the answer lacks "${text}"`),
    ...lacks.filter((text) => answer.includes(text.toLowerCase())).map((text) => `the answer says "${text}"`),
    ...(questions !== undefined && run.questions > questions
      ? [`${run.questions} questions, at most ${questions} were expected`]
      : []),
  ];
}

/** What is wrong with a case, in words. Empty if it is good. */
export function problemsOf(measures: Measures): string[] {
  const { failed, unmet, claims, judged, rightCalls, expectedCalls, validCalls, calls } = measures;
  return [
    ...(failed === undefined ? [] : [`no answer: ${failed}`]),
    ...(rightCalls < expectedCalls
      ? [`${counted(expectedCalls - rightCalls, "expected call")} not made`]
      : []),
    ...(validCalls < calls ? [`${counted(calls - validCalls, "call")} with wrong arguments`] : []),
    ...unmet,
    ...claims.map((claim) => `no call shows: ${claim}`),
    ...(judged?.good === false ? [`judged not good: ${judged.why}`] : []),
  ];
}

/** The measures in which a case is worse than in the baseline, in words. */
export function worseThan(now: Measures, before: Measures, tolerance: number): string[] {
  const found: string[] = [];
  const addIf = (worse: boolean, text: string) => {
    if (worse) found.push(text);
  };
  const more = (name: string, a: number, b: number) => addIf(a > b, `${name}: ${b} → ${a}`);
  addIf(
    now.failed !== undefined && before.failed === undefined,
    `no answer${now.failed === undefined ? "" : `: ${now.failed}`}`,
  );
  addIf(
    now.rightCalls * before.expectedCalls < before.rightCalls * now.expectedCalls,
    `right calls: ${before.rightCalls}/${before.expectedCalls} → ${now.rightCalls}/${now.expectedCalls}`,
  );
  more("wrong arguments", now.calls - now.validCalls, before.calls - before.validCalls);
  more("unexpected calls", now.extraCalls, before.extraCalls);
  more("calls not recorded", now.notRecorded, before.notRecorded);
  more("denied calls", now.denied, before.denied);
  more("questions", now.questions, before.questions);
  more("rounds", now.rounds, before.rounds);
  more("claims without a receipt", now.claims.length, before.claims.length);
  more("unmet expectations", now.unmet.length, before.unmet.length);
  addIf(
    now.tokens > before.tokens * (1 + tolerance / 100) && now.tokens > before.tokens,
    `tokens: ${before.tokens} → ${now.tokens}`,
  );
  addIf(now.judged?.good === false && before.judged?.good === true, "judged as worse");
  return found;
}
