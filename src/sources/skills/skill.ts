import { z } from "zod";
import { someLimitsSchema } from "../../sandbox/limit/limits.ts";

/** Where a skill comes from, from the most to the least trusted. Only `shipped` needs nobody's acceptance. */
const SKILL_LEVELS = ["shipped", "user", "project", "imported"] as const;

export type SkillLevel = (typeof SKILL_LEVELS)[number];

/** Something about a skill that differs from the specification; lenient loading warns, strict loading refuses. */
const skillIssueSchema = z.object({ code: z.string(), message: z.string() });

/** A server that a skill brings along, as its `mcp.json` says. Nothing of it runs before the user accepted it. */
const skillServerSchema = z.object({
  name: z.string(),
  command: z.string().optional(),
  args: z.array(z.string()).optional(),
  env: z.record(z.string(), z.string()).optional(),
  url: z.string().optional(),
});

/** What a skill declares that it touches, and its user accepts with the rest of its content. */
export const skillContractSchema = z.object({
  folders: z.array(z.object({ path: z.string(), access: z.enum(["read", "write"]) })),
  hosts: z.array(z.string()),
  environment: z.array(z.string()),
  programs: z.array(z.string()),
  /** Whether its scripts may run other programs of the sandbox too: not where its contract lists the only ones. */
  otherPrograms: z.enum(["allowed", "refused"]).default("allowed"),
  servers: z.array(z.string()),
  /** What its scripts are held to, where that is less than the config allows. */
  limits: someLimitsSchema.default({}),
});

/** What a skill says of itself. */
const skillManifestSchema = z.object({
  /** Lowercase letters, digits and hyphens: what callers use, and the name of the folder it is installed in. */
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
  /** Rules for the only tools it may use; left out when it names none, and then the other layers decide alone. */
  allowedTools: z.array(z.string()).optional(),
  keywords: z.array(z.string()),
  intents: z.array(z.string()),
  /** Requests that it serves. */
  examples: z.array(z.string()),
  /** Whether a model may pick it by itself, and whether a user may call it by name. */
  modelInvocable: z.boolean(),
  userInvocable: z.boolean(),
  servers: z.array(skillServerSchema),
  contract: skillContractSchema,
  issues: z.array(skillIssueSchema),
});

export type SkillIssue = z.infer<typeof skillIssueSchema>;

export type SkillServer = z.infer<typeof skillServerSchema>;

export type SkillContract = z.infer<typeof skillContractSchema>;

export type SkillManifest = z.infer<typeof skillManifestSchema>;

/** A skill read from its folder: the manifest and the instructions that follow it. */
export interface LoadedSkill {
  readonly manifest: SkillManifest;
  readonly body: string;
}

/** The longest name the Agent Skills specification allows. */
const MAX_NAME_LENGTH = 64;

const SPECIFIED = /^[a-z0-9]+(?:-[a-z0-9]+)*$/;

/** Whether the name is one that the specification allows. */
export function isSpecifiedName(name: string): boolean {
  return name.length <= MAX_NAME_LENGTH && SPECIFIED.test(name);
}

/**
 * The one spelling of a skill's name: lowercase letters and digits of any script, joined by hyphens. It holds no blank,
 * slash, dot or other sign, so that it can name a folder. Empty when nothing is left of the text.
 */
export function skillName(text: string): string {
  const words =
    text
      .normalize("NFKC")
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? [];
  let name = words.join("-");
  // File systems count bytes: shorten by characters until 64 letters of any script fit.
  while ([...name].length > MAX_NAME_LENGTH || Buffer.byteLength(name) > 200) name = name.slice(0, -1);
  return name.replace(/-+$/, "").normalize("NFC");
}
