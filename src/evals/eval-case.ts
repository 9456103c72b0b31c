import { z } from "zod";
import { EFFECT_KINDS } from "../contract/effect.ts";
import { ERROR_CODES } from "../contract/error.ts";
import { checked, parseData, unreadable } from "./data-file.ts";

const recordedAnswer = z.strictObject({
  tool: z.string().min(1),
  /** The input that it answers. Default: any input. */
  input: z.record(z.string(), z.unknown()).optional(),
  output: z.unknown().optional(),
  error: z.strictObject({ code: z.enum(ERROR_CODES), message: z.string() }).optional(),
  /** The effects of the call, to check claims of the answer. */
  effects: z.array(z.enum(EFFECT_KINDS)).optional(),
});

const expectation = z.strictObject({
  /** The tools that a good run calls. */
  tools: z.array(z.string().min(1)).optional(),
  /** Expected calls with the relevant fields of their input. */
  calls: z
    .array(z.strictObject({ tool: z.string().min(1), input: z.record(z.string(), z.unknown()).optional() }))
    .optional(),
  /** Texts that the answer must contain and must not contain, regardless of case. */
  contains: z.array(z.string().min(1)).optional(),
  lacks: z.array(z.string().min(1)).optional(),
  /** Maximum number of questions to a person. */
  questions: z.int().min(0).optional(),
});

const earlierMessage = z.strictObject({ role: z.enum(["user", "assistant"]), text: z.string() });

/** A case as a person or `dejima eval record` writes it. */
const evalCaseSchema = z.strictObject({
  name: z.string().min(1).max(200),
  message: z.string().min(1),
  language: z.enum(["en", "zh"]).optional(),
  /** The day that the prompt names, so that a case stays the same over time. */
  today: z
    .string()
    .regex(/^\d{4}-\d\d-\d\d$/, "must be a day such as 2026-11-16")
    .optional(),
  /** Earlier messages of the conversation. */
  history: z.array(earlierMessage).optional(),
  memories: z.array(z.string()).optional(),
  /** The answers of the tools. */
  calls: z.array(recordedAnswer).default([]),
  expect: expectation.default({}),
});

export type EvalCase = z.infer<typeof evalCaseSchema>;
export type RecordedAnswer = z.infer<typeof recordedAnswer>;

/** Parses the cases of a YAML or JSON file: one case, or a list of them. */
export function readCases(text: string, file: string): EvalCase[] {
  const data = parseData(text, { what: "the case", file });
  const list: unknown[] = Array.isArray(data) ? data : [data];
  if (list.length === 0) throw unreadable({ what: "the case", file }, "the list is empty");
  return list.map((one, at) =>
    checked(evalCaseSchema, one, { what: list.length === 1 ? "the case" : `case ${at + 1} of`, file }),
  );
}
