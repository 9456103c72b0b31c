import { z } from "zod";

/** How a candidate is fetched. `remote` runs on another party's machine; `skill` is a source that skills are installed from. */
const PACKAGE_TYPES = ["npm", "pypi", "oci", "mcpb", "remote", "skill"] as const;

/** A variable that a candidate declares it needs. */
const wantedVariableSchema = z.object({
  // The approval question shows this name, so it must not look like another line of the question.
  name: z.string().regex(/^[\w.-]{1,200}$/),
  description: z.string().max(1_000).default(""),
  secret: z.boolean().default(false),
  required: z.boolean().default(false),
});

/** An installable server or skill, as a registry lists it. All fields are untrusted. */
export const candidateSchema = z.object({
  /** The name in its registry, such as `io.github.someone/weather`. */
  name: z.string().min(1).max(300),
  kind: z.enum(["mcp", "skill"]),
  title: z.string().max(300).default(""),
  description: z.string().max(4_000).default(""),
  version: z.string().max(100).default(""),
  /** The URL of the registry that lists it. */
  registry: z.string(),
  package: z.object({
    type: z.enum(PACKAGE_TYPES),
    /** The package, image, URL or source. */
    identifier: z.string().min(1).max(2_000),
    version: z.string().max(100).default(""),
    args: z.array(z.string().max(2_000)).max(50).default([]),
    /** The checksum in the registry, in hex. */
    sha256: z.string().max(64).optional(),
  }),
  variables: z.array(wantedVariableSchema).max(100).default([]),
  repository: z.string().max(1_000).default(""),
  /** How often it was downloaded or installed, if the registry counts that. */
  downloads: z.number().int().nonnegative().optional(),
  publishedAt: z.string().max(40).default(""),
  updatedAt: z.string().max(40).default(""),
  /** `active`, or another status that the registry reports. */
  status: z.string().max(40).default("active"),
});

export type Candidate = z.infer<typeof candidateSchema>;
