import { cacheTeamText } from "../../config/places/team-cache.ts";
import { DejimaError } from "../../contract/error.ts";
import type { ReloadReport } from "../../contract/setting.ts";
import { TEAM_DOCUMENTS, type TeamConfigService, type TeamVersion } from "../../contract/user/team.ts";
import type { VersionTable } from "../../store/shared-store.ts";
import { once } from "../../support/once.ts";
import type { Foundation } from "../foundation.ts";
import { type Storage, sharedOf } from "../storage/wire-storage.ts";

/** The data that the processes of a team share besides runs. */
export interface Team {
  /** Applies the team's config, and follows it from then on. Resolves at once without a team. */
  ready(): Promise<void>;
  config(): Promise<TeamConfigService>;
  /** The service. `undefined` without a team. */
  readonly own: (() => Promise<TeamConfigService>) | undefined;
  /** Adds a function that applies a further shared document here, at the first use and after every change. */
  share(apply: () => Promise<void>): void;
}

interface TeamParts {
  /** Records a change in a separate log. */
  recordChange(version: TeamVersion): Promise<void>;
}

/** Follows the config in a team's store, starting with the first use. */
export function wireTeam(base: Foundation, storage: Storage, { recordChange }: TeamParts): Team {
  const { live, opened, onFault } = base;
  const isTeam = base.settings.config.runs === "workers" && base.options.store === undefined;
  const shared: (() => Promise<void>)[] = [];
  let turn: Promise<unknown> = Promise.resolve();
  let sharing: Promise<unknown> = Promise.resolve();
  /** The version that was last applied, or that failed. */
  let tried = base.settings.team?.version ?? 0;

  async function versions(): Promise<VersionTable> {
    if (isTeam) return sharedOf(await storage.store()).versions;
    throw new DejimaError(
      "invalid_input",
      "No team is set up here: sharing and its history need `runs: workers` and a PostgreSQL store (docs/scale.md). Without a team, change the config of this folder or your own (--user)",
    );
  }

  async function apply(): Promise<ReloadReport | undefined> {
    const table = await versions();
    const { home, reread } = live.current();
    if ((await table.latestNumber("config")) === tried || reread === undefined) return undefined;
    const latest = await table.latest("config");
    if (latest === undefined) return undefined;
    storage.claimHome();
    await cacheTeamText(home, { version: latest.number, text: latest.text });
    const report = await live.reload(reread);
    tried = latest.number;
    return report;
  }

  function sync(): Promise<ReloadReport | undefined> {
    const done = turn.then(apply);
    turn = done.catch(() => {});
    return done;
  }

  async function applyShared(): Promise<void> {
    const done = await Promise.allSettled(shared.map((apply) => apply()));
    for (const one of done) if (one.status === "rejected") throw one.reason;
  }

  function syncShared(): Promise<void> {
    const done = sharing.then(applyShared);
    sharing = done.catch(() => {});
    return done;
  }

  const following = once(async () => {
    if (!isTeam) return;
    const table = await versions();
    await sync();
    await syncShared();
    // While the database is unavailable, changes wait for the next check.
    const stop = table.watch(() => {
      void sync().catch(onFault);
      void syncShared().catch(onFault);
    });
    opened.defer(async () => {
      stop();
      await Promise.all([turn, sharing]);
    });
  });
  const config = once(async () => {
    const { openTeamConfig } = await import("./open-team-config.ts");
    // Without a blob store all machines use the same home, and its content is not versioned.
    const all = base.settings.config.blobs === undefined ? (["config"] as const) : TEAM_DOCUMENTS;
    const documents = isTeam ? all : [];
    return openTeamConfig(base, { documents, versions, sync, syncShared, recordChange });
  });
  return {
    ready: following.get,
    config: config.get,
    own: isTeam ? config.get : undefined,
    share: (apply) => void shared.push(apply),
  };
}
