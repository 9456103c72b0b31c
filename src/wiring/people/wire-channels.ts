import { hostname } from "node:os";
import type { MessengerName } from "../../config/schema/messengers.ts";
import type { MessengerService } from "../../contract/user/messenger.ts";
import { once } from "../../support/once.ts";
import type { VaultServices } from "../containment/wire-vault.ts";
import type { Foundation } from "../foundation.ts";
import type { ConfigWriter } from "../settings/config-writer.ts";
import type { Storage } from "../storage/wire-storage.ts";

interface ChannelServices {
  readonly storage: Storage;
  readonly vault: VaultServices;
  writer(): Promise<ConfigWriter>;
}

/** Makes the messengers of the config changeable at run time. */
export function wireChannels(
  { live }: Foundation,
  { storage, vault, writer }: ChannelServices,
): () => Promise<MessengerService<MessengerName>> {
  let known = live.current().config.channels;
  const service = once(async () => {
    const [{ openChannels }, { reportBoard }] = await Promise.all([
      import("./open-channels.ts"),
      import("./messenger-reports.ts"),
    ]);
    const reports = reportBoard({
      documents: async () => (await storage.store()).documents,
      host: hostname(),
    });
    return openChannels({ config: () => live.current().config, reports, writer, vault: vault.service });
  });
  live.follow(["channels"], async ({ config: { channels } }) => {
    const before = known;
    known = channels;
    await (await service.get()).follow(before, channels);
  });
  return service.get;
}
