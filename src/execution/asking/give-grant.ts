import { appendFileSync } from "node:fs";
import { join } from "node:path";
import { newApprovalId } from "../../approval/approval-id.ts";
import { GRANTS_FILE, sealOf } from "../../approval/grant-seal.ts";
import type { Approval } from "../../contract/approval.ts";
import type { Grant } from "../../contract/grant.ts";
import { defined } from "../../support/defined.ts";
import type { ExecutionWorld } from "../execution-world.ts";

/** Makes the grant that a person chose with an answer: in the folder of the run, in its log, and then in the store. */
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
  appendFileSync(join(world.folder, GRANTS_FILE), `${JSON.stringify(grant)}\n`, { mode: 0o600 });
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
  await (await world.asking.service()).grants.give(grant);
}

/** The person whose run was asked about, and those whom an admin has named. */
async function coveredUsers(
  { runId }: Approval,
  named: readonly string[] = [],
  { asking }: ExecutionWorld,
): Promise<string[]> {
  const owner = await (await asking.service()).userOf(runId);
  return [...new Set([owner, ...named])];
}
