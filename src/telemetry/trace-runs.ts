import {
  type Attributes,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  type Tracer,
  trace,
} from "@opentelemetry/api";
import type { EventOf, HarbourEvent } from "../contract/event.ts";

interface TraceOptions {
  /** Whether messages, inputs and outputs become part of the traces. */
  readonly content: boolean;
}

/** The spans of a run that goes on. */
interface TracedRun {
  readonly span: Span;
  /** The step that is being taken; calls and requests to the model are its parts. */
  step: Span | undefined;
  readonly calls: Map<string, Span>;
}

/**
 * Turns events into spans: run, then steps, then calls of tools and requests to models, named as the conventions of OpenTelemetry
 * for generative AI name them. Hears copies, so that nothing it does reaches a run.
 */
export function traceRuns(tracer: Tracer, { content }: TraceOptions): (event: HarbourEvent) => void {
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

  function runOf(event: HarbourEvent): TracedRun {
    const known = runs.get(event.runId);
    if (known !== undefined) return known;
    const attributes = {
      "gen_ai.operation.name": "invoke_agent",
      "gen_ai.agent.name": "dejima",
      "dejima.run.id": event.runId,
    };
    const made = {
      span: start("invoke_agent dejima", timeOf(event), attributes),
      step: undefined,
      calls: new Map(),
    };
    runs.set(event.runId, made);
    return made;
  }

  function step(run: TracedRun, node: string, at: number): void {
    run.step?.end(at);
    run.step = node === "end" ? undefined : start(`step ${node}`, at, { "dejima.step": node }, run.span);
  }

  function model(run: TracedRun, event: EventOf<"model-end">): void {
    const [provider = "", ...name] = event.model.split(":");
    const end = timeOf(event);
    const span = start(
      `chat ${name.join(":")}`,
      end - event.durationMs,
      {
        "gen_ai.operation.name": "chat",
        "gen_ai.provider.name": provider,
        "gen_ai.request.model": name.join(":"),
        "gen_ai.usage.input_tokens": event.usage.inputTokens,
        "gen_ai.usage.output_tokens": event.usage.outputTokens,
        ...(content ? { "gen_ai.output.messages": event.text } : {}),
      },
      run.step ?? run.span,
      SpanKind.CLIENT,
    );
    span.end(end);
  }

  function callStart(run: TracedRun, event: EventOf<"call-start">): void {
    const attributes = {
      "gen_ai.operation.name": "execute_tool",
      "gen_ai.tool.name": event.tool,
      "gen_ai.tool.call.id": event.callId,
      "gen_ai.tool.type": "function",
      ...(event.verdict === undefined ? {} : { "dejima.verdict": event.verdict }),
      ...(content ? { "gen_ai.tool.call.arguments": JSON.stringify(event.params) ?? "" } : {}),
    };
    run.calls.set(
      event.callId,
      start(`execute_tool ${event.tool}`, timeOf(event), attributes, run.step ?? run.span),
    );
  }

  function callEnd(run: TracedRun, { callId, result, at }: EventOf<"call-end">): void {
    const span = run.calls.get(callId);
    if (span === undefined) return;
    run.calls.delete(callId);
    if (!result.ok) fail(span, result.error?.code ?? "internal");
    if (content && result.output !== undefined)
      span.setAttribute("gen_ai.tool.call.result", JSON.stringify(result.output) ?? "");
    span.end(Date.parse(at));
  }

  function runEnd(run: TracedRun, event: EventOf<"run-end">): void {
    const at = timeOf(event);
    for (const span of run.calls.values()) span.end(at);
    run.step?.end(at);
    run.span.setAttribute("dejima.run.status", event.status);
    if (event.status === "failed") fail(run.span, "run_failed");
    run.span.end(at);
    runs.delete(event.runId);
  }

  return (event) => {
    const run = runOf(event);
    switch (event.type) {
      case "turn-start":
        run.span.setAttribute("gen_ai.conversation.id", event.conversationId);
        if (content) run.span.setAttribute("gen_ai.input.messages", event.message);
        step(run, FIRST_STEP, timeOf(event));
        break;
      case "node-end":
        step(run, event.next, timeOf(event));
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
      case "run-end":
        runEnd(run, event);
        break;
      default:
    }
  };
}

const FIRST_STEP = "context_build";

function fail(span: Span, code: string): void {
  span.setAttribute("error.type", code);
  span.setStatus({ code: SpanStatusCode.ERROR, message: code });
}

function timeOf({ at }: HarbourEvent): number {
  return Date.parse(at);
}
