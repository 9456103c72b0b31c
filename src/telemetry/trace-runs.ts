import {
  type Attributes,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  type Tracer,
  trace,
} from "@opentelemetry/api";
import type { EventOf, EventType, HarbourEvent } from "../contract/event.ts";
import {
  answerMessage,
  finishReason,
  type Message,
  messagesAttribute,
  modelAttributes,
  replyMessage,
  resultMessage,
  toolAttributes,
  userMessage,
} from "./conventions.ts";

interface TraceOptions {
  /** Whether traces contain messages, inputs and outputs. */
  readonly content: boolean;
  readonly version: string;
}

/** The spans of a run under way. */
interface TracedRun {
  readonly span: Span;
  /** The current step. Calls and model requests are its children. */
  step: Span | undefined;
  readonly calls: Map<string, { readonly span: Span; readonly key: string | undefined }>;
  /** Added to every span of the run, so that readers can group them. */
  conversation: Attributes;
  /** The messages of this run so far. Empty if content is left out. */
  readonly messages: Message[];
  /** When the first chunk of the current reply arrived. */
  firstChunkAt: number | undefined;
}

/**
 * Turns events into spans: the run, its steps, and in them the calls of tools and requests to models, named
 * by OpenTelemetry's GenAI conventions. Receives copies of events, so that nothing here affects a run.
 */
export function traceRuns(tracer: Tracer, { content, version }: TraceOptions): (event: HarbourEvent) => void {
  const runs = new Map<string, TracedRun>();

  function start(
    name: string,
    at: number,
    attributes: Attributes,
    parent?: Span,
    kind = SpanKind.INTERNAL,
  ): Span {
    const context = parent === undefined ? ROOT_CONTEXT : trace.setSpan(ROOT_CONTEXT, parent);
    return tracer.startSpan(name, { startTime: at, attributes, kind }, context);
  }

  // Events after the end of a run, such as an undo, do not start it again.
  function runOf(event: HarbourEvent): TracedRun | undefined {
    const known = runs.get(event.runId);
    if (known !== undefined || !BEGINNINGS.has(event.type)) return known;
    const attributes = {
      "gen_ai.operation.name": "invoke_agent",
      "gen_ai.agent.name": "dejima",
      "gen_ai.agent.version": version,
      // For a run without a model. A turn names its model's provider.
      "gen_ai.provider.name": "dejima",
      "dejima.run.id": event.runId,
    };
    const made: TracedRun = {
      span: start("invoke_agent dejima", timeOf(event), attributes),
      step: undefined,
      calls: new Map(),
      conversation: {},
      messages: [],
      firstChunkAt: undefined,
    };
    runs.set(event.runId, made);
    return made;
  }

  function turnStart(run: TracedRun, event: EventOf<"turn-start">): void {
    run.conversation = { "gen_ai.conversation.id": event.conversationId };
    run.span.setAttributes({ ...run.conversation, ...modelAttributes(event.model) });
    if (content) {
      run.messages.push(userMessage(event.message));
      run.span.setAttribute("gen_ai.input.messages", messagesAttribute(run.messages));
    }
    step(run, FIRST_STEP, timeOf(event));
  }

  function step(run: TracedRun, node: string, at: number): void {
    run.step?.end(at);
    run.step = node === "end" ? undefined : start(`step ${node}`, at, { "dejima.step": node }, run.span);
  }

  function model(run: TracedRun, event: EventOf<"model-end">): void {
    const end = timeOf(event);
    const begin = end - event.durationMs;
    const attributes = modelAttributes(event.model);
    const reply = replyMessage(event);
    const span = start(
      `chat ${attributes["gen_ai.request.model"]}`,
      begin,
      {
        "gen_ai.operation.name": "chat",
        ...attributes,
        ...run.conversation,
        "gen_ai.request.stream": true,
        "gen_ai.response.finish_reasons": [finishReason(event)],
        "gen_ai.usage.input_tokens": event.usage.inputTokens,
        "gen_ai.usage.output_tokens": event.usage.outputTokens,
        "gen_ai.usage.cache_read.input_tokens": event.usage.cachedTokens,
        ...(run.firstChunkAt === undefined
          ? {}
          : { "gen_ai.response.time_to_first_chunk": Math.max(0, run.firstChunkAt - begin) / 1_000 }),
        ...(event.purpose === undefined ? {} : { "dejima.purpose": event.purpose }),
        ...(content ? { "gen_ai.output.messages": messagesAttribute([reply]) } : {}),
        // Side questions do not include the messages of the run.
        ...(content && event.purpose === undefined
          ? { "gen_ai.input.messages": messagesAttribute(run.messages) }
          : {}),
      },
      run.step ?? run.span,
      SpanKind.CLIENT,
    );
    span.end(end);
    run.firstChunkAt = undefined;
    if (content && event.purpose === undefined) run.messages.push(reply);
  }

  function callStart(run: TracedRun, event: EventOf<"call-start">): void {
    const attributes = {
      ...toolAttributes(event),
      "gen_ai.tool.call.id": event.key ?? event.callId,
      ...run.conversation,
      "dejima.call.id": event.callId,
      ...(event.verdict === undefined ? {} : { "dejima.verdict": event.verdict }),
      ...(content ? { "gen_ai.tool.call.arguments": JSON.stringify(event.params) ?? "" } : {}),
    };
    const span = start(`execute_tool ${event.tool}`, timeOf(event), attributes, run.step ?? run.span);
    run.calls.set(event.callId, { span, key: event.key });
  }

  function callEnd(run: TracedRun, event: EventOf<"call-end">): void {
    const { callId, result, at } = event;
    const call = run.calls.get(callId);
    if (call === undefined) return;
    run.calls.delete(callId);
    if (!result.ok) fail(call.span, result.error?.code ?? "internal");
    if (content && result.output !== undefined)
      call.span.setAttribute("gen_ai.tool.call.result", JSON.stringify(result.output) ?? "");
    if (content && call.key !== undefined) run.messages.push(resultMessage(call.key, event));
    call.span.end(Date.parse(at));
  }

  function evaluated(run: TracedRun, { reflection, at }: EventOf<"reflection-end">): void {
    const attributes = {
      "gen_ai.evaluation.name": "reflection",
      "gen_ai.evaluation.score.label": reflection.verdict,
      ...(content ? { "gen_ai.evaluation.explanation": reflection.assessment } : {}),
    };
    run.span.addEvent("gen_ai.evaluation.result", attributes, Date.parse(at));
  }

  function runEnd(run: TracedRun, event: EventOf<"run-end">): void {
    const at = timeOf(event);
    for (const { span } of run.calls.values()) span.end(at);
    run.step?.end(at);
    run.span.setAttribute("dejima.run.status", event.status);
    if (content && event.answer !== undefined)
      run.span.setAttribute("gen_ai.output.messages", messagesAttribute([answerMessage(event.answer)]));
    if (event.status === "failed") fail(run.span, "run_failed");
    run.span.end(at);
    runs.delete(event.runId);
  }

  return (event) => {
    const run = runOf(event);
    if (run === undefined) return;
    switch (event.type) {
      case "turn-start":
        turnStart(run, event);
        break;
      case "node-end":
        step(run, event.next, timeOf(event));
        break;
      case "text-delta":
      case "thinking-delta":
        run.firstChunkAt ??= timeOf(event);
        break;
      case "model-end":
        model(run, event);
        break;
      case "call-start":
        callStart(run, event);
        break;
      case "call-end":
        callEnd(run, event);
        break;
      case "reflection-end":
        evaluated(run, event);
        break;
      case "run-end":
        runEnd(run, event);
        break;
      default:
    }
  };
}

const FIRST_STEP = "context_build";

const BEGINNINGS: ReadonlySet<EventType> = new Set(["run-start", "turn-start", "call-start", "model-end"]);

function fail(span: Span, code: string): void {
  span.setAttribute("error.type", code);
  span.setStatus({ code: SpanStatusCode.ERROR, message: code });
}

function timeOf({ at }: HarbourEvent): number {
  return Date.parse(at);
}
