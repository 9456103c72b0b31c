import { z } from "zod";

/** A file made for the user. It is stored in the run's `artifacts` folder under this name. */
export const artifactSchema = z.object({
  name: z.string(),
  mediaType: z.string(),
  bytes: z.int(),
  sha256: z.string(),
});

export type Artifact = z.infer<typeof artifactSchema>;

/** The files that a run makes for its user. */
export interface Artifacts {
  /** Stores a file. The name is sanitized, and made unique if it is taken. */
  save(file: { readonly name: string; readonly mediaType: string; readonly content: Uint8Array }): Artifact;
  /** The artifacts of the run so far, oldest first. */
  list(): readonly Artifact[];
}
