import { z } from "zod";

/** A file made for the user. It lies in the run's `artifacts` folder under this name. */
export const artifactSchema = z.object({
  name: z.string(),
  mediaType: z.string(),
  bytes: z.int(),
  sha256: z.string(),
});

export type Artifact = z.infer<typeof artifactSchema>;

/** The files that a run makes for its user. */
export interface Artifacts {
  /** Keeps a file. The name is made harmless, and another one is found where it is taken. */
  save(file: { readonly name: string; readonly mediaType: string; readonly content: Uint8Array }): Artifact;
  /** What the run has made so far, oldest first. */
  list(): readonly Artifact[];
}
