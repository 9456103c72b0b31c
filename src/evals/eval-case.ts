import { z } from "zod";
import { EFFECT_KINDS } from "../contract/effect.ts";
import { ERROR_CODES } from "../contract/error.ts";
import { checked, parseData, unreadable } from "./written-data.ts";

const recordedAnswer = z.strictObject({
  tool: z.string().min(1),
  /** The input that it answers. Left out, it answers any. */
  input: z.record(z.string(), z.unknown()).optional(),
  output: z.unknown().optional(),
  error: z.strictObject({ code: z.enum(ERROR_CODES), message: z.string() }).optional(),
  /** What the call touched, for claims of the answer. */
  effects: z.array(z.enum(EFFECT_KINDS)).optional(),
});

const expectation = z.strictObject({
  /** The tools that a good run calls. */
  tools: z.array(z.string().min(1)).optional(),
  /** Calls with the fields that matter of their input. */
  calls: z
    .array(z.strictObject({ tool: z.string().min(1), input: z.record(z.string(), z.unknown()).optional() }))
    .optional(),
  /** What must stand in the answer, and what must not. Capital and small letters are the same. */
  contains: z.array(z.string().min(1)).optional(),
  lacks: z.array(z.string().min(1)).optional(),
  /** The most questions to a person. */
  questions: z.int().min(0).optional(),
});

const earlierMessage = z.strictObject({ role: z.enum(["user", "assistant"]), text: z.string() });

/** A case as a person writes it, or `dejima eval record` does. */
const evalCaseSchema = z.strictObject({
  name: z.string().min(1).max(200),
  message: z.string().min(1),
  language: z.enum(["en", "zh"]).optional(),
  /** The day that the prompt names, so that a case says the same tomorrow. */
  today: z
    .string()
    .regex(/^\d{4}-\d\d-\d\d$/, "must be a day such as 2026-11-16")
    .optional(),
  /** What was said before in the conversation. */
  history: z.array(earlierMessage).optional(),
  memories: z.array(z.string()).optional(),
  /** What the tools answer. */
  calls: z.array(recordedAnswer).default([]),
  expect: expectation.default({}),
});

export type EvalCase = z.infer<typeof evalCaseSchema>;
export type RecordedAnswer = z.infer<typeof recordedAnswer>;

/** Reads the cases of one YAML or JSON file: one case, or a list of them. */
export function readCases(text: string, file: string): EvalCase[] {
  const held = parseData(text, { what: "the case", file });
  const list: unknown[] = Array.isArray(held) ? held : [held];
  if (list.length === 0) throw unreadable({ what: "the case", file }, "the list is empty");
  return list.map((one, at) =>
    checked(evalCaseSchema, one, { what: list.length === 1 ? "the case" : `case ${at + 1} of`, file }),
  );
}
