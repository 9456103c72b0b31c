import type { Purpose } from "../../../scan/program/purpose.ts";
import type { DecoyHome } from "./decoy-home.ts";
import { isExpectedLater } from "./judge-hosts.ts";
import type { TrialFinding } from "./trial-finding.ts";
import { type Observed, PHASES, type Phase } from "./trial-report.ts";

interface Seen {
  readonly observed: readonly Observed[];
  readonly decoy: Pick<DecoyHome, "isSensitive">;
  readonly home: string;
  readonly purpose: Purpose;
  /** The scope of its package, if it has one. */
  readonly owner?: string;
}

/** Judges actions that begin only after a while and were absent at first. */
export function judgeDelayed({ observed, decoy, home, purpose, owner }: Seen): TrialFinding[] {
  const early = new Set(observed.filter(({ phase }) => phase === "start" || phase === "calls").map(key));
  const hidden = observed.filter(
    (one) =>
      (one.phase === "later" || one.phase === "many-calls") &&
      (one.kind === "host" ||
        one.kind === "program" ||
        (one.kind !== "variable" && decoy.isSensitive(one.what))) &&
      !early.has(key(one)),
  );
  const owners = new Set(
    observed
      .filter(({ kind, phase }) => kind === "host" && PROMPT.has(phase))
      .map(({ what }) => ownerOf(what)),
  );
  return hidden.map(({ kind, what, phase }) => ({
    severity:
      kind === "host" &&
      (owners.has(ownerOf(what)) ||
        // A publisher may collect figures at their own host now and then.
        ownerOf(what).split(".")[0] === owner ||
        (phase === "many-calls" && isExpectedLater(what, purpose)))
        ? "notice"
        : "danger",
    message: `${kind === "host" ? "contacts" : kind === "program" ? "starts" : `${kind}s`} ${what.replace(home, "~")} ${PHASES[phase]}`,
  }));
}

const PROMPT: ReadonlySet<Phase> = new Set<Phase>(["start", "calls"]);
/** Hosts where every user has a separate subdomain. */
const SHARED =
  /(?:^|\.)(?:supabase\.co|amazonaws\.com|cloudfront\.net|(?:github|gitlab)\.io|(?:vercel|netlify|web|fly)\.(?:app|dev)|(?:workers|pages|r2)\.dev|herokuapp\.com|azurewebsites\.net|onrender\.com|(?:com?|org|net)\.[a-z]{2})$/;
const ownerOf = (host: string): string => (SHARED.test(host) ? host : host.split(".").slice(-2).join("."));
const key = ({ kind, what }: Observed): string => `${kind} ${what}`;
