import type { Approval } from "../../contract/asking/approval.ts";
import { holesOf } from "../../contract/asking/plan.ts";
import type { ExecutionWorld } from "../harbour.ts";
import { prepareTool } from "../prepare-call.ts";
import { fixedPart, lineHash } from "./plan-line.ts";

/**
 * Restores the approved plans of a run that continues in another process. A line is valid if its tool is still the approved
 * one; all calls of that tool that the run has made are subtracted from its count. Open values are filled from what the run
 * reads from now on, because earlier results are no longer known.
 */
export async function restorePlans(
  world: ExecutionWorld,
  callsOf: ReadonlyMap<string, number> = new Map(),
): Promise<void> {
  const { queue } = await world.asking.service();
  for (const id of world.asking.plans) {
    const approval = await queue.get(id).catch(() => undefined);
    if (approval?.status === "approved") await restorePlan(approval, callsOf, world);
  }
}

async function restorePlan(
  { id, lines = [] }: Approval,
  callsOf: ReadonlyMap<string, number>,
  world: ExecutionWorld,
): Promise<void> {
  const { describe } = await world.asking.service();
  for (const [at, line] of lines.entries()) {
    const { input, times = 1 } = line;
    if (!line.approved || holesOf(input).length === 0 || !world.registry.has(line.tool)) continue;
    const { tool } = prepareTool(line.tool, world);
    if (lineHash({ tool, input, times }, describe.folder) !== line.hash) continue;
    const used = Math.min(times, callsOf.get(tool.name) ?? 0);
    world.provenance.agree({ tool, input: fixedPart(input) });
    world.provenance.plan.add({ tool: tool.name, input, times, how: "approved", id, line: at + 1, used });
  }
}
