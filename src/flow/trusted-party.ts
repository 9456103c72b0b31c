import type { Party } from "../contract/asking/grant.ts";
import type { ArgumentOrigin } from "../contract/origin.ts";
import type { ExplainedCall } from "./call-leaves.ts";
import type { RunOrigins } from "./run-origins.ts";
import { spendsMoney } from "./spends-money.ts";

/** Effects that a person's trust in a source never covers. */
const FINAL = /^(?:command\.|file\.)/;
const MOST_VALUE = 200;

/** The source that all unexplained arguments of a call come from. Returns `undefined` if there is none, or the call is final. */
export function partyOf(
  call: ExplainedCall,
  { origins }: { readonly origins: readonly ArgumentOrigin[] },
  run: RunOrigins,
): Party | undefined {
  const asking = origins.filter(({ asks }) => asks);
  const [first, ...others] = asking.map(({ sources = [] }) => sources);
  const source = first?.find((name) => others.every((sources) => sources.includes(name)));
  if (source === undefined) return undefined;
  const party = { source, results: run.results.count };
  return isFromParty(call, { origins, party }, run) ? party : undefined;
}

/**
 * Whether a party said all unexplained values of a call before a person trusted it. A receiver must be a whole field of its
 * results: others may have written into free text, so free text does not name receivers.
 */
export function isFromParty(
  call: ExplainedCall,
  { origins, party }: { readonly origins: readonly ArgumentOrigin[]; readonly party: Party },
  { own, results }: RunOrigins,
): boolean {
  const { tool, effects } = call;
  const isFinal = tool.flow.changes === "for good" || effects.some(({ kind }) => FINAL.test(kind));
  if (isFinal || spendsMoney(call)) return false;
  const isSaid = ({ value, role }: ArgumentOrigin) =>
    role !== "code" &&
    value.length < MOST_VALUE &&
    results.saidBy(value, { ...party, whole: role === "destination" });
  const destinations = origins
    .filter(({ role }) => role === "destination")
    .map(({ value }) => targetOf(value));
  return (
    origins.filter(({ asks }) => asks).every(isSaid) &&
    effects.every(
      ({ kind, target, server }) =>
        server !== undefined ||
        !/^(?:message|host)\./.test(kind) ||
        own.names(target) ||
        destinations.includes(targetOf(target)),
    )
  );
}

/** One spelling of an address, so that two can be compared. */
export function targetOf(text: string): string {
  return text
    .trim()
    .toLowerCase()
    .replace(/^https?:\/\//, "")
    .replace(/\/$/, "");
}
