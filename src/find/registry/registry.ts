import { z } from "zod";

/**
 * What a registry is: `mcp` speaks the API of the MCP registry (v0.1), `index` is a JSON file with a list of servers and skills,
 * `folder` holds skills, `clawhub` speaks the API of ClawHub, `revocations` lists what must not be used.
 */
const REGISTRY_KINDS = ["mcp", "index", "folder", "clawhub", "revocations"] as const;

/** A registry that a person has agreed to, and how its copy stands. */
export const registrySchema = z.object({
  /** The address or path, in one spelling. */
  location: z.string(),
  kind: z.enum(REGISTRY_KINDS),
  /** When a person agreed that it is asked, and who. */
  agreedAt: z.string(),
  agreedBy: z.string(),
  /** When its entries were last copied whole. */
  mirroredAt: z.string().optional(),
  entries: z.int().default(0),
  /** Why the last attempt to copy it failed. */
  problem: z.string().optional(),
});

export type Registry = z.infer<typeof registrySchema>;
export type RegistryKind = Registry["kind"];

/** Fetches one document from a registry. */
export type FetchDocument = (url: string, options: { readonly signal?: AbortSignal }) => Promise<Buffer>;
