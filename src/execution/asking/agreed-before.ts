import { hashOfCall } from "../../approval/describe-call.ts";
import type { Call, JudgedRequest } from "../call.ts";
import type { ExecutionWorld } from "../execution-world.ts";
import type { CallRecorder } from "../log/call-recorder.ts";
import type { Permission } from "./permission.ts";

/** A permission that a person has given beforehand: by a grant, or with a plan. Nothing when there is none. */
export async function agreedBefore(
  judged: JudgedRequest,
  call: Call,
  world: ExecutionWorld,
  recorder: CallRecorder,
): Promise<Permission | undefined> {
  if (call.approve !== undefined) return undefined;
  const { grants, describe } = await world.asking.service();
  const planned = world.asking.plans.size === 0 ? undefined : await plannedLine(judged, world);
  if (planned !== undefined) {
    const { id, key, hash, by, door } = planned;
    recorder.approvalStart(hash, id);
    recorder.approvalEnd(hash, "approve", { by, id, door });
    return { judged, once: key };
  }
  const grant = await grants.cover({ ...judged, runId: call.runId, sources: world.provenance.sources });
  if (grant === undefined) return undefined;
  const hash = await hashOfCall(judged, describe.folder);
  const { id, by, door, terms } = grant;
  recorder.approvalStart(hash, undefined);
  recorder.approvalEnd(hash, "approve", {
    by,
    door,
    grant: id,
    scope: terms.runId === undefined ? "grant" : "run",
  });
  return { judged };
}

/** An approved line of a plan of this run that is exactly this call and has not been used. Taking it uses it. */
async function plannedLine(judged: JudgedRequest, { asking }: ExecutionWorld) {
  const { queue, describe, executions } = await asking.service();
  const hash = await hashOfCall(judged, describe.folder);
  for (const id of asking.plans) {
    const { status, lines = [], answers } = await queue.get(id);
    for (const [at, line] of lines.entries()) {
      const key = `${id}.${at + 1}`;
      const fits = status === "approved" && line.approved && line.hash === hash && !asking.taken.has(key);
      if (!fits || (await (await executions()).get(key)) !== undefined) continue;
      asking.taken.add(key);
      const by = answers.map((answer) => answer.by).join(", ");
      return { id, key, hash, by, door: answers.at(-1)?.door };
    }
  }
  return undefined;
}
