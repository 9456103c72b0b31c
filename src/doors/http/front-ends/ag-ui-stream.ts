import { sseText } from "../sse.ts";
import type { QuestionWords, RunStep } from "./run-steps.ts";

interface AgUiOptions {
  readonly threadId: string;
  readonly runId: string;
  wordsOf(approval: string): Promise<QuestionWords>;
}

/** A run as AG-UI events. */
export async function* agUiStream(
  steps: AsyncIterable<RunStep>,
  { threadId, runId, wordsOf }: AgUiOptions,
): AsyncGenerator<string> {
  const interrupts: object[] = [];
  let texts = 0;
  let messageId: string | undefined;
  const event = (data: object) => sseText({ data });
  const finished = (outcome: object) => event({ type: "RUN_FINISHED", threadId, runId, outcome });
  yield event({ type: "RUN_STARTED", threadId, runId });
  for await (const step of steps) {
    if (step.type !== "text" && step.type !== "notice" && messageId !== undefined) {
      yield event({ type: "TEXT_MESSAGE_END", messageId });
      messageId = undefined;
    }
    if (step.type === "text") {
      if (messageId === undefined) {
        messageId = `${runId}-${++texts}`;
        yield event({ type: "TEXT_MESSAGE_START", messageId, role: "assistant" });
      }
      yield event({ type: "TEXT_MESSAGE_CONTENT", messageId, delta: step.text });
    } else if (step.type === "question") {
      const { title, lead, words } = await wordsOf(step.approval);
      const message = [...lead, title, ...words.map((phrase) => `- ${phrase}`)].join("\n");
      const question = { id: step.approval, toolCallId: step.callId, message };
      interrupts.push({ ...question, reason: "tool_approval", responseSchema: RESPONSE });
    } else if (step.type === "waiting") yield finished({ type: "interrupt", interrupts });
    else if (step.type === "end")
      yield step.status === "failed"
        ? event({ type: "RUN_ERROR", message: "The run failed", code: step.status })
        : finished({ type: "success" });
    else for (const data of eventsOf(step)) yield event(data);
  }
}

const RESPONSE = {
  type: "object",
  properties: { approved: { type: "boolean" } },
  required: ["approved"],
};

function eventsOf(step: Exclude<RunStep, { type: "text" | "question" | "waiting" | "end" }>): object[] {
  switch (step.type) {
    case "call": {
      const { callId: toolCallId, tool: toolCallName, input } = step;
      return [
        { type: "TOOL_CALL_START", toolCallId, toolCallName },
        { type: "TOOL_CALL_ARGS", toolCallId, delta: JSON.stringify(input ?? {}) },
        { type: "TOOL_CALL_END", toolCallId },
      ];
    }
    case "result":
      return [resultOf(step.callId, JSON.stringify(step.output))];
    case "failure":
      return [resultOf(step.callId, step.why)];
    case "notice":
      return [{ type: "CUSTOM", name: "notice", value: step.text }];
    default:
      return [];
  }
}

function resultOf(toolCallId: string, content: string): object {
  return { type: "TOOL_CALL_RESULT", messageId: `${toolCallId}-result`, toolCallId, content, role: "tool" };
}
