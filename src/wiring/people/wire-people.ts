import { hostname } from "node:os";
import { join } from "node:path";
import type { Memories as MemoriesForPrompt } from "../../agent/agent-parts.ts";
import type { MessengerName } from "../../config/schema/messengers.ts";
import type { MessengerService } from "../../contract/user/messenger.ts";
import type { AttachmentStore } from "../../conversation/attachment-store.ts";
import type { Outbox } from "../../conversation/outbox.ts";
import type { Memories } from "../../memory/memories.ts";
import type { Profiles } from "../../profile/profiles.ts";
import type { Schedules } from "../../schedule/schedules.ts";
import { lazily, once } from "../../support/once.ts";
import type { VaultServices } from "../containment/wire-vault.ts";
import type { Foundation } from "../foundation.ts";
import type { ConfigWriter } from "../settings/config-writer.ts";
import type { Blobs } from "../storage/wire-blobs.ts";
import type { CallServices } from "../storage/wire-harbour.ts";
import { type Storage, sharedOf } from "../storage/wire-storage.ts";
import type { Catalogue } from "../tools/wire-search.ts";

/** Profiles, memories and schedules of users, and messages to them. */
export interface People {
  memories(): Promise<Memories>;
  profiles(): Promise<Profiles>;
  /** The time zone of a user: from their profile, else from this machine. */
  timezoneOf(user: string): Promise<string>;
  schedules(): Promise<Schedules>;
  /** Messages to people. */
  mail(): Promise<Outbox>;
  /** Files that people sent. */
  attachments(): Promise<AttachmentStore>;
  /** What a prompt says about a user: the profile in one line, then the memories that fit the message. */
  readonly forPrompt: MemoriesForPrompt;
}

interface PeopleParts {
  readonly storage: Storage;
  readonly blobs: Blobs;
  readonly calls: Pick<CallServices, "redact">;
  readonly catalogue: Pick<Catalogue, "embedders">;
}

interface ChannelServices {
  readonly storage: Storage;
  readonly vault: VaultServices;
  writer(): Promise<ConfigWriter>;
}

/** Defers each of them until its first use. */
export function wirePeople(
  { settings }: Foundation,
  { storage: { store }, blobs, calls: { redact }, catalogue: { embedders } }: PeopleParts,
): People {
  const { config, home } = settings;
  const memories = once(async () => {
    const { createMemories } = await import("../../memory/memories.ts");
    return createMemories({ store, embedders, redact, now: Date.now, limit: config.memory.limit });
  });
  // Imported once: asking the module loader each time costs more than the work itself.
  const profileModule = once(() => import("../../profile/profiles.ts"));
  const profiles = once(async () =>
    (await profileModule.get()).createProfiles({ store, redact, now: Date.now }),
  );
  const ownZone = lazily(() => Intl.DateTimeFormat().resolvedOptions().timeZone);
  const timezoneOf = async (user: string) =>
    (await (await profiles.get()).get(user)).values.timezone ?? ownZone();
  const schedules = once(async () => {
    const { createSchedules } = await import("../../schedule/schedules.ts");
    return createSchedules({
      ledger: async () => (await store()).schedules,
      now: Date.now,
      redact,
      timezoneOf,
      defaults: config.schedule,
      limit: config.schedule.limit,
    });
  });
  const attachments = once(async () => {
    const { createAttachmentStore } = await import("../../conversation/attachment-store.ts");
    return createAttachmentStore({
      folder: join(home, "attachments"),
      documents: async () => (await store()).documents,
      blobs: blobs.open,
    });
  });
  const mail = once(async () => {
    const { createOutbox } = await import("../../conversation/outbox.ts");
    const exclusive = config.runs === "here" ? undefined : sharedOf(await store()).exclusive;
    return createOutbox({ store, storage: await attachments.get(), exclusive });
  });
  return {
    memories: memories.get,
    profiles: profiles.get,
    timezoneOf,
    schedules: schedules.get,
    mail: mail.get,
    attachments: attachments.get,
    async forPrompt(text, { user }) {
      const { profileText } = await profileModule.get();
      const recalled = await (await memories.get()).recall(user, text);
      const profile = await (await profiles.get()).get(user);
      const line = profileText(profile);
      return [
        ...(line === undefined ? [] : [remembered(line, profile.untrusted)]),
        ...recalled.map(({ text: memory, source }) => remembered(memory, source.untrusted)),
      ];
    },
  };
}

function remembered(text: string, untrusted: readonly string[] = []) {
  return untrusted.length === 0 ? { text } : { text, source: untrusted.join("; ") };
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
