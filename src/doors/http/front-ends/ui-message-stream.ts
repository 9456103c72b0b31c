import { sseText } from "../sse.ts";
import type { QuestionWords, RunStep } from "./run-steps.ts";

/** The headers that identify the AI SDK's stream. */
export const UI_STREAM_HEADERS = { "x-vercel-ai-ui-message-stream": "v1" };

interface UiStreamOptions {
  readonly messageId: string;
  /** Whether the message already contains calls. */
  readonly continues: boolean;
  wordsOf(approval: string): Promise<QuestionWords>;
}

/** A run as the UI message stream of the AI SDK. */
export async function* uiMessageStream(
  steps: AsyncIterable<RunStep>,
  { messageId, continues, wordsOf }: UiStreamOptions,
): AsyncGenerator<string> {
  const begun = new Set<string>();
  let texts = 0;
  let open: string | undefined;
  const chunk = (data: object) => sseText({ data });
  yield chunk({ type: "start", messageId });
  for await (const step of steps) {
    if (step.type !== "text" && step.type !== "notice" && open !== undefined) {
      yield chunk({ type: "text-end", id: open });
      open = undefined;
    }
    if (step.type === "text") {
      if (open === undefined) {
        open = `${messageId}-${++texts}`;
        yield chunk({ type: "text-start", id: open });
      }
      yield chunk({ type: "text-delta", id: open, delta: step.text });
      continue;
    }
    // A call started in an earlier message must also start in this one: a result alone would be an error
    // here.
    const isNew =
      !continues && (step.type === "result" || step.type === "failure") && !begun.has(step.callId);
    if (isNew) yield chunk(inputOf(step));
    if (step.type === "call") begun.add(step.callId);
    if (step.type === "question") {
      const data = { id: step.approval, callId: step.callId, ...(await wordsOf(step.approval)) };
      yield chunk({ type: "data-approval", id: step.approval, data });
    }
    for (const data of chunksOf(step)) yield chunk(data);
  }
  yield sseText({ data: "[DONE]", plain: true });
}

function inputOf({ callId, tool, input }: Extract<RunStep, { type: "call" | "result" | "failure" }>): object {
  return { type: "tool-input-available", toolCallId: callId, toolName: tool, input, dynamic: true };
}

function chunksOf(step: Exclude<RunStep, { type: "text" }>): object[] {
  switch (step.type) {
    case "call":
      return [inputOf(step)];
    case "question":
      return [{ type: "tool-approval-request", approvalId: step.approval, toolCallId: step.callId }];
    case "result":
      return [{ type: "tool-output-available", toolCallId: step.callId, output: step.output, dynamic: true }];
    case "failure":
      return step.denied
        ? [{ type: "tool-output-denied", toolCallId: step.callId }]
        : [{ type: "tool-output-error", toolCallId: step.callId, errorText: step.why, dynamic: true }];
    case "notice":
      return [{ type: "data-notice", data: { text: step.text }, transient: true }];
    case "waiting":
      return [{ type: "finish", finishReason: "tool-calls" }];
    case "end":
      return [{ type: "finish", finishReason: step.status === "done" ? "stop" : "other" }];
    default:
      return [];
  }
}
