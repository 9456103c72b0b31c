import { z } from "zod";

/**
 * How a version of a file came about. `before`: it existed before the conversation. `elsewhere`: something other than a call
 * of the conversation wrote it. `undone`: the file as it is since a call was undone.
 */
const VERSION_KINDS = ["before", "made", "changed", "deleted", "elsewhere", "undone"] as const;

/** One state of a file that a conversation made or changed. */
const fileVersionSchema = z.object({
  number: z.int().describe("0 is the oldest that is known"),
  kind: z.enum(VERSION_KINDS),
  at: z.string().optional(),
  runId: z.string().optional(),
  callId: z.string().optional(),
  tool: z.string().optional(),
  bytes: z.int().optional().describe("Absent if there was no file"),
  undone: z.boolean().describe("Whether the call was undone since"),
  readable: z.boolean().describe("Whether its content is still known"),
});

/** A file that a conversation made or changed, with its versions, oldest first. */
export const changedFileSchema = z.object({
  id: z.string().describe("Names the file in this conversation"),
  kind: z.enum(["file", "artifact"]),
  path: z.string().describe("Relative to the workspace; for an artifact, its name"),
  mediaType: z.string(),
  exists: z.boolean(),
  changedAt: z.string(),
  versions: z.array(fileVersionSchema),
});

export type FileVersion = z.infer<typeof fileVersionSchema>;
export type ChangedFile = z.infer<typeof changedFileSchema>;
