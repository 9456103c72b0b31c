import { z } from "zod";

/** The severity of a finding: worth knowing, worth a question, reason enough to refuse. */
export const SEVERITIES = ["notice", "warning", "danger"] as const;

export type Severity = (typeof SEVERITIES)[number];

/** Something in a skill or in a tool definition that a person should see before accepting it. */
export const findingSchema = z.object({
  signal: z.string(),
  severity: z.enum(SEVERITIES),
  message: z.string(),
  file: z.string().describe("A file of a skill, or the name of a tool"),
  line: z.int().describe("Counting from 1"),
  excerpt: z.string(),
});

export type Finding = Readonly<z.infer<typeof findingSchema>>;

/** A finding as one line for a person, without its severity. */
export function findingText({ file, line, signal, message, excerpt }: Finding): string {
  return `${file}:${line} ${signal}: ${message}  ${excerpt}`;
}
