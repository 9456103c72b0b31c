import { z } from "zod";

/** A self-starting file that a program wrote. It is kept out of its place until a person decides about it. */
export const setApartSchema = z.object({
  id: z.string(),
  /** The canonical path where the program put it. */
  path: z.string(),
  type: z.enum(["file", "link", "other"]),
  /** What would run or obey the file. */
  why: z.string(),
  callId: z.string(),
  at: z.string(),
  /** Hash of its content, or of a link's target. */
  sha256: z.string(),
  mode: z.int(),
  /** The SHA-256 of the file in its place; `null` if there is none. */
  replaces: z.string().nullable(),
  status: z.enum(["waiting", "accepted", "discarded"]),
  by: z.string().optional(),
  decidedAt: z.string().optional(),
});

export type SetApart = z.infer<typeof setApartSchema>;

/** The set-apart files, for the people who decide about them. No tool can reach this service. */
export interface SetApartFiles {
  list(): Promise<SetApart[]>;
  /** Includes the content as text. */
  show(id: string): Promise<SetApart & { readonly content: string }>;
  /** Puts the file where the program wanted it. */
  accept(id: string, by: string): Promise<SetApart>;
  discard(id: string, by: string): Promise<SetApart>;
}
