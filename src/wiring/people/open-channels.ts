import { isDeepStrictEqual } from "node:util";
import { entryOf, withEntry, withEntrySettings, withoutEntry } from "../../config/edit/edit-servers.ts";
import type { Config } from "../../config/schema/config-schema.ts";
import {
  MESSENGER_NAMES,
  MESSENGERS,
  type MessengerName,
  messengerHelp,
  messengerSecret,
} from "../../config/schema/messengers.ts";
import { DejimaError } from "../../contract/error.ts";
import type {
  MessengerInfo,
  MessengerPeople,
  MessengerReport,
  MessengerService,
} from "../../contract/user/messenger.ts";
import { secretReference } from "../../support/config-references.ts";
import { defined } from "../../support/defined.ts";
import { issueWords } from "../../support/issue-words.ts";
import type { Vault } from "../../vault/vault.ts";
import type { ChangeAuthor, ConfigWriter } from "../settings/config-writer.ts";
import type { ReportBoard } from "./messenger-reports.ts";

interface ChannelParts {
  config(): Config;
  readonly reports: ReportBoard;
  writer(): Promise<ConfigWriter>;
  vault(): Promise<Vault>;
}

const SUBJECT = "the messengers";

/** Opens the messengers of the config for doors. `follow` receives every change of the config. */
export function openChannels({
  config,
  reports,
  writer,
  vault,
}: ChannelParts): MessengerService<MessengerName> & {
  follow(before: Config["channels"], after: Config["channels"]): Promise<void>;
} {
  const listeners = new Set<(name: MessengerName) => Promise<void>>();
  const reopen = async (name: MessengerName) => {
    await Promise.all([...listeners].map((listener) => listener(name)));
  };

  function requireConnected(name: MessengerName) {
    const settings = config().channels[name];
    if (settings !== undefined) return settings;
    throw new DejimaError(
      "not_found",
      `${MESSENGERS[name].title} is not connected. Run: dejima channel connect ${name}`,
    );
  }

  /** Changes settings of a configured messenger. */
  async function change(
    name: MessengerName,
    settings: Readonly<Record<string, unknown>>,
    doer: ChangeAuthor,
  ) {
    requireConnected(name);
    const { file } = await (await writer()).change(
      SUBJECT,
      (text) => {
        const next = withEntrySettings(text, "channels", name, settings);
        if (next === undefined) throw notNamed(name);
        return next;
      },
      doer,
    );
    return { file };
  }

  return {
    async list() {
      const known = new Set((await (await vault()).list()).map(({ name }) => name));
      return Promise.all(
        MESSENGER_NAMES.map(async (name) => info(name, config(), known, await reports.of(name))),
      );
    },
    async connect(name, { settings, secrets, allow = [] }, { by }) {
      const before = config().channels[name];
      const entered = Object.fromEntries(Object.entries(secrets).filter(([, value]) => value !== ""));
      const named = Object.fromEntries(
        Object.keys(entered).map((key) => [key, secretReference(messengerSecret(name, key))]),
      );
      const allowed = [...new Set([...(before?.allowed ?? []), ...allow])];
      refuseMisuse(name, settings, { before: { ...before }, given: entered });
      check(name, { ...before, ...settings, ...named, allowed });
      const store = await vault();
      for (const [key, value] of Object.entries(entered)) {
        const binding = { ...BINDING, tools: [`channel:${name}`] };
        await store.set(messengerSecret(name, key), { source: "stored", value, binding }, { by });
      }
      const { file } = await (await writer()).change(
        SUBJECT,
        (text) => {
          // Taken from the text of the config, so that a reference to a variable stays one.
          const { enabled: _on, ...written } = entryOf(text, "channels", name) ?? {};
          return withEntry(text, "channels", name, { ...written, ...settings, ...named, allowed });
        },
        { by },
      );
      // If only secrets changed, the config is the same and nothing else would reopen the messenger.
      if (isDeepStrictEqual(before, config().channels[name])) await reopen(name);
      return { file, allowed };
    },
    setPeople: (name, { allowed, approvers }, doer) =>
      change(name, { allowed: [...allowed], approvers }, doer),
    setEnabled: (name, enabled, doer) => change(name, { enabled: enabled ? undefined : false }, doer),
    async remove(name, { by }) {
      requireConnected(name);
      const { file } = await (await writer()).change(
        SUBJECT,
        (text) => {
          const next = withoutEntry(text, "channels", name);
          if (next === undefined) throw notNamed(name);
          return next;
        },
        { by },
      );
      const store = await vault();
      for (const key of MESSENGERS[name].secrets) await store.remove(messengerSecret(name, key), { by });
      await reports.forget(name);
      return { file };
    },
    async test(name) {
      requireConnected(name);
      if (listeners.size === 0)
        throw new DejimaError(
          "conflict",
          `Cannot test ${MESSENGERS[name].title}: this process does not answer at messengers. \`dejima serve\` does`,
        );
      const settled = reports.next(name);
      await reopen(name);
      return settled;
    },
    report: (name, report) => reports.put(name, report),
    onChange(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    async follow(before, after) {
      const changed = MESSENGER_NAMES.filter((name) => !isDeepStrictEqual(before[name], after[name]));
      await Promise.all(changed.map(reopen));
    },
  };
}

const BINDING = { hosts: [], paths: ["/**"], methods: ["*"], places: ["header" as const] };

function info(
  name: MessengerName,
  { channels }: Config,
  known: ReadonlySet<string>,
  report: MessengerReport,
): MessengerInfo<MessengerName> {
  const channel = channels[name];
  const { title, ask, secrets, settings, steps, ...named } = MESSENGERS[name];
  const needed = new Set(settings.safeParse({}).error?.issues.map(({ path }) => path[0]));
  const values = new Map<string, unknown>(Object.entries(channel ?? {}));
  const people: MessengerPeople = {
    allowed: channel?.allowed ?? [],
    ...defined({ approvers: channel?.approvers }),
  };
  const isSet = (key: string) => {
    const value = values.get(key);
    return value === secretReference(messengerSecret(name, key))
      ? known.has(messengerSecret(name, key))
      : value !== undefined;
  };
  return {
    name,
    title,
    steps,
    ...("titleZh" in named ? { titleZh: named.titleZh } : {}),
    connected: channel !== undefined,
    enabled: channel?.enabled ?? false,
    ...people,
    settings: Object.fromEntries(ask.map((key) => [key, String(values.get(key) ?? "")])),
    secrets: secrets.map((key) => ({ key, isSet: isSet(key), optional: !needed.has(key) })),
    ...(channel?.enabled === true ? report : { state: "idle" }),
  };
}

/** The settings that decide where the secrets of a messenger are sent. */
const ADDRESSES = ["url", "apiRoot", "uploadRoot"];

/**
 * Rejects settings that would put a secret into the config, send a variable of this machine to the messenger, or send secrets
 * that were entered for one address to another.
 */
function refuseMisuse(
  name: MessengerName,
  settings: Readonly<Record<string, string>>,
  { before, given }: { readonly before: Readonly<Record<string, unknown>>; readonly given: object },
): void {
  const { title, secrets } = MESSENGERS[name];
  const refuse = (field: string, why: string) =>
    new DejimaError("invalid_input", `Cannot connect ${title}: ${why}`, { field });
  const open = secrets.find((key) => Object.hasOwn(settings, key));
  if (open !== undefined)
    throw refuse(open, `${open} is a secret. Enter it as a secret, so that it is not stored in the config`);
  const [filled] = Object.entries(settings).find(([, value]) => value.includes("${")) ?? [];
  if (filled !== undefined)
    throw refuse(filled, `${filled} names a variable or a secret. Write the value itself`);
  const moved = ADDRESSES.find((key) => Object.hasOwn(settings, key) && settings[key] !== before[key]);
  const entered = secrets.find((key) => before[key] !== undefined && !Object.hasOwn(given, key));
  if (moved !== undefined && entered !== undefined)
    throw refuse(
      entered,
      `${moved} changes, and ${entered} was entered for the old one. Enter ${entered} again`,
    );
}

/** Rejects settings that do not fit the config schema. */
function check(name: MessengerName, entry: object): void {
  const { settings, title, secrets } = MESSENGERS[name];
  const { error } = settings.safeParse(entry);
  if (error === undefined) return;
  const [issue] = error.issues;
  const key = issue?.path.join(".") ?? "";
  const why = secrets.some((one) => one === key)
    ? `${key} is missing. Enter it at a terminal, or send it to standard input`
    : `${key} ${issue === undefined ? "" : issueWords(issue)}`.trim();
  throw new DejimaError("invalid_input", `Cannot connect ${title}: ${why}. ${messengerHelp(name)}`, {
    field: key,
  });
}

function notNamed(name: MessengerName): DejimaError {
  return new DejimaError(
    "not_found",
    `Cannot change ${MESSENGERS[name].title}: your config does not name it; another config does`,
  );
}
