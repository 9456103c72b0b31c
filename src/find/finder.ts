import { compareVersions, validate } from "compare-versions";
import { DejimaError } from "../contract/error.ts";
import { serverPrefix } from "../contract/tool-family.ts";
import type { DocumentRepository } from "../store/store.ts";
import { defined } from "../support/defined.ts";
import { didYouMean } from "../support/nearest.ts";
import type { Candidate } from "./candidate.ts";
import { describeTrial } from "./describe-trial.ts";
import { differencesOf, reachesMore } from "./differences.ts";
import type { Installation, Installations } from "./installations.ts";
import type { Mirror } from "./registry/mirror.ts";
import { revocationOf } from "./registry/read-revocations.ts";
import type { Registries } from "./registry/registries.ts";
import type { CandidateSearch, Found } from "./search-candidates.ts";
import { installedName, type TrialRecord, trialRecordSchema } from "./trial-record.ts";
import { type TrialWorld, tryCandidate } from "./try-candidate.ts";

/** Finds, tries and installs missing tools. Only a person's approval installs one; the doors and the gate enforce that. */
export interface Finder {
  readonly registries: Pick<Registries, "list" | "add" | "remove">;
  /** Copies the registries again and turns off revoked installations. Returns the errors by location. */
  refresh(options?: {
    readonly all?: boolean;
    readonly signal?: AbortSignal;
  }): Promise<ReadonlyMap<string, string>>;
  /** Searches the local copies. Copies older than a day are refreshed first. */
  find(request: string, options?: { readonly limit?: number; readonly signal?: AbortSignal }): Promise<Found>;
  /** Fetches and tries the candidate with this name. Installs nothing. */
  tryOut(name: string, options?: { readonly signal?: AbortSignal }): Promise<TrialRecord>;
  trial(id: string): Promise<TrialRecord>;
  /** Describes a whole trial for the person who decides. */
  describe(id: string, purpose?: string, language?: "en" | "zh"): Promise<string>;
  /** Installs the candidate of a trial. */
  install(
    trialId: string,
    options?: { readonly callId?: string },
  ): Promise<{ readonly name: string; readonly kind: Candidate["kind"]; readonly tools: readonly string[] }>;
  installed(): Promise<Installation[]>;
  /** Installed servers and skills for which a registry has a newer version. */
  outdated(options?: { readonly signal?: AbortSignal }): Promise<Outdated[]>;
  /** Tries the newest version of an installed server or skill. Changes nothing. */
  tryUpdate(name: string, options?: { readonly signal?: AbortSignal }): Promise<TrialRecord>;
  /** Undoes an installation: removes it or restores the previous version. `undefined` if the call installed nothing. */
  undo(callId: string): Promise<{ readonly undone: { path: string; action: string }[] } | undefined>;
}

/** An installed server or skill and the version that could replace it. */
interface Outdated {
  /** The name of the server or skill. */
  readonly server: string;
  readonly kind: Candidate["kind"];
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
  /** Names of servers that are already in use. */
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
    for (const installation of revoked.length === 0 ? [] : await installations.list())
      if (revocationOf(revoked, installation.trial.candidate, installation.trial.integrity) !== undefined)
        await parts.turnOff(installation);
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

  /** The latest version of an installed server or skill, if it is newer. A skill without versions is compared by content. */
  async function newer(
    { candidate, integrity, skill }: TrialRecord,
    all: readonly Candidate[],
    options: { readonly signal?: AbortSignal },
  ): Promise<{ readonly candidate: Candidate; readonly version: string } | undefined> {
    if (skill === undefined) {
      const latest = newest(candidate, all);
      return latest === undefined ? undefined : { candidate: latest, version: latest.package.version };
    }
    const listed = all.find(
      (one) => one.kind === "skill" && one.name === candidate.name && one.registry === candidate.registry,
    );
    if (listed === undefined) return undefined;
    const { version } = listed.package;
    if (version !== "" && version === candidate.package.version) return undefined;
    const hash = await parts.trials.skillHash(listed.package.identifier, options).catch(() => undefined);
    if (hash === undefined || hash === integrity) return undefined;
    return { candidate: listed, version: version || hash.slice(0, 12) };
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
    describe: async (id, purpose, language) => describeTrial(await trial(id), purpose, language),
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
      const found: Outdated[] = [];
      for (const { server, trial } of await installations.list()) {
        const latest = await newer(trial, all, options);
        const { kind, package: own } = trial.candidate;
        if (latest !== undefined)
          found.push({
            server,
            kind,
            package: own.identifier,
            installed: versionOf(trial),
            latest: latest.version,
          });
      }
      return found;
    },
    async tryUpdate(name, options = {}) {
      const all = (await installations.list()).filter(({ server }) => server === name);
      const installed = all.find(({ trial: { skill } }) => skill === undefined) ?? all[0];
      if (installed === undefined)
        throw new DejimaError(
          "not_found",
          `Cannot update "${name}": it was not installed from a registry. \`dejima mcp list\` and \`dejima skill list\` show what is there`,
        );
      await refresh(options);
      const latest = await newer(installed.trial, await mirror.candidates(), options);
      if (latest === undefined)
        throw new DejimaError("conflict", `Cannot update "${name}": no registry has a newer version`);
      await refuseRevoked(latest.candidate);
      const record = await tryCandidate(latest.candidate, parts.trials, { server: name, ...options });
      if (record.skill !== undefined && record.skill.name !== name)
        throw new DejimaError(
          "skill_invalid",
          `Cannot update "${name}": the newer version calls itself "${record.skill.name}"`,
        );
      const isMore = reachesMore(installed.trial, record);
      const update = {
        from: versionOf(installed.trial),
        differences: differencesOf(installed.trial, record),
      };
      const grade = isMore && record.grade === "nothing found" ? "careful" : record.grade;
      return keep({ ...record, grade, update });
    },
    async undo(callId) {
      const undone = await installations.undo(callId);
      if (undone === undefined) return undefined;
      const { server, trial, previous } = undone;
      const kind = trial.skill === undefined ? "MCP server" : "skill";
      const action = previous === undefined ? "uninstalled" : `restored to ${versionOf(previous)}`;
      return { undone: [{ path: `${kind} ${server}`, action }] };
    },
  };
}

/** The version shown to people: the version number, or the first characters of the hash. */
function versionOf({ candidate, integrity }: TrialRecord): string {
  return candidate.package.version || integrity.slice(0, 12);
}

/** The latest version of the same package, if it is newer. */
function newest({ name, package: own }: Candidate, all: readonly Candidate[]): Candidate | undefined {
  const versions = all.filter(
    (one) => one.name === name && one.package.identifier === own.identifier && validate(one.package.version),
  );
  const [latest] = versions.toSorted((a, b) => compareVersions(b.package.version, a.package.version));
  if (latest === undefined || !validate(own.version)) return undefined;
  return compareVersions(latest.package.version, own.version) > 0 ? latest : undefined;
}

/** A name for the server that no other server has. */
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
