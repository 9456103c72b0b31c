import { z } from "zod";
import { someLimitsSchema } from "../../../sandbox/limit/limits.ts";

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

export type SkillContract = z.infer<typeof skillContractSchema>;
