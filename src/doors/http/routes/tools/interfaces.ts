import { z } from "@hono/zod-openapi";
import { DejimaError } from "../../../../contract/error.ts";
import type { EventOf } from "../../../../contract/event.ts";
import type { Runtime } from "../../../../runtime.ts";
import { isRecord } from "../../../../text/record.ts";
import { type Api, answers, inPath, jsonBody, route } from "../../api.ts";
import { auditorOf, requireRole, speakerOf } from "../../caller.ts";
import { FRAME_PAGE, framePath, framePolicy } from "../../interface/interface-policy.ts";
import { createInterfaceRuns } from "../../interface/interface-runs.ts";

const call = inPath("call");
const fields = z.record(z.string(), z.unknown());

const interfaceSchema = z.object({
  server: z.string(),
  uri: z.string(),
  html: z.string(),
  frame: z.string().describe("The page to write it into, in a sandboxed frame"),
  border: z.boolean(),
  hosts: z.array(z.string()).describe("Hosts that the page may reach"),
  withheld: z.array(z.string()).describe("Hosts that it asks for and may not reach"),
  tool: fields.describe("The tool, as its server defines it"),
  input: fields,
  result: fields.optional().describe("Absent while the call is under way"),
});

/** The empty page that interfaces are loaded into. It contains no data, so it needs no token. */
export function interfacePage(api: Api): void {
  api.get("/interface.html", (context) =>
    context.body(FRAME_PAGE, 200, {
      "content-type": "text/html; charset=utf-8",
      "content-security-policy": framePolicy(new URL(context.req.url).searchParams),
      "x-frame-options": "SAMEORIGIN",
      "x-dns-prefetch-control": "off",
      "permissions-policy": "camera=(), microphone=(), geolocation=(), clipboard-write=(), clipboard-read=()",
    }),
  );
}

/**
 * `/api/calls/{call}/interface`: the interface that an MCP tool shows for a call, and the calls that it
 * makes.
 */
export function interfaceRoutes(api: Api, runtime: Runtime): void {
  const runs = createInterfaceRuns(runtime);
  const { mcp, registry } = runtime;

  /** The server's own definition of a tool, and the server. `undefined` for any other tool. */
  async function definitionOf(tool: string) {
    await runtime.ready();
    const definition = (await mcp.definitions())(tool);
    const origin = registry.get(tool)?.origin;
    if (definition === undefined || origin === undefined) return undefined;
    const upstream = (await mcp.upstreams()).find(({ server }) => server === origin);
    return upstream === undefined ? undefined : { definition, upstream };
  }

  api.openapi(
    route("get /api/calls/{call}/interface", {
      middleware: requireRole("viewer"),
      params: call,
      responses: answers(
        z.object({ interface: interfaceSchema.optional() }),
        "The interface of the call's tool, as it was accepted; empty for a tool without one",
      ),
    }),
    async (context) => {
      const { call: callId } = context.req.valid("param");
      await runtime.conversations.checkRun(runOf(callId), auditorOf(context));
      const recorded = await readCall(runtime, callId);
      const found = await definitionOf(recorded.tool);
      const signal = context.req.raw.signal;
      const page = await found?.upstream.interfaceOf(found.definition.name, { signal });
      if (found === undefined || page === undefined) return context.json({}, 200);
      const { reachable } = page;
      const shown = {
        server: page.server,
        uri: page.uri,
        html: page.html,
        frame: framePath(reachable),
        border: page.border,
        hosts: [...new Set([...reachable.connect, ...reachable.resource, ...reachable.frame])],
        withheld: [...reachable.withheld],
        tool: { ...found.definition },
        input: isRecord(recorded.params) ? { ...recorded.params } : {},
        ...(recorded.end === undefined ? {} : { result: await recordedResult(runtime, recorded.end) }),
      };
      return context.json({ interface: shown }, 200);
    },
  );
  api.openapi(
    route("post /api/calls/{call}/interface/calls", {
      middleware: requireRole("user"),
      description:
        "Makes a call for the interface of another call. Only tools of the same server can be called. The call is judged, asked about and recorded like every other.",
      params: call,
      ...jsonBody(z.strictObject({ tool: z.string().min(1).max(200), input: fields.default({}) })),
      responses: answers(
        z.object({ callId: z.string(), runId: z.string(), result: fields }),
        "The result of the call in MCP's format; a failure is a result, too",
      ),
    }),
    async (context) => {
      const { call: callId } = context.req.valid("param");
      const { tool, input } = context.req.valid("json");
      const speaker = speakerOf(context);
      await runtime.conversations.checkRun(runOf(callId), speaker);
      const recorded = await readCall(runtime, callId);
      const found = await definitionOf(recorded.tool);
      if (found?.upstream.hasInterface(found.definition.name) !== true)
        throw new DejimaError("not_found", `Cannot call "${tool}" for an interface: the call has none`);
      const { server } = found.upstream;
      const turn = await runtime.store.conversations.turn(runOf(callId));
      const use = {
        callId,
        server,
        user: speaker.user,
        conversation: turn?.conversationId,
        untrusted: recorded.untrusted,
      };
      let whole: unknown;
      const outcome = await runs.use(use, async (run) =>
        run.execute({
          tool: await mcp.find(server, tool),
          input,
          parent: callId,
          signal: context.req.raw.signal,
          keep: (output) => {
            whole = output;
          },
        }),
      );
      const result =
        outcome.type === "success"
          ? wireResult(whole ?? outcome.output)
          : failureResult(outcome.error.message);
      return context.json({ callId: outcome.callId, runId: outcome.runId, result: { ...result } }, 200);
    },
  );
}

/** A call as recorded in the log of its run. */
interface RecordedCall {
  readonly tool: string;
  readonly params: unknown;
  /** `undefined` while the call is under way. */
  readonly end: EventOf<"call-end"> | undefined;
  /** The sources of untrusted content in its run. */
  readonly untrusted: readonly string[];
}

/** The run that a call belongs to, by its id. */
const runOf = (call: string): string => call.replace(/\.\d+$/, "");

/** Reads a call from the log of its run. Throws `not_found` if there is none. */
async function readCall(runtime: Runtime, callId: string): Promise<RecordedCall> {
  let start: EventOf<"call-start"> | undefined;
  let end: EventOf<"call-end"> | undefined;
  const untrusted: string[] = [];
  for await (const record of runtime.history.read(runOf(callId))) {
    if (record.type === "call-start" && record.callId === callId) start = record;
    if (record.type === "call-end" && record.callId === callId) end = record;
    if (record.type === "taint-start") untrusted.push(record.source);
  }
  if (start !== undefined) return { tool: start.tool, params: start.params, end, untrusted };
  throw new DejimaError("not_found", `Cannot find the call "${callId.slice(0, 100)}"`);
}

/** The result of a call in MCP's format: complete, even if the log only refers to it. */
async function recordedResult(runtime: Runtime, end: EventOf<"call-end">): Promise<WireResult> {
  const { ok, output, observation, error } = end.result;
  if (!ok) return failureResult(error?.message ?? "The call failed");
  if (observation === undefined) return wireResult(output);
  const whole = await runtime.history.observation(end.runId, observation.ref);
  return wireResult(readJson(whole));
}

/** The result of a tool, as a frame receives it. */
type WireResult = Readonly<Record<string, unknown>>;

/** The output of a call in MCP's format. A server's result is passed on unchanged. */
function wireResult(output: unknown): WireResult {
  if (isRecord(output) && Array.isArray(output.content)) return output;
  const text = typeof output === "string" ? output : JSON.stringify(output ?? null);
  return { content: [{ type: "text", text }] };
}

/** A failure in MCP's format. */
function failureResult(message: string): WireResult {
  return { isError: true, content: [{ type: "text", text: message }] };
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
