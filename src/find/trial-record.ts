import { z } from "zod";
import type { ServerDefinitions } from "../sources/mcp/tool-definition.ts";
import { skillContractSchema } from "../sources/skills/skill.ts";
import { originSchema } from "../sources/skills/skills-lock.ts";
import { SEVERITIES } from "../support/finding.ts";
import { visibleLine } from "../text/visible-text.ts";
import { candidateSchema } from "./candidate.ts";
import { GRADES } from "./judge/risk-report.ts";

const lineSchema = z.object({
  severity: z.enum([...SEVERITIES, "fact"]),
  text: z.string(),
  source: z.string(),
});

/** The permissions that are enforced after a person's approval. Everything else is out of reach. */
const contractSchema = z.object({
  hosts: z.array(z.string()),
  /** Variables that it gets if they are set. */
  variables: z.array(z.string()),
  programs: z.array(z.string()),
});

/** The stored record of a sandboxed trial of one version of a candidate. A person approves exactly this record. */
export const trialRecordSchema = z.object({
  id: z.string(),
  at: z.string(),
  candidate: candidateSchema,
  grade: z.enum(GRADES),
  lines: z.array(lineSchema),
  contract: contractSchema,
  /** Variables that it needs and that are not set. */
  missing: z.array(z.string()),
  /** The name of the server, and its entry in the config. */
  server: z.object({ name: z.string(), config: z.record(z.string(), z.unknown()) }).optional(),
  /** The name of a skill, its origin, and the permissions of its scripts. */
  skill: z.object({ name: z.string(), origin: originSchema, contract: skillContractSchema }).optional(),
  integrity: z.string(),
  /** The hash of each file of the package. */
  files: z.record(z.string(), z.string()),
  /** Hosts named in its code. */
  codeHosts: z.array(z.string()),
  // Validated when the server sent them. Since then only we write them.
  definitions: z
    .custom<ServerDefinitions>((value) => typeof value === "object" && value !== null && "tools" in value)
    .optional(),
  /** Set for a newer version of an installed server or skill: the differences. */
  update: z.object({ from: z.string(), differences: z.array(z.string()) }).optional(),
});

export type TrialRecord = z.infer<typeof trialRecordSchema>;

/** The name under which a tried candidate is installed. */
export function installedName({ server, skill, candidate }: TrialRecord): string {
  return skill?.name ?? server?.name ?? candidate.name;
}

const GRADE_WORDS: Readonly<Record<TrialRecord["grade"], string>> = {
  "nothing found": "These checks found nothing against it. That is no proof that it is harmless",
  careful: "Look at the warnings before you agree",
  dangerous: "It does things that no honest one does. It cannot be installed this way",
};

/** Describes a whole trial for a person: its purpose, the warnings, its permissions, and the other known facts. */
export function describeTrial(record: TrialRecord, purpose?: string): string {
  const { candidate, grade, lines, missing, definitions, update, skill } = record;
  const { type, identifier, version } = candidate.package;
  const listed = (severities: readonly string[]) =>
    lines
      .filter(({ severity }) => severities.includes(severity))
      .map(({ text, source }) => `  - ${visibleLine(text)} (${visibleLine(source)})`);
  const against = listed(["danger", "warning"]);
  const tools = (definitions?.tools ?? []).map(({ name }) => visibleLine(name));
  return [
    `${visibleLine(candidate.title || candidate.name)}: ${visibleLine(candidate.description).slice(0, 300)}`,
    `${type} ${visibleLine(identifier)}${version === "" ? "" : ` ${visibleLine(version)}`}, from ${visibleLine(candidate.registry)}`,
    ...(purpose === undefined || purpose === "" ? [] : [`What for: ${visibleLine(purpose)}`]),
    `Grade: ${grade}. ${GRADE_WORDS[grade]}`,
    ...(against.length === 0 ? [] : ["Against it:", ...against]),
    ...(update === undefined
      ? []
      : [
          `Different from ${visibleLine(update.from)}:`,
          ...update.differences.map((text) => `  - ${visibleLine(text)}`),
        ]),
    ...contractLines(record),
    ...(missing.length === 0 ? [] : [`Not set yet, and needed: ${missing.map(visibleLine).join(", ")}`]),
    ...(skill === undefined
      ? [`Tools: ${tools.length === 0 ? "none seen" : tools.slice(0, 20).join(", ")}`]
      : []),
    "Known besides:",
    ...listed(["notice", "fact"]),
  ].join("\n");
}

/** The enforced permissions, line by line. */
function contractLines({ contract, server, skill, grade }: TrialRecord): string[] {
  const listed = (none: string, word: string, names: readonly string[]) =>
    `  - ${names.length === 0 ? none : `${word} ${names.map(visibleLine).join(", ")}`}`;
  const shared = [
    listed("reach no host", "reach", contract.hosts),
    listed("get no variable", "get the variables", contract.variables),
  ];
  // A dangerous candidate cannot be approved, so its lines promise nothing: they report what the trial observed.
  if (grade === "dangerous")
    return ["In the trial it wanted to:", ...shared, ...programLines(contract.programs)];
  if (skill === undefined)
    return [
      "If you agree, it runs contained and may do this and nothing else:",
      ...shared,
      "  - see no folder of yours",
      server?.config.risk === "low"
        ? "  - run its tools without asking you again: nothing is in their reach"
        : "  - its tools ask you as those of any other server do",
    ];
  const { folders, programs } = skill.contract;
  return [
    "If you agree, the model may read it, and its scripts run contained and may do this and nothing else:",
    ...shared,
    listed(
      "see no folder of yours, only files that a call names",
      "see",
      folders.map(({ path, access }) => `${path} (${access})`),
    ),
    listed("start no programs but plain tools of a shell", "start the programs", programs),
    "  - each script asks you as those of any other skill do",
  ];
}

const programLines = (programs: readonly string[]): string[] =>
  programs.length === 0 ? [] : [`  - start the programs ${programs.map(visibleLine).join(", ")}`];
