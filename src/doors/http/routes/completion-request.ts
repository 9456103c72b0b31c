import { z } from "@hono/zod-openapi";
import { DejimaError } from "../../../contract/error.ts";

const part = z.object({ type: z.string(), text: z.string().optional() }).loose();

/** A request as clients of OpenAI send it; what we have no use for is let through and left alone. */
export const completionRequestSchema = z
  .object({
    model: z.string().max(200).default("dejima"),
    messages: z
      .array(
        z
          .object({
            role: z.enum(["system", "developer", "user", "assistant", "tool", "function"]),
            content: z.union([z.string(), z.array(part)]).nullish(),
          })
          .loose(),
      )
      .min(1)
      .max(2_000),
    stream: z.boolean().nullish(),
    stream_options: z.object({ include_usage: z.boolean().optional() }).loose().nullish(),
    user: z.string().max(500).optional().describe("Tells the people of a front end apart that share a token"),
  })
  .loose();

export type CompletionRequest = z.infer<typeof completionRequestSchema>;

/** One thing that was said. */
export interface Line {
  readonly role: "user" | "assistant";
  readonly text: string;
}

/** The message to answer, and what was said before it. */
export function readMessages({ messages }: CompletionRequest): {
  readonly text: string;
  readonly past: readonly Line[];
} {
  const lines = messages.flatMap(({ role, content }): Line[] =>
    role === "user" || role === "assistant" ? [{ role, text: textOf(content) }] : [],
  );
  const last = lines.at(-1);
  if (last?.role !== "user" || last.text.trim() === "")
    throw new DejimaError("invalid_input", "Cannot answer: the last message must be the user's, with text");
  return { text: last.text, past: lines.slice(0, -1) };
}

function textOf(content: CompletionRequest["messages"][number]["content"]): string {
  if (typeof content === "string") return content;
  return (content ?? []).map(({ text = "" }) => text).join("\n");
}
