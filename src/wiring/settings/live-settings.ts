import { isDeepStrictEqual } from "node:util";
import { changedKeys, withSettings } from "../../config/edit/changed-keys.ts";
import type { Settings } from "../../config/load-config.ts";
import type { Config } from "../../config/schema/config-schema.ts";
import { DejimaError } from "../../contract/error.ts";
import type { ReloadReport } from "../../contract/setting.ts";
import { defined } from "../../support/defined.ts";
import { once } from "../../support/once.ts";
import { thrownText } from "../../support/thrown-text.ts";

/** A key of the config: a section, or one setting of it. */
export type SettingKey = {
  [Section in keyof Config]-?:
    | Section
    | (NonNullable<Config[Section]> extends Record<string, unknown>
        ? `${Section}.${keyof NonNullable<Config[Section]> & string}`
        : never);
}[keyof Config];

/** The settings of a runtime, which can change while it runs. */
export interface LiveSettings {
  current(): Settings;
  /**
   * Registers settings that take effect without a restart. `apply` runs after they changed; without keys,
   * after every reload.
   */
  follow(keys: readonly SettingKey[], apply: (next: Settings) => unknown): void;
  /** A service that is created again after these settings changed. Current users of the old one keep it. */
  renewed<Value>(keys: readonly SettingKey[], make: () => Promise<Value>): () => Promise<Value>;
  /** Replaces the rules that apply. */
  replaceRules(next: Settings): void;
  /** Reads the config again and applies what changed. Never throws: the report lists what went wrong. */
  reload(load: () => Promise<Settings>): Promise<ReloadReport>;
  /** The latest report. `undefined` if the config was never read again. */
  latest(): ReloadReport | undefined;
  /** Calls the listener with every report. Returns a function that unsubscribes. */
  onReload(listener: (report: ReloadReport) => void): () => void;
}

interface LiveParts {
  /** Parses the rules of other settings. Returns a function that applies them. */
  prepareRules(next: Settings): () => void;
  now(): number;
}

interface Follower {
  readonly keys: readonly string[];
  apply(next: Settings): unknown;
}

/** Creates the replaceable settings of a runtime. */
export function liveSettings(first: Settings, { prepareRules, now }: LiveParts): LiveSettings {
  let current = first;
  let latest: ReloadReport | undefined;
  let turn: Promise<unknown> = Promise.resolve();
  const followers: Follower[] = [];
  const listeners = new Set<(report: ReloadReport) => void>();
  const isLive = (key: string) =>
    followers.some(({ keys }) => keys.some((followed) => covers(followed, key)));

  async function replace(next: Settings): Promise<Omit<ReloadReport, "at">> {
    const old = current;
    assertSamePlace(old, next);
    const before = old.config;
    const changed = changedKeys(before, next.config);
    const applied = changed.filter(isLive);
    const config = withSettings(before, next.config, applied);
    const { base, home } = current;
    const secrets = [...new Set([...current.secrets, ...next.secrets])];
    const made: Settings = { ...next, base, home, secrets, config };
    // Rules that cannot be parsed throw here, before anything has changed.
    const applyRules = prepareRules(made);
    current = made;
    applyRules();
    const problems: string[] = [];
    const failed = new Set<string>();
    // Followers of every change come first: they register new secrets for redaction before anything uses
    // them.
    const inTurn = followers.toSorted((a, b) => Number(a.keys.length > 0) - Number(b.keys.length > 0));
    for (const { keys, apply } of inTurn) {
      const theirs = applied.filter((key) => keys.some((followed) => covers(followed, key)));
      if (keys.length > 0 && theirs.length === 0) continue;
      try {
        await apply(made);
      } catch (error) {
        problems.push(thrownText(error));
        for (const key of theirs) failed.add(key);
      }
    }
    // Settings that could not be applied are tried again at the next reload.
    current = { ...current, config: withSettings(current.config, before, [...failed]) };
    return {
      ...about(next),
      applied: [...applied.filter((key) => !failed.has(key)), ...changedOtherRules(old, next)],
      restart: changed.filter((key) => !isLive(key)),
      problems,
    };
  }

  async function reload(load: () => Promise<Settings>): Promise<ReloadReport> {
    const at = new Date(now()).toISOString();
    try {
      latest = { at, ...(await replace(await load())) };
    } catch (error) {
      latest = {
        at,
        ...about(current),
        applied: [],
        restart: latest?.restart ?? [],
        problems: [thrownText(error)],
      };
    }
    for (const listener of listeners) listener(latest);
    return latest;
  }

  return {
    current: () => current,
    follow: (keys, apply) => void followers.push({ keys, apply }),
    renewed(keys, make) {
      let value = once(make);
      followers.push({
        keys,
        apply() {
          value = once(make);
        },
      });
      return () => value.get();
    },
    replaceRules(next) {
      current = next;
    },
    reload(load) {
      const done = turn.then(() => reload(load));
      turn = done.catch(() => {});
      return done;
    },
    latest: () => latest,
    onReload(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}

function covers(setting: string, key: string): boolean {
  return key === setting || key.startsWith(`${setting}.`);
}

/** The changed rules of the user's own config and of the team's. They apply beside the project's and belong to no section of it. */
function changedOtherRules(current: Settings, next: Settings): string[] {
  const same = (at: "user" | "team") => isDeepStrictEqual(current[at]?.permissions, next[at]?.permissions);
  return [...(same("user") ? [] : ["your own rules"]), ...(same("team") ? [] : ["the team's rules"])];
}

function about({ file, trusted, ignored }: Settings): Pick<ReloadReport, "file" | "trusted" | "ignored"> {
  return { ...defined({ file }), trusted, ignored };
}

/** Throws if the new settings move the home or the base of relative paths: that needs a restart. */
function assertSamePlace(current: Settings, next: Settings): void {
  if (current.file !== undefined && next.file === undefined)
    throw new DejimaError(
      "not_found",
      `${current.file} was deleted. Its settings stay in effect until the next start`,
    );
  if (current.base !== next.base)
    throw new DejimaError(
      "conflict",
      `${next.file ?? "The config"} is for the folder ${next.base}, and this process works in ${current.base}. Restart to use it`,
    );
}
