import { notAllowed } from "../../approval/approval-errors.ts";
import { askedOffers, type OfferedRules, turnOnOffers } from "../../approval/rule-offers.ts";
import type { Approval } from "../../contract/asking/approval.ts";
import { rulesThatTurnOn } from "../../policy/families.ts";
import type { JudgedRequest } from "../call.ts";
import type { ExecutionWorld } from "../harbour.ts";

/** The rules that a person may be asked to turn on for this call. Returns `undefined` if the call stays off. */
export function offeredSwitch(judged: JudgedRequest, world: ExecutionWorld): readonly string[] | undefined {
  const { asking, provenance, layers } = world;
  if (judged.verdict.verdict !== "deny" || !asking.attended || provenance.sources.length > 0)
    return undefined;
  const rules = rulesThatTurnOn(judged, layers);
  return rules === undefined || asking.switches.isDeclined(rules) ? undefined : rules;
}

/** The rule changes that are offered with a question. */
export function offeredRules(judged: JudgedRequest, world: ExecutionWorld, folder: string): OfferedRules {
  const { canSave } = world.rules;
  const off = offeredSwitch(judged, world);
  if (off !== undefined) return turnOnOffers(off, { canSave });
  const may = canSave && world.asking.attended && world.provenance.sources.length === 0;
  return may ? askedOffers(judged, { folder, layers: world.layers }) : { ruleOffers: [] };
}

/** Applies and records the rule change that a person chose with the answer. */
export async function changeRules(approval: Approval, world: ExecutionWorld): Promise<void> {
  const answer = approval.answers.at(-1);
  const offer = approval.ruleOffers?.find(({ key }) => key === answer?.rule);
  if (answer === undefined || offer === undefined || offer.answer !== answer.answer) return;
  const { rules, verdict, scope } = offer;
  // Content from outside that entered while the question was open may be behind the change.
  if (verdict !== "deny" && world.provenance.sources.length > 0) throw notAllowed(approval);
  const { id, runId, callId } = approval;
  const { by, door, at } = answer;
  if (scope === "conversation") await world.asking.switches.turnOn(rules);
  else {
    const why = `by ${by}, ${new Date(at).toISOString().slice(0, 10)}, ${id}`;
    await world.rules.change(rules, verdict, { why, by });
  }
  world.record({
    type: "rule-change",
    runId,
    at: world.timeText(world.now()),
    callId,
    verdict,
    rules,
    scope,
    by,
    id,
    door,
  });
}
