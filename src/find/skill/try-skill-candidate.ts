import { join } from "node:path";
import type { Sandbox } from "../../sandbox/sandbox.ts";
import type { SkillLibrary } from "../../sources/skills/library/skill-library.ts";
import type { SkillContract, SkillManifest } from "../../sources/skills/skill.ts";
import { counted } from "../../support/counted-things.ts";
import { defined } from "../../support/defined.ts";
import { sha256 } from "../../support/lazy-crypto.ts";
import type { Candidate } from "../candidate.ts";
import { aboutUnobserved } from "../judge/about-unobserved.ts";
import type { ReportLine } from "../judge/candidate-facts.ts";
import { readPackage } from "../judge/read-package.ts";
import { riskReport } from "../judge/risk-report.ts";
import { isOwnVariable } from "../own-variables.ts";
import type { TrialRecord } from "../trial-record.ts";
import { type SkillTrial, trySkill } from "./try-skill.ts";

/** The dependencies of a skill trial. */
export interface SkillTrialWorld {
  library(): Promise<Pick<SkillLibrary, "fetchInto">>;
  sandbox(): Promise<Sandbox>;
  /** Where fetched skills are stored, by their content. */
  readonly folder: string;
  readonly variables: Readonly<Record<string, string | undefined>>;
  readonly now: () => number;
}

/** Fetches a skill, reports on it and runs its scripts in the sandbox on sample input. Installs nothing. */
export async function trySkillCandidate(
  candidate: Candidate,
  world: SkillTrialWorld,
  { signal }: { readonly signal?: AbortSignal },
): Promise<TrialRecord> {
  const library = await world.library();
  const { preview, folder } = await library.fetchInto(candidate.package.identifier, {
    folder: join(world.folder, "skills"),
    ...defined({ signal }),
  });
  const { manifest, content, origin, scan } = preview;
  const read = await readPackage(folder, `${manifest.name} ${candidate.title} ${manifest.description}`);
  const trial = await trySkill({
    folder,
    paths: Object.keys(content.files),
    text: read.prose,
    purpose: read.purpose,
    variables: manifest.contract.environment,
    workFolder: world.folder,
    sandbox: await world.sandbox(),
    ...defined({ signal }),
  });
  const contract = triedContract(manifest.contract, trial);
  const { grade, lines } = riskReport({
    candidate,
    older: [],
    now: world.now(),
    content: { ...read, findings: scan.findings },
    more: [
      ...skillLines(manifest, trial, contract),
      ...aboutUnobserved({
        ...read,
        ...trial,
        saysItReads: false,
        wantsKey: false,
        codeHosts: [],
        takesPaths: false,
      }),
    ],
  });
  const record = {
    at: new Date(world.now()).toISOString(),
    grade,
    lines: [...lines],
    candidate: { ...candidate, kind: "skill" as const },
    contract: {
      hosts: contract.hosts,
      programs: contract.programs,
      variables: contract.environment.filter((name) => world.variables[name] !== undefined),
    },
    missing: contract.environment.filter((name) => world.variables[name] === undefined),
    integrity: content.hash,
    files: { ...content.files },
    codeHosts: [...read.hosts],
    skill: { name: manifest.name, origin, contract },
  };
  // The id covers every field of the record that a person approves.
  return { id: `trial-${sha256(JSON.stringify(record)).slice(0, 16)}`, ...record };
}

/** The permissions of its scripts: the observed hosts, the declared and the observed programs, and otherwise what it declares. */
function triedContract(declared: SkillContract, { hosts, programs }: SkillTrial): SkillContract {
  return {
    ...declared,
    hosts: hosts.filter((host) => /^[\w-]+(?:\.[\w-]+)+$/.test(host)),
    environment: declared.environment.filter((name) => !isOwnVariable(name)),
    programs: [...new Set([...declared.programs, ...programs])],
    otherPrograms: "refused",
    servers: [],
  };
}

function skillLines(
  { name, contract: declared, servers }: SkillManifest,
  trial: SkillTrial,
  { hosts }: SkillContract,
): ReportLine[] {
  const source = "trial";
  const fact = (text: string): ReportLine => ({ severity: "fact", text, source });
  const unseen = declared.hosts.filter((host) => !hosts.includes(host));
  const undeclared =
    declared.hosts.length === 0 ? [] : hosts.filter((host) => !declared.hosts.includes(host));
  return [
    ...trial.findings.map(({ severity, message }) => ({ severity, text: `It ${message}`, source })),
    ...trial.failed.map(
      ({ script, why }): ReportLine => ({
        severity: "notice",
        text: `The script ${script} ended with an error on sample input, so little is known of it: ${why}`,
        source,
      }),
    ),
    ...(undeclared.length === 0
      ? []
      : [
          {
            severity: "warning" as const,
            source,
            text: `Reached for hosts that it does not declare: ${undeclared.join(", ")}`,
          },
        ]),
    ...(unseen.length === 0
      ? []
      : [
          {
            severity: "notice" as const,
            source: "SKILL.md",
            text: `Declares hosts that the trial did not see it need, and does not get them: ${unseen.join(", ")}. To give it all that it declares: dejima skill trust ${name}`,
          },
        ]),
    ...(servers.length === 0
      ? []
      : [
          {
            severity: "warning" as const,
            source: "mcp.json",
            text: `Brings the servers ${servers.map((server) => server.name).join(", ")}, which were not tried and are not started. To accept them: dejima skill trust ${name}`,
          },
        ]),
    fact(
      trial.scripts.length === 0
        ? "It has no scripts: it is a text that the model reads"
        : `${counted(trial.scripts.length, "script")} ran ${trial.runs} times on sample input, without network in a made-up home`,
    ),
    ...(trial.hosts.length === 0
      ? []
      : [fact(`Reached for the hosts ${trial.hosts.slice(0, 12).join(", ")}`)]),
    ...(trial.programs.length === 0
      ? []
      : [fact(`Started the programs ${trial.programs.slice(0, 12).join(", ")}`)]),
    ...(trial.variables.length === 0
      ? []
      : [fact(`Asked for the variables ${trial.variables.slice(0, 12).join(", ")}`)]),
    ...(trial.files.length === 0 ? [] : [fact(`Wrote in its home: ${trial.files.slice(0, 8).join(", ")}`)]),
  ];
}
