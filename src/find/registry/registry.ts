import { z } from "zod";

/**
 * The kinds of registries. `mcp` has the API of the MCP registry (v0.1). `index` is a JSON file with a list of servers and
 * skills. `folder` and `git`, a repository, contain skills. `clawhub` and `skills-sh` have the APIs of ClawHub and skills.sh.
 * `revocations` lists servers and skills that must not be used.
 */
const REGISTRY_KINDS = ["mcp", "index", "folder", "git", "clawhub", "skills-sh", "revocations"] as const;

/** A registry that a person has approved, and the state of its copy. */
export const registrySchema = z.object({
  /** The URL or path in canonical spelling. */
  location: z.string(),
  kind: z.enum(REGISTRY_KINDS),
  /** When a person approved it, and who. */
  agreedAt: z.string(),
  agreedBy: z.string(),
  /** When its entries were last copied completely. */
  mirroredAt: z.string().optional(),
  entries: z.int().default(0),
  /** Why the last attempt to copy it failed. */
  problem: z.string().optional(),
});

export type Registry = z.infer<typeof registrySchema>;
export type RegistryKind = Registry["kind"];

/** Fetches one document from a registry. */
export type FetchDocument = (url: string, options: { readonly signal?: AbortSignal }) => Promise<Buffer>;
