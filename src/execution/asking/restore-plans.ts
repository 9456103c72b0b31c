import type { Approval } from "../../contract/approval.ts";
import { holesOf } from "../../contract/plan.ts";
import type { ExecutionWorld } from "../harbour.ts";
import { prepareTool } from "../prepare-call.ts";
import { fixedPart, lineHash } from "./plan-line.ts";

/**
 * Takes up the approved plans of a run that goes on in another process. A line holds if its tool is still the one that was agreed to, less
 * all calls of that tool that the run has made. Open values are filled from what the run reads from now on; what it read before is not known any more.
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
