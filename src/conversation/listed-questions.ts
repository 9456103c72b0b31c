import { z } from "zod";
import type { Approval } from "../contract/asking/approval.ts";
import type { Store } from "../store/store.ts";

/** The open questions that a conversation was last shown in one list. */
interface ListedQuestions {
  of(conversation: string): Promise<readonly string[]>;
  keep(conversation: string, listed: readonly Approval[]): Promise<void>;
}

const COLLECTION = "listed-questions";
const idsSchema = z.array(z.string());

/** Stores which questions were listed, for every process that serves the conversation. */
export function listedQuestions(store: () => Promise<Pick<Store, "documents">>): ListedQuestions {
  return {
    async of(conversation) {
      const stored = idsSchema.safeParse(await (await store()).documents.get(COLLECTION, conversation));
      return stored.success ? stored.data : [];
    },
    async keep(conversation, listed) {
      const ids = listed.map(({ id }) => id);
      await (await store()).documents.put(COLLECTION, conversation, ids);
    },
  };
}
