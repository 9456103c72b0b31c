import { join } from "node:path";
import { DejimaError } from "../contract/error.ts";
import type { McpSource } from "../sources/mcp/mcp-source.ts";
import { readPackageCommand } from "../sources/mcp/package/package-command.ts";
import { NAMES_ADDRESS, NAMES_FILE } from "../sources/mcp/trial/decoy-home.ts";
import { isCloudHost, isMadeUpHost } from "../sources/mcp/trial/judge-hosts.ts";
import type { TrialOptions, TrialResult } from "../sources/mcp/trial/try-server.ts";
import { defined } from "../support/defined.ts";
import { sha256 } from "../support/lazy-crypto.ts";
import type { Candidate } from "./candidate.ts";
import { canReach } from "./judge/about-unobserved.ts";
import { type PackageFacts, packageFacts } from "./judge/package-facts.ts";
import { type ProvenSubject, verifyProvenance } from "./judge/provenance/verify-provenance.ts";
import { verifyRegistrySignature } from "./judge/provenance/verify-registry-signature.ts";
import { readDependencies } from "./judge/read-dependencies.ts";
import { type PackageContent, purposeFrom, readPackage } from "./judge/read-package.ts";
import { readPythonPackage } from "./judge/read-python-package.ts";
import { riskReport } from "./judge/risk-report.ts";
import { isOwnVariable } from "./own-variables.ts";
import { type SkillTrialWorld, trySkillCandidate } from "./skill/try-skill-candidate.ts";
import type { TrialRecord } from "./trial-record.ts";

/** The dependencies of a trial. */
export interface TrialWorld {
  readonly skills: Pick<SkillTrialWorld, "library" | "sandbox" | "folder">;
  fetchPackage: McpSource["fetchPackage"];
  tryServer(
    options: Pick<
      TrialOptions,
      | "place"
      | "variables"
      | "optional"
      | "purpose"
      | "owner"
      | "shownArguments"
      | "known"
      | "canReach"
      | "signal"
    >,
  ): Promise<TrialResult>;
  /** The package registry's entry of a package. `undefined` if the registry does not answer. */
  describePackage(name: string, options: { readonly signal?: AbortSignal }): Promise<unknown>;
  /** The package registry's proofs of origin for a version. `undefined` if the registry does not answer. */
  attestations(name: string, version: string, options: { readonly signal?: AbortSignal }): Promise<unknown>;
  /** The current hash of a skill at its source. */
  skillHash(source: string, options: { readonly signal?: AbortSignal }): Promise<string>;
  /** Names of the existing tools, except those of the server that a newer version would replace. */
  knownTools(replaced: string): ReadonlySet<string>;
  /** Names of packages that the registries list as older than this one. */
  olderNames(candidate: Candidate): Promise<readonly string[]>;
  readonly variables: Readonly<Record<string, string | undefined>>;
  readonly now: () => number;
}

const HARMLESS = { risk: "low", sends: "nothing" };

const LAUNCHERS = { npm: ["npx", "-y"], pypi: ["uvx"] } as const;

/** Fetches a candidate without running its scripts, reports on it and starts it in the sandbox. Installs nothing. */
export async function tryCandidate(
  candidate: Candidate,
  world: TrialWorld,
  { server, signal }: { readonly server: string; readonly signal?: AbortSignal },
): Promise<TrialRecord> {
  const { type, identifier, version } = candidate.package;
  if (candidate.kind === "skill")
    return trySkillCandidate(candidate, { ...world, ...world.skills }, defined({ signal }));
  if (type === "remote") return remoteRecord(candidate, { server, world });
  if (type !== "npm" && type !== "pypi")
    throw new DejimaError(
      "invalid_input",
      `Cannot try "${candidate.name}": it comes as ${type}, and only packages of npm and PyPI can be tried`,
    );
  const argv = [
    ...LAUNCHERS[type],
    version === "" ? identifier : `${identifier}@${version}`,
    ...candidate.package.args,
  ];
  const fetched = await world.fetchPackage(argv, defined({ signal }));
  if (fetched?.kind !== "package")
    throw new DejimaError("invalid_input", `Cannot fetch "${identifier}": it is not the name of a package`);
  const exact = fetched.versions[identifier] ?? version;
  const [content, facts] = await Promise.all([
    contentOf(candidate, fetched.folder),
    factsOf(candidate, exact, world, signal),
  ]);
  const [command = "", ...args] = fetched.argv;
  const named = readPackageCommand(fetched.argv);
  const trial = await world.tryServer({
    place: { command, args, ...(named && { package: { ...named, integrity: fetched.integrity } }) },
    ...triedVariables(candidate, content),
    purpose: content?.purpose ?? purposeOf(candidate),
    known: world.knownTools(server),
    canReach: content === undefined || canReach(content.powers),
    shownArguments: candidate.package.args.length > 0 ? [] : (content?.shownArguments ?? []),
    ...defined({ signal, owner: /^@([\w.-]+)\//.exec(identifier)?.[1] }),
  });
  const origin = await originOf(
    { name: identifier, version: exact, integrity: fetched.integrity },
    { facts, world, ...defined({ signal }) },
  );
  const { scripts, folder } = fetched;
  const needed =
    type === "npm" ? await readDependencies(folder, { own: identifier, scripts, hosts: trial.hosts }) : [];
  const { grade, lines } = riskReport({
    candidate,
    facts,
    content,
    trial,
    fetched,
    ...origin,
    now: world.now(),
    older: await world.olderNames(candidate),
    more: needed,
  });
  const wanted = candidate.variables.map(({ name }) => name);
  const given = wanted.filter((name) => !isOwnVariable(name) && world.variables[name] !== undefined);
  const hosts = trial.hosts.filter(
    (host) => /^[\w-]+(?:\.[\w-]+)+$/.test(host) && !isMadeUpHost(host) && !isCloudHost(host),
  );
  const config = {
    command,
    args,
    integrity: fetched.integrity,
    ...(given.length === 0 ? {} : { env: given }),
    // Without hosts and without variables its tools can do no harm, so one approval is enough for them.
    ...(trial.hosts.length === 0 && given.length === 0 ? HARMLESS : {}),
    ...(hosts.length === 0 ? {} : { hosts }),
  };
  const record = {
    at: new Date(world.now()).toISOString(),
    candidate: { ...candidate, package: { ...candidate.package, version: exact } },
    grade,
    lines: [...lines],
    server: { name: server, config },
    integrity: fetched.integrity,
    contract: { hosts, variables: given, programs: [...trial.programs] },
    missing: candidate.variables
      .filter(({ name, required }) => required && !given.includes(name))
      .map(({ name }) => name),
    files: { ...content?.files },
    codeHosts: [...(content?.hosts ?? [])],
    ...defined({ definitions: trial.definitions }),
  };
  // The id covers every field of the record that a person approves.
  return { id: `trial-${sha256(JSON.stringify(record)).slice(0, 16)}`, ...record };
}

/** The variables that get made-up values: those of the listing, and those that only the package's own texts mention. */
function triedVariables({ variables }: Candidate, content: PackageContent | undefined) {
  const listed = variables.filter(({ name }) => !isOwnVariable(name));
  return {
    variables: [...new Set([...listed.map(({ name }) => name), ...(content?.documented ?? [])])],
    optional: listed
      .filter(
        ({ name, required, secret }) =>
          !required && !secret && !NAMES_FILE.test(name) && !NAMES_ADDRESS.test(name),
      )
      .map(({ name }) => name),
  };
}

async function contentOf(
  { package: { type, identifier }, name, title, description }: Candidate,
  folder: string,
): Promise<PackageContent | undefined> {
  const stated = `${name} ${title} ${description}`;
  if (type === "pypi") return readPythonPackage(join(folder, "site"), identifier, stated);
  if (type !== "npm") return undefined;
  return readPackage(join(folder, "node_modules", identifier), stated);
}

async function factsOf(
  { package: { type, identifier } }: Candidate,
  version: string,
  world: TrialWorld,
  signal?: AbortSignal,
): Promise<PackageFacts | undefined> {
  if (type !== "npm") return undefined;
  const packument = await world.describePackage(identifier, defined({ signal })).catch(() => undefined);
  return packageFacts(packument, version);
}

interface OriginParts {
  readonly facts: PackageFacts | undefined;
  readonly world: TrialWorld;
  readonly signal?: AbortSignal;
}

/** Verifies the registry's proofs of who published these bytes and where they were built. */
async function originOf(subject: ProvenSubject, { facts, world, signal }: OriginParts) {
  if (facts === undefined) return {};
  const signature = await verifyRegistrySignature(facts.signatures, subject);
  if (!facts.provenance) return { signature };
  const answer = await world
    .attestations(subject.name, subject.version, defined({ signal }))
    .catch(() => undefined);
  return answer === undefined
    ? { signature }
    : { signature, provenance: await verifyProvenance(answer, subject) };
}

const purposeOf = ({ name, title, description }: Candidate) => {
  const stated = `${name} ${title} ${description}`.toLowerCase();
  return purposeFrom(stated, stated);
};

/** The record of a remote server. It cannot be tried: the report says so, and a person decides. */
function remoteRecord(
  candidate: Candidate,
  { server, world }: { readonly server: string; readonly world: TrialWorld },
): TrialRecord {
  const { grade, lines } = riskReport({ candidate, older: [], now: world.now() });
  const url = candidate.package.identifier;
  const record = {
    at: new Date(world.now()).toISOString(),
    candidate,
    grade,
    lines: [...lines],
    missing: [],
    integrity: "",
    files: {},
    codeHosts: [],
    contract: { hosts: [new URL(url).hostname], variables: [], programs: [] },
    server: { name: server, config: { url } },
  };
  return { id: `trial-${sha256(JSON.stringify(record)).slice(0, 16)}`, ...record };
}
