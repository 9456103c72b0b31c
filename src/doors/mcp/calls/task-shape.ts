import type { ApprovalRequest } from "../../../contract/asking/approval.ts";
import type { Client } from "../client.ts";
import { waysToApprove } from "./approval-form.ts";

/** The name of the Tasks extension. */
export const TASKS = "io.modelcontextprotocol/tasks";

const TTL_MS = 24 * 3_600_000;
const POLL_MS = 2_000;
type Fields = Readonly<Record<string, unknown>>;

/** The state of a task that a person has answered. */
export type TaskState = { readonly status: "working" } | Readonly<{ status: string } & Fields>;

/** The tasks whose calls continue or have ended, by the id of their question. */
export type ApprovalTasks = Map<string, TaskState>;

/** Whether a client supports tasks. */
export function hasTasks({ capabilities }: Client): boolean {
  const { extensions } = capabilities;
  return typeof extensions === "object" && extensions !== null && TASKS in extensions;
}

/** A parked call as a task, which its client gets instead of a result. */
export function createdTask(approval: ApprovalRequest, consoleUrl: string | undefined): Fields {
  return { ...taskFields(approval.id ?? "", new Date().toISOString(), consoleUrl), resultType: "task" };
}

/** The common fields of every answer about a task that waits for a person. */
export function taskFields(id: string, createdAt: string, consoleUrl: string | undefined): Fields {
  return {
    taskId: id,
    status: "working",
    statusMessage: `Waits for a person: ${waysToApprove(id, consoleUrl).join("; ")}`,
    createdAt,
    lastUpdatedAt: createdAt,
    ttlMs: TTL_MS,
    pollIntervalMs: POLL_MS,
  };
}
