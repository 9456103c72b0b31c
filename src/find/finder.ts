import { compareVersions, validate } from "compare-versions";
import { DejimaError } from "../contract/error.ts";
import { serverPrefix } from "../contract/tool-family.ts";
import type { DocumentRepository } from "../store/store.ts";
import { defined } from "../support/defined.ts";
import { didYouMean } from "../support/nearest.ts";
import type { Candidate } from "./candidate.ts";
import { differencesOf, reachesMore } from "./differences.ts";
import type { Installation, Installations } from "./installations.ts";
import type { Mirror } from "./registry/mirror.ts";
import { revocationOf } from "./registry/read-revocations.ts";
import type { Registries } from "./registry/registries.ts";
import type { CandidateSearch, Found } from "./search-candidates.ts";
import { describeTrial, installedName, type TrialRecord, trialRecordSchema } from "./trial-record.ts";
import { type TrialWorld, tryCandidate } from "./try-candidate.ts";

/** Finds, tries and installs what is missing. Only a person's yes installs; the doors and the gate see to that. */
export interface Finder {
  readonly registries: Pick<Registries, "list" | "add" | "remove">;
  /** Copies registries anew, and turns off what was revoked. Gives what went wrong, by location. */
  refresh(options?: {
    readonly all?: boolean;
    readonly signal?: AbortSignal;
  }): Promise<ReadonlyMap<string, string>>;
  /** Searches the local copies; those older than a day are renewed first. */
  find(request: string, options?: { readonly limit?: number; readonly signal?: AbortSignal }): Promise<Found>;
  /** Fetches and tries a candidate by its name. Installs nothing. */
  tryOut(name: string, options?: { readonly signal?: AbortSignal }): Promise<TrialRecord>;
  trial(id: string): Promise<TrialRecord>;
  /** The whole of a trial in words, for the person who decides. */
  describe(id: string, purpose?: string): Promise<string>;
  /** Installs what a trial was about. */
  install(
    trialId: string,
    options?: { readonly callId?: string },
  ): Promise<{ readonly name: string; readonly kind: Candidate["kind"]; readonly tools: readonly string[] }>;
  installed(): Promise<Installation[]>;
  /** Installed servers that a registry has a newer version of. */
  outdated(options?: { readonly signal?: AbortSignal }): Promise<Outdated[]>;
  /** Tries the newest version of an installed server. Changes nothing. */
  tryUpdate(server: string, options?: { readonly signal?: AbortSignal }): Promise<TrialRecord>;
  /** Takes back what a call installed. Returns `undefined` if it installed nothing. */
  undo(callId: string): Promise<{ readonly undone: { path: string; action: string }[] } | undefined>;
}

/** An installed server and the version that could take its place. */
interface Outdated {
  readonly server: string;
  readonly package: string;
  readonly installed: string;
  readonly latest: string;
}

interface FinderParts {
  readonly documents: DocumentRepository;
  readonly registries: Registries;
  readonly mirror: Mirror;
  readonly search: CandidateSearch;
  readonly trials: TrialWorld;
  readonly installations: Installations;
  /** Names of servers that are taken. */
  servers(): readonly string[];
  /** Turns off an installed server or skill. */
  turnOff(installation: Installation): Promise<void>;
}

const TRIALS = "trials";

/** Opens the finder of a home. */
export function openFinder(parts: FinderParts): Finder {
  const { documents, registries, mirror, search, installations } = parts;

  async function refresh(options: { readonly all?: boolean; readonly signal?: AbortSignal } = {}) {
    const problems = await mirror.refresh(options);
    const revoked = await mirror.revocations();
    for (const held of revoked.length === 0 ? [] : await installations.list())
      if (revocationOf(revoked, held.trial.candidate, held.trial.integrity) !== undefined)
        await parts.turnOff(held);
    return problems;
  }

  async function named(name: string): Promise<Candidate> {
    const all = await mirror.candidates();
    const found = all.filter((one) => one.name === name || one.package.identifier === name);
    const [candidate] = found;
    if (candidate === undefined)
      throw new DejimaError(
        "not_found",
        all.length === 0
          ? `Cannot find "${name}": no registry was added, or none could be copied. \`dejima registry list\` shows them`
          : `Cannot find "${name}" in the registries${
              didYouMean(
                name,
                all.map((one) => one.name),
              ) || ". Look for it with: dejima find TEXT"
            }`,
      );
    return candidate;
  }

  async function refuseRevoked(candidate: Candidate, integrity?: string): Promise<void> {
    const revocation = revocationOf(await mirror.revocations(), candidate, integrity);
    if (revocation === undefined) return;
    const why = revocation.reason === "" ? "" : `: ${revocation.reason}`;
    throw new DejimaError("tool_not_allowed", `Cannot use "${candidate.name}": it was revoked${why}`);
  }

  async function keep(record: TrialRecord): Promise<TrialRecord> {
    await documents.put(TRIALS, record.id, record);
    return record;
  }

  async function trial(id: string): Promise<TrialRecord> {
    const parsed = trialRecordSchema.safeParse(await documents.get(TRIALS, id));
    if (parsed.success) return parsed.data;
    throw new DejimaError("not_found", `Cannot find the trial "${id}": try the capability first`);
  }

  return {
    registries,
    refresh,
    async find(request, { limit = 3, signal } = {}) {
      const problems = await refresh(defined({ signal }));
      const found = await search.find(request, { limit, ...defined({ signal }) });
      return { ...found, notices: [...problems.values(), ...found.notices] };
    },
    async tryOut(name, options = {}) {
      const candidate = await named(name);
      await refuseRevoked(candidate);
      return keep(
        await tryCandidate(candidate, parts.trials, {
          server: freeName(candidate, parts.servers()),
          ...options,
        }),
      );
    },
    trial,
    describe: async (id, purpose) => describeTrial(await trial(id), purpose),
    async install(trialId, options) {
      const record = await trial(trialId);
      await refuseRevoked(record.candidate, record.integrity);
      const { tools } = await installations.install(record, options);
      return { name: installedName(record), kind: record.candidate.kind, tools };
    },
    installed: () => installations.list(),
    async outdated(options = {}) {
      await refresh(options);
      const all = await mirror.candidates();
      return (await installations.list()).flatMap(({ server, trial: { candidate } }) => {
        const latest = candidate.kind === "skill" ? undefined : newest(candidate, all);
        if (latest === undefined) return [];
        const { identifier, version } = candidate.package;
        return [{ server, package: identifier, installed: version, latest: latest.package.version }];
      });
    },
    async tryUpdate(server, options = {}) {
      const held = (await installations.list()).find(
        (one) => one.server === server && one.trial.skill === undefined,
      );
      if (held === undefined)
        throw new DejimaError(
          "not_found",
          `Cannot update "${server}": it was not installed from a registry. \`dejima mcp list\` shows the servers`,
        );
      await refresh(options);
      const candidate = newest(held.trial.candidate, await mirror.candidates());
      if (candidate === undefined)
        throw new DejimaError("conflict", `Cannot update "${server}": no registry has a newer version`);
      await refuseRevoked(candidate);
      const record = await tryCandidate(candidate, parts.trials, { server, ...options });
      const isMore = reachesMore(held.trial, record);
      const update = {
        from: held.trial.candidate.package.version,
        differences: differencesOf(held.trial, record),
      };
      const grade = isMore && record.grade === "nothing found" ? "careful" : record.grade;
      return keep({ ...record, grade, update });
    },
    async undo(callId) {
      const held = await installations.undo(callId);
      if (held === undefined) return undefined;
      const kind = held.trial.skill === undefined ? "MCP server" : "skill";
      return { undone: [{ path: `${kind} ${held.server}`, action: "uninstalled" }] };
    },
  };
}

/** The newest version of the same package, if it is newer. */
function newest({ name, package: own }: Candidate, all: readonly Candidate[]): Candidate | undefined {
  const versions = all.filter(
    (one) => one.name === name && one.package.identifier === own.identifier && validate(one.package.version),
  );
  const [latest] = versions.toSorted((a, b) => compareVersions(b.package.version, a.package.version));
  if (latest === undefined || !validate(own.version)) return undefined;
  return compareVersions(latest.package.version, own.version) > 0 ? latest : undefined;
}

/** A name for the server that no other has. */
function freeName({ name }: Candidate, taken: readonly string[]): string {
  const short = (name.split("/").at(-1) ?? name)
    .toLowerCase()
    .split(/[^a-z0-9]/)
    .filter(Boolean)
    .join("-");
  const base = short.slice(0, 30) || "server";
  for (let count = 1; ; count++) {
    const free = count === 1 ? base : `${base}-${count}`;
    if (!taken.some((name) => serverPrefix(name).toLowerCase() === serverPrefix(free))) return free;
  }
}
