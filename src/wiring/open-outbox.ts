import { join } from "node:path";
import { type AttachmentStore, createAttachmentStore } from "../conversation/attachment-store.ts";
import { createOutbox, type Outbox } from "../conversation/outbox.ts";
import type { Store } from "../store/store.ts";

/** The way to people and what they sent, of a home. */
export function openPost(
  home: string,
  store: () => Promise<Store>,
): { service: Outbox; storage: AttachmentStore } {
  const storage = createAttachmentStore(join(home, "attachments"), async () => (await store()).documents);
  return { storage, service: createOutbox({ store, storage }) };
}
