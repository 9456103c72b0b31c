import { z } from "zod";
import type { ServerDefinitions } from "../sources/mcp/tool-definition.ts";
import { skillContractSchema } from "../sources/skills/skill.ts";
import { originSchema } from "../sources/skills/skills-lock.ts";
import { SEVERITIES } from "../support/finding.ts";
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
