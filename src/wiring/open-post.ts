import { join } from "node:path";
import { type AttachmentShelf, createAttachmentShelf } from "../conversation/attachment-shelf.ts";
import { createPostOffice, type PostOffice } from "../conversation/post-office.ts";
import type { Store } from "../store/store.ts";

/** The way to people and what they sent, of a home. */
export function openPost(
  home: string,
  store: () => Promise<Store>,
): { office: PostOffice; shelf: AttachmentShelf } {
  const shelf = createAttachmentShelf(join(home, "attachments"), async () => (await store()).documents);
  return { shelf, office: createPostOffice({ store, shelf }) };
}
