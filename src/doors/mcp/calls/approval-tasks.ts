// The Tasks extension: for clients that support tasks, a call that waits for a person is a task.

import {
  ProtocolError,
  ProtocolErrorCode,
  type Server,
  type ServerContext,
} from "@modelcontextprotocol/server";
import { z } from "zod";
import { LOCAL_USER } from "../../../contract/run.ts";
import { ownerOf } from "../client.ts";
import type { RequestParts } from "../door.ts";
import { answerOf, type CallAnswer, resultOf } from "./call-path.ts";
import { protocolError } from "./call-result.ts";
import { hasTasks, TASKS, type TaskState, taskFields } from "./task-shape.ts";
import { resumeCall } from "./waiting-calls.ts";

/** Beyond this number, the oldest tasks are forgotten. The log still has their results. */
const MAX_TASKS = 1_000;

type Fields = Readonly<Record<string, unknown>>;

const params = z.object({ taskId: z.string(), inputResponses: z.record(z.string(), z.unknown()).optional() });

/**
 * Answers `tasks/get`, `tasks/update` and `tasks/cancel`. Only the principal that made the call may use its
 * task.
 */
export function taskHandlers(server: Server, parts: (context: ServerContext) => RequestParts): void {
  const handle = (
    method: string,
    work: (request: z.output<typeof params>, own: RequestParts) => Promise<Fields>,
  ) =>
    server.setRequestHandler(method, { params }, async (request, context) => {
      const own = parts(context);
      await refuseOthers(request.taskId, own);
      return work(request, own).catch((error) => {
        throw protocolError(error);
      });
    });
  handle("tasks/get", ({ taskId }, own) => stateOf(taskId, own));
  handle("tasks/update", async ({ taskId, inputResponses = {} }, { waiting, tasks }) => {
    const flow = waiting.byApproval(taskId);
    if (flow !== undefined && tasks.get(taskId)?.status === "input_required") {
      tasks.delete(taskId);
      flow.answer(inputResponses);
    }
    return {};
  });
  handle("tasks/cancel", async ({ taskId }, { waiting, tasks }) => {
    const flow = waiting.byApproval(taskId);
    if (flow !== undefined && !isTerminal(tasks.get(taskId))) {
      flow.cancel();
      tasks.set(taskId, { status: "cancelled" });
    }
    return {};
  });
}

const isTerminal = (standing: TaskState | undefined): boolean =>
  ["completed", "failed", "cancelled"].includes(standing?.status ?? "");

async function refuseOthers(id: string, { runtime, client }: RequestParts): Promise<void> {
  if (!hasTasks(client))
    throw new ProtocolError(
      ProtocolErrorCode.MissingRequiredClientCapability,
      `Cannot use tasks: the client has not declared the extension ${TASKS}`,
      { requiredCapabilities: { extensions: { [TASKS]: {} } } },
    );
  const approval = await runtime.approvals.show(id).catch(() => undefined);
  const run = approval === undefined ? undefined : await runtime.store.runs.get(approval.runId);
  if (run === undefined || (run.user ?? LOCAL_USER) !== ownerOf(client))
    throw new ProtocolError(ProtocolErrorCode.InvalidParams, `Not found: the task ${id.slice(0, 100)}`);
}

/**
 * The current state of a task. The first read after the answer lets the call continue; a read never waits for
 * its end.
 */
async function stateOf(id: string, parts: RequestParts): Promise<Fields> {
  const { runtime, tasks, consoleUrl } = parts;
  const { status, createdAt } = await runtime.approvals.show(id);
  const fields = taskFields(id, new Date(createdAt).toISOString(), consoleUrl());
  const known = tasks.get(id);
  if (known === undefined && status === "pending") return fields;
  if (known === undefined) {
    const [oldest] = tasks.keys();
    if (tasks.size >= MAX_TASKS && oldest !== undefined) tasks.delete(oldest);
    tasks.set(id, { status: "working" });
    const note = (standing: TaskState) => {
      if (!isTerminal(tasks.get(id))) tasks.set(id, standing);
    };
    void continueCall(id, parts).then(note, (error) => note({ status: "failed", error: errorOf(error) }));
    await new Promise(setImmediate); // results of earlier calls are usually available at once
  }
  const { statusMessage: _waits, ...rest } = fields;
  return { ...rest, ...tasks.get(id), lastUpdatedAt: new Date().toISOString() };
}

async function continueCall(id: string, parts: RequestParts): Promise<TaskState> {
  const resumed = await resumeCall(id, parts);
  if (!("next" in resumed))
    return { status: "completed", result: { ...resultOf(resumed, parts.client, parts) } };
  let answer: CallAnswer;
  do answer = await answerOf(resumed, parts);
  while (answer.type === "logged");
  if (answer.type === "questions") return { status: "input_required", inputRequests: answer.requests };
  return { status: "completed", result: { ...answer.result } };
}

function errorOf(error: unknown): Fields {
  const reported = protocolError(error);
  if (reported instanceof ProtocolError) return { code: reported.code, message: reported.message };
  return { code: ProtocolErrorCode.InternalError, message: "The call failed" };
}
