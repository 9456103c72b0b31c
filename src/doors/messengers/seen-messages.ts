import { z } from "zod";
import type { Runtime } from "../../runtime.ts";

const KIND = "seen-messages";
const REMEMBERED_MESSAGES = 500;
const idsSchema = z.array(z.string());

/** Remembers across restarts which messages were received: messengers repeat those they consider lost. */
export async function seenMessages(runtime: Runtime, door: string) {
  const { documents } = runtime.store;
  const ids = new Set(idsSchema.safeParse(await documents.get(KIND, door)).data ?? []);
  let last: Promise<unknown> = Promise.resolve();
  return {
    /**
     * Whether this message is new. It is stored as received before anything is done with it. If that fails, it counts as new:
     * the message itself then fails, and the person gets an error.
     */
    async isNew(id: string): Promise<boolean> {
      if (ids.has(id)) return false;
      ids.add(id);
      if (ids.size > REMEMBERED_MESSAGES) ids.delete(ids.values().next().value ?? "");
      last = last.then(() => documents.put(KIND, door, [...ids])).catch(() => undefined);
      await last;
      return true;
    },
  };
}
