import type { Purpose } from "../../../scan/program/purpose.ts";
import type { DecoyHome } from "./decoy-home.ts";
import { isForPurpose, isKeyPlace } from "./key-places.ts";
import type { TrialFinding } from "./trial-finding.ts";
import { type Observed, PHASES } from "./trial-report.ts";

interface Read {
  readonly decoy: Pick<DecoyHome, "isSensitive" | "isKeyFile" | "isOnlyMet">;
  readonly home: string;
  readonly purpose: Purpose;
  /** Whether the read content could leave. */
  readonly canReach: boolean;
}

/** A server that reads this many unnamed plain files goes through everything. */
const WALKED = 2;
const SHOWN = 4;

/**
 * Judges which files of the made-up home a server read. After the trial it gets none of them, so reads only show its intent. A
 * server that goes through everything has no particular target: it is dangerous only if it opens keys and could send them.
 */
export function judgeReads(reads: readonly Observed[], seen: Read): TrialFinding[] {
  const { decoy, home, purpose, canReach } = seen;
  const walked = new Set(reads.map(({ what }) => what).filter((what) => decoy.isOnlyMet(what)));
  const isMet = (what: string) => walked.size >= WALKED && (!decoy.isKeyFile(what) || !canReach);
  const places = reads
    .map(({ what, phase }) => ({ what, phase, shown: what.replace(home, "~") }))
    .filter(({ what, shown }) => decoy.isSensitive(what) && isKeyPlace(shown));
  const met = places.filter(({ what }) => isMet(what));
  const [first] = met;
  const names = [...new Set(met.map(({ shown }) => shown))];
  return [
    ...places
      .filter(({ what }) => !isMet(what))
      .map(
        ({ shown, phase }): TrialFinding => ({
          severity: isForPurpose(shown, purpose) ? "notice" : "danger",
          message: `reads ${shown}, a place of keys and accounts, ${PHASES[phase]}`,
        }),
      ),
    ...(first === undefined
      ? []
      : [
          {
            severity: "notice" as const,
            message: `goes through the whole home ${PHASES[first.phase]}, also through ${names.slice(0, SHOWN).join(", ")}`,
          },
        ]),
  ];
}
