import { z } from "zod";

/** A self-starting file that a program wrote: kept out of its place until a person decides about it. */
export const setApartSchema = z.object({
  id: z.string(),
  /** The true path where the program put it. */
  path: z.string(),
  type: z.enum(["file", "link", "other"]),
  /** What would happen with it. */
  why: z.string(),
  callId: z.string(),
  at: z.string(),
  /** Of its content; of the target of a link. */
  sha256: z.string(),
  mode: z.int(),
  /** The SHA-256 of what stands in its place; null where nothing does. */
  replaces: z.string().nullable(),
  status: z.enum(["waiting", "accepted", "discarded"]),
  by: z.string().optional(),
  decidedAt: z.string().optional(),
});

export type SetApart = z.infer<typeof setApartSchema>;

/** What is set apart, for the people who decide about it. No tool can reach it. */
export interface SetApartFiles {
  list(): Promise<SetApart[]>;
  /** The content too, as text. */
  show(id: string): Promise<SetApart & { readonly content: string }>;
  /** Puts the file where the program wanted it. */
  accept(id: string, by: string): Promise<SetApart>;
  discard(id: string, by: string): Promise<SetApart>;
}
