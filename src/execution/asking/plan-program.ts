import { approvalRefused, questionEnd } from "../../approval/approval-errors.ts";
import type { Approval } from "../../contract/asking/approval.ts";
import { holesOf } from "../../contract/asking/plan.ts";
import type { PlannedCall as CallSite } from "../../contract/tool.ts";
import { defined } from "../../support/defined.ts";
import { roleOf } from "../../tool/role-of.ts";
import { snapshotInput } from "../call.ts";
import type { ExecutionWorld } from "../harbour.ts";
import { type JudgedLine, judgeLine, MAX_TIMES } from "./plan-line.ts";
import { hashOfPlan, MAX_LINES, type PlanOptions, registerApproved, settlePlan } from "./submit-plan.ts";

interface ProgramPlanOptions extends PlanOptions {
  /** Whether an earlier process may have asked already. */
  readonly wasInterrupted: boolean;
}

/**
 * Makes a plan of the calls in a program. Only a run without untrusted content may plan: content that it reads later cannot
 * have written the program. A line covers exactly the calls that it shows; a person is asked about all others.
 */
export async function planProgram(
  sites: readonly CallSite[],
  { wasInterrupted, ...options }: ProgramPlanOptions,
  world: ExecutionWorld,
): Promise<void> {
  if (world.provenance.sources.length > 0) return;
  const judged: JudgedLine[] = [];
  for (const site of sites) {
    const line = judged.length < MAX_LINES ? await lineOf(site, world) : undefined;
    if (line !== undefined) judged.push(line);
  }
  if (judged.length === 0) return;
  const asked = judged.filter(({ line }) => line.verdict === "ask");
  const calls = asked.reduce((sum, { line }) => sum + (line.times ?? 1), 0);
  const answered = wasInterrupted ? await answerBefore(hashOfPlan(judged), options.runId, world) : undefined;
  // Content read from the log is already restored.
  if (answered !== undefined && !world.asking.plans.has(answered.id)) {
    recordAnswer(answered, world);
    registerApproved(judged, answered, world);
  }
  await settlePlan(
    judged,
    { ...options, mayAsk: options.mayAsk && calls > 1 && answered === undefined },
    world,
  );
}

/** The plan line of a call. Returns `undefined` if the call cannot be planned: it is then judged, and fails, when it is made. */
async function lineOf(site: CallSite, world: ExecutionWorld): Promise<JudgedLine | undefined> {
  const tool = site.tool === undefined ? undefined : world.registry.get(site.tool);
  const input = site.input ?? site.open;
  if (site.tool === undefined || tool === undefined || tool.composes === true || input === undefined)
    return undefined;
  const isOpen = site.input === undefined;
  // A literal value that looks like an open one belongs to the program.
  if (!isOpen && holesOf(input).length > 0) return undefined;
  // Destinations and executed code are never left open.
  if (isOpen && !holesOf(input).every(({ argument }) => isHarmless(roleOf(tool, argument, ""))))
    return undefined;
  const times = isOpen && site.repeats === true ? MAX_TIMES : undefined;
  try {
    return await judgeLine(
      { tool: site.tool, input: snapshotInput(input, world), ...defined({ times }) },
      world,
    );
  } catch {
    return undefined;
  }
}

const isHarmless = (role: string): boolean => role === "content" || role === "inert";

/** The same plan, if it was approved before a restart. Throws if it was denied. */
async function answerBefore(
  hash: string,
  runId: string,
  world: ExecutionWorld,
): Promise<Approval | undefined> {
  const { queue } = await world.asking.service();
  const same = (await queue.list({ runId, limit: 1_000 })).filter((one) => one.hash === hash);
  for (const { id, status } of same) if (status === "pending") await queue.withdraw(id);
  const denied = same.find(({ status }) => status === "denied");
  if (denied !== undefined) {
    if (!world.asking.plans.has(denied.id)) recordAnswer(denied, world);
    throw approvalRefused(denied);
  }
  return same.find(({ status }) => status === "approved");
}

/** Records an answer that was given while no process waited for it. */
function recordAnswer(approval: Approval, world: ExecutionWorld): void {
  const { id, runId, callId, hash, status, answers } = approval;
  const by = answers.map((answer) => answer.by).join(", ");
  const end =
    status === "approved" ? ({ answer: "approve", by } as const) : questionEnd(approvalRefused(approval));
  const at = world.timeText(world.now());
  world.record({ type: "approval-end", at, runId, callId, callHash: hash, ...end, id });
}
