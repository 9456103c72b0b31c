import { join } from "node:path";
import { openTokenValidity } from "../../access/token-validity.ts";
import { LOCAL_USER } from "../../contract/run.ts";
import type { HttpClient } from "../../network/http-client.ts";
import { openPushKey } from "../../push/push-key.ts";
import { createPushService, type PushService } from "../../push/push-service.ts";
import { lazily } from "../../support/once.ts";
import type { Foundation } from "../foundation.ts";
import type { Storage } from "../storage/wire-storage.ts";

/**
 * Push services require a contact for each server. A server without a public address names its machine.
 */
const NO_CONTACT = "mailto:dejima@localhost";

/** Opens notifications for browsers whose page is closed. The key is created for the first browser. */
export function openPush(
  { live }: Pick<Foundation, "live">,
  { store, claimHome }: Pick<Storage, "store" | "claimHome">,
  { client, redact }: { readonly client: HttpClient; redact(text: string): Promise<string> },
): PushService {
  const { home, config } = live.current();
  const key = lazily(() => {
    claimHome();
    return openPushKey(join(home, "push-key.pem"), config.server.publicUrl ?? NO_CONTACT);
  });
  return createPushService({
    documents: async () => (await store()).documents,
    client,
    key,
    async holds(user, since) {
      return user === LOCAL_USER || openTokenValidity((await store()).documents).holds(user, since);
    },
    redact,
    now: Date.now,
  });
}
