import { z } from "zod";
import { someLimitsSchema } from "../../sandbox/limit/limits.ts";
import { foldForMatching } from "../../text/fold.ts";

/** Where a skill comes from, from the most to the least trusted. Only a `shipped` skill needs no acceptance. */
const SKILL_LEVELS = ["shipped", "user", "project", "imported"] as const;

/** One of the levels above. */
export type SkillLevel = (typeof SKILL_LEVELS)[number];

/** A difference from the specification. Lenient loading warns about it, strict loading refuses the skill. */
const skillIssueSchema = z.object({ code: z.string(), message: z.string() });

/** A server in the `mcp.json` of a skill. It does not run before the user accepted it. */
const skillServerSchema = z.object({
  name: z.string(),
  command: z.string().optional(),
  args: z.array(z.string()).optional(),
  env: z.record(z.string(), z.string()).optional(),
  url: z.string().optional(),
});

/** What a skill declares to access. The user accepts it together with its content. */
export const skillContractSchema = z.object({
  folders: z.array(z.object({ path: z.string(), access: z.enum(["read", "write"]) })),
  hosts: z.array(z.string()),
  environment: z.array(z.string()),
  programs: z.array(z.string()),
  /** Whether its scripts may run programs that it does not list. */
  otherPrograms: z.enum(["allowed", "refused"]).default("allowed"),
  servers: z.array(z.string()),
  /** Limits for its scripts that are lower than those of the config. */
  limits: someLimitsSchema.default({}),
});

/** The manifest of a skill: what it declares about itself. */
const skillManifestSchema = z.object({
  /** Lowercase letters, digits and hyphens. Callers use it, and it names the folder of an installed skill. */
  name: z.string(),
  /** The name as its author wrote it. */
  title: z.string(),
  description: z.string(),
  kind: z.enum(["knowledge", "tool", "hybrid"]),
  version: z.string().optional(),
  license: z.string().optional(),
  compatibility: z.string().optional(),
  argumentHint: z.string().optional(),
  metadata: z.record(z.string(), z.string()),
  /** Rules for the only tools that it may use. Left out if it restricts nothing: then the other layers decide. */
  allowedTools: z.array(z.string()).optional(),
  keywords: z.array(z.string()),
  intents: z.array(z.string()),
  /** Requests that it serves. */
  examples: z.array(z.string()),
  /** Whether a model may choose it, and whether a user may call it by name. */
  modelInvocable: z.boolean(),
  userInvocable: z.boolean(),
  servers: z.array(skillServerSchema),
  contract: skillContractSchema,
  issues: z.array(skillIssueSchema),
});

/** An issue of a skill. */
export type SkillIssue = z.infer<typeof skillIssueSchema>;

/** A server of a skill. */
export type SkillServer = z.infer<typeof skillServerSchema>;

/** The declared access of a skill. */
export type SkillContract = z.infer<typeof skillContractSchema>;

/** The manifest of a skill. */
export type SkillManifest = z.infer<typeof skillManifestSchema>;

/** A skill read from its folder: the manifest and the instructions that follow it. */
export interface LoadedSkill {
  readonly manifest: SkillManifest;
  readonly body: string;
}

/** The longest name the Agent Skills specification allows. */
const MAX_NAME_LENGTH = 64;

const SPECIFIED = /^[a-z0-9]+(?:-[a-z0-9]+)*$/;

/** Whether the specification allows the name. */
export function isSpecifiedName(name: string): boolean {
  return name.length <= MAX_NAME_LENGTH && SPECIFIED.test(name);
}

/**
 * The canonical spelling of a skill's name: lowercase letters and digits of any script, joined by hyphens, so
 * that it can name a folder. Hidden characters and look-alikes make no other name. Returns an empty text if
 * there is no letter or digit.
 */
export function skillName(text: string): string {
  const words =
    foldForMatching(text)
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? [];
  let name = words.join("-");
  // File systems count bytes: shorten by characters until 64 letters of any script fit.
  while ([...name].length > MAX_NAME_LENGTH || Buffer.byteLength(name) > 200) name = name.slice(0, -1);
  return name.replace(/-+$/, "").normalize("NFC");
}
