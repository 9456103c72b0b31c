import { z } from "zod";
import type { DocumentRepository } from "../store/store.ts";

const KIND = "undelivered-runs";
const MOST_AT_ONCE = 1_000;

const placeSchema = z.object({
  person: z.string(),
  group: z.string().optional(),
  language: z.enum(["en", "zh"]),
});

/** Where the replies of a run go. */
type ReplyPlace = z.output<typeof placeSchema>;

/** Stores which runs a messenger still owes replies, for the process that has the messenger next. */
export function undeliveredRuns(
  documents: Pick<DocumentRepository, "put" | "delete" | "list">,
  door: string,
) {
  const keyOf = (runId: string) => `${door}/${runId}`;
  return {
    keep: (runId: string, place: ReplyPlace) => documents.put(KIND, keyOf(runId), place),
    forget: (runId: string) => documents.delete(KIND, keyOf(runId)),
    async all(): Promise<readonly (readonly [runId: string, place: ReplyPlace])[]> {
      const stored = await documents.list(KIND, { prefix: keyOf(""), limit: MOST_AT_ONCE });
      return stored.flatMap(({ key, value }) => {
        const place = placeSchema.safeParse(value).data;
        return place === undefined ? [] : [[key.slice(keyOf("").length), place] as const];
      });
    },
  };
}
