import { z } from "zod";

/** What a skill declares that it touches, and its user accepts with the rest of its content. */
export const skillContractSchema = z.object({
  folders: z.array(z.object({ path: z.string(), access: z.enum(["read", "write"]) })),
  hosts: z.array(z.string()),
  environment: z.array(z.string()),
  programs: z.array(z.string()),
  servers: z.array(z.string()),
});

export type SkillContract = z.infer<typeof skillContractSchema>;
