import { appendFileSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { newApprovalId } from "../../approval/approval-id.ts";
import { bindCall } from "../../approval/describe-call.ts";
import { GRANTS_FILE, GRANTS_FOLDER, sealedText, sealOf } from "../../approval/grant-seal.ts";
import type { Approval } from "../../contract/asking/approval.ts";
import type { Grant } from "../../contract/asking/grant.ts";
import { defined } from "../../support/defined.ts";
import type { Call, JudgedRequest } from "../call.ts";
import type { ExecutionWorld } from "../harbour.ts";
import type { CallRecorder } from "../log/call-recorder.ts";

/** A call that may run, as last judged, and the key under which it runs at most once. */
export interface Permission {
  readonly judged: JudgedRequest;
  readonly once?: string;
}

/** The permission that a person gave beforehand, by a grant or a plan. Returns `undefined` if there is none. */
export async function findStandingPermission(
  judged: JudgedRequest,
  call: Call,
  world: ExecutionWorld,
  recorder: CallRecorder,
): Promise<Permission | undefined> {
  if (call.approve !== undefined) return undefined;
  const { grants, describe } = await world.asking.service();
  const planned = world.asking.plans.size === 0 ? undefined : await plannedLine(judged, world);
  if (planned !== undefined) {
    const { id, key, hash, bound, by, door } = planned;
    recorder.approvalStart(hash, id);
    recorder.approvalEnd(hash, "approve", { by, id, door });
    return { judged: { ...judged, bound }, once: key };
  }
  const grant = await grants.cover({
    ...judged,
    runId: call.runId,
    folder: describe.folder,
    sources: world.provenance.sources,
    reading: world.provenance.reading,
    isFromParty: (party) => world.provenance.isFromParty(judged, party),
  });
  if (grant === undefined) return undefined;
  const { hash } = await bindCall(judged, describe.folder);
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

/** An approved line of a plan of this run that covers this call and has a use left. Taking it counts as a use. */
async function plannedLine(judged: JudgedRequest, { asking, provenance }: ExecutionWorld) {
  const { queue, describe, executions } = await asking.service();
  const { hash, bound } = await bindCall(judged, describe.folder);
  const open = provenance.plan.covering(judged);
  if (open?.id !== undefined && open.how === "approved") {
    const taken = provenance.plan.take(judged);
    const { answers } = await queue.get(open.id);
    const by = answers.map((answer) => answer.by).join(", ");
    return {
      id: open.id,
      key: `${open.id}.${open.line}.${taken?.use}`,
      hash,
      bound,
      by,
      door: answers.at(-1)?.door,
    };
  }
  for (const id of asking.plans) {
    const { status, lines = [], answers } = await queue.get(id);
    for (const [at, line] of lines.entries()) {
      const key = `${id}.${at + 1}`;
      const fits = status === "approved" && line.approved && line.hash === hash && !asking.taken.has(key);
      if (!fits || (await (await executions()).get(key)) !== undefined) continue;
      asking.taken.add(key);
      const by = answers.map((answer) => answer.by).join(", ");
      return { id, key, hash, bound, by, door: answers.at(-1)?.door };
    }
  }
  return undefined;
}

/** Creates the grant that a person chose with an answer: in the folder of the run, in its log, and then in the store. */
export async function giveGrant(approval: Approval, world: ExecutionWorld): Promise<void> {
  const answer = approval.answers.at(-1);
  const offer = approval.offers.find(({ key }) => key === answer?.grant);
  if (answer === undefined || offer === undefined) return;
  const { runId, callId } = approval;
  const unsealed = {
    id: `${newApprovalId()}-${offer.key}`,
    runId,
    approvalId: approval.id,
    by: answer.by,
    door: answer.door,
    createdAt: answer.at,
    terms: {
      ...offer.terms,
      users: await coveredUsers(approval, answer.users, world),
      ...defined({ groups: answer.groups }),
    },
    status: "active",
    uses: 0,
  } as const;
  const grant: Grant = { ...unsealed, seal: sealOf(unsealed) };
  storeSeal(grant, world);
  world.record({
    type: "grant-start",
    runId,
    at: world.timeText(world.now()),
    callId,
    grant: grant.id,
    seal: grant.seal,
    by: grant.by,
    words: offer.words.en,
  });
  // Other processes must find the seal before the grant.
  const recorded = world.settled();
  if (recorded !== undefined) await recorded;
  await (await world.asking.service()).grants.give(grant);
}

function storeSeal(grant: Grant, { folder, blobs }: ExecutionWorld): void {
  appendFileSync(join(folder, GRANTS_FILE), `${JSON.stringify(grant)}\n`, { mode: 0o600 });
  if (blobs === undefined) return;
  mkdirSync(join(folder, GRANTS_FOLDER), { recursive: true, mode: 0o700 });
  writeFileSync(join(folder, GRANTS_FOLDER, grant.seal), sealedText(grant), { mode: 0o600 });
}

/** The users whom a grant covers: the owner of the run, and those whom an admin named. */
async function coveredUsers(
  { runId }: Approval,
  named: readonly string[] = [],
  { asking }: ExecutionWorld,
): Promise<string[]> {
  const owner = await (await asking.service()).userOf(runId);
  return [...new Set([owner, ...named])];
}
