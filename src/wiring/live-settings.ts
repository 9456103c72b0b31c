import { isDeepStrictEqual } from "node:util";
import { changedKeys, withSettings } from "../config/changed-keys.ts";
import type { Config } from "../config/config-schema.ts";
import type { Settings } from "../config/load-config.ts";
import { DejimaError } from "../contract/error.ts";
import type { ReloadReport } from "../contract/reload.ts";
import { once } from "../support/once.ts";
import { thrownText } from "../support/thrown-text.ts";

/** A part of the config: a section, or one setting of it. */
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
  /** Says that these settings take effect without a restart. `apply` does what a change needs; without keys, after every reload. */
  follow(keys: readonly SettingKey[], apply: (next: Settings) => unknown): void;
  /** A service that is made anew after these settings changed. Whoever uses the one before goes on with it. */
  renewed<Value>(keys: readonly SettingKey[], make: () => Promise<Value>): () => Promise<Value>;
  /** Puts other rules in the place of those that hold. */
  replaceRules(next: Settings): void;
  /** Reads the config again and applies what changed. Never throws: the report says what went wrong. */
  reload(load: () => Promise<Settings>): Promise<ReloadReport>;
  /** The latest report. `undefined` if the config was never read again. */
  latest(): ReloadReport | undefined;
  /** Hears every report. */
  onReload(listener: (report: ReloadReport) => void): () => void;
}

interface LiveParts {
  /** Checks the rules of other settings. Returns what puts them in the place of those that hold. */
  prepareRules(next: Settings): () => void;
  now(): number;
}

interface Follower {
  readonly keys: readonly string[];
  apply(next: Settings): unknown;
}

/** Makes the settings of a runtime replaceable. */
export function liveSettings(first: Settings, { prepareRules, now }: LiveParts): LiveSettings {
  let current = first;
  let latest: ReloadReport | undefined;
  let turn: Promise<unknown> = Promise.resolve();
  const followers: Follower[] = [];
  const listeners = new Set<(report: ReloadReport) => void>();
  const isLive = (key: string) => followers.some(({ keys }) => keys.some((held) => covers(held, key)));

  async function replace(next: Settings): Promise<Omit<ReloadReport, "at">> {
    const held = current;
    assertSamePlace(held, next);
    const before = held.config;
    const changed = changedKeys(before, next.config);
    const applied = changed.filter(isLive);
    const config = withSettings(before, next.config, applied);
    const { base, home } = current;
    const secrets = [...new Set([...current.secrets, ...next.secrets])];
    const made: Settings = { ...next, base, home, secrets, config };
    // Rules that cannot be read throw here, before anything has changed.
    const applyRules = prepareRules(made);
    current = made;
    applyRules();
    const problems: string[] = [];
    const failed = new Set<string>();
    // First those that every change concerns: they learn the secrets before anything uses them.
    const inTurn = followers.toSorted((a, b) => Number(a.keys.length > 0) - Number(b.keys.length > 0));
    for (const { keys, apply } of inTurn) {
      const theirs = applied.filter((key) => keys.some((held) => covers(held, key)));
      if (keys.length > 0 && theirs.length === 0) continue;
      try {
        await apply(made);
      } catch (error) {
        problems.push(thrownText(error));
        for (const key of theirs) failed.add(key);
      }
    }
    // What could not be applied is tried again the next time.
    current = { ...current, config: withSettings(current.config, before, [...failed]) };
    return {
      ...about(next),
      applied: [...applied.filter((key) => !failed.has(key)), ...changedUserRules(held, next)],
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
      let held = once(make);
      followers.push({
        keys,
        apply() {
          held = once(make);
        },
      });
      return () => held.get();
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

function covers(held: string, key: string): boolean {
  return key === held || key.startsWith(`${held}.`);
}

/** The rules of the user's own config hold beside those of the project, and stand in no section of it. */
function changedUserRules(held: Settings, next: Settings): string[] {
  return isDeepStrictEqual(held.user?.permissions, next.user?.permissions) ? [] : ["your own rules"];
}

function about({ file, trusted, ignored }: Settings): Pick<ReloadReport, "file" | "trusted" | "ignored"> {
  return { ...(file === undefined ? {} : { file }), trusted, ignored };
}

/** A runtime keeps its home, and the folder that paths are relative to. Settings that lead elsewhere are for the next start. */
function assertSamePlace(held: Settings, next: Settings): void {
  if (held.file !== undefined && next.file === undefined)
    throw new DejimaError(
      "not_found",
      `${held.file} is gone. The settings that it held stay in effect until the next start`,
    );
  if (held.base !== next.base)
    throw new DejimaError(
      "conflict",
      `${next.file ?? "The config"} is for the folder ${next.base}, and this process works in ${held.base}. Restart to use it`,
    );
}
