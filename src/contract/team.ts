import type { ReloadReport } from "./reload.ts";

/** What a team keeps in its store, version by version. */
export type TeamDocument = "config" | "skills";

/** One version of what a team keeps. It is never changed or removed. */
export interface TeamVersion {
  readonly name: TeamDocument;
  /** Counts from 1. */
  readonly number: number;
  /** The hash of the text. */
  readonly sha256: string;
  /** Milliseconds, by the clock of the database. */
  readonly at: number;
  readonly by: string;
  /** What was changed, in words. */
  readonly change: string;
  readonly text: string;
}

/** A version without its text. */
export type TeamVersionSummary = Omit<TeamVersion, "text">;

/** Who changes something of a team, and what they change, in words. */
export interface TeamChange {
  readonly by: string;
  readonly change: string;
  /** The version that the change was made for; if another one has followed, the change is refused. Default: the latest. */
  readonly after?: number | undefined;
}

/** The config that a team shares, and the ways to change it. For doors: no tool can reach it. */
export interface TeamConfigService {
  /** The latest version. `undefined` if the team has none. */
  current(): Promise<TeamVersion | undefined>;
  /** Rejects with `not_found` for a number that no version has. */
  version(number: number): Promise<TeamVersion>;
  /** Newest first. `of` says of what; default: of the config. */
  history(page: {
    readonly limit: number;
    readonly before?: number | undefined;
    readonly of?: TeamDocument | undefined;
  }): Promise<TeamVersionSummary[]>;
  /** Adds a version and applies it here; other processes follow at once. A text that cannot be used is never added. */
  change(edit: (text: string) => string, change: TeamChange): Promise<TeamConfigChange>;
  /** Makes the text of an earlier version the latest one. */
  rollBack(number: number, who: Pick<TeamChange, "by">): Promise<TeamConfigChange>;
  /** The same for the installed skills: installs, replaces and removes them at every machine. */
  rollBackSkills(number: number, who: Pick<TeamChange, "by">): Promise<TeamVersion>;
}

/** A version that was added, and what it did in this process. */
export interface TeamConfigChange {
  readonly version: TeamVersion;
  /** Missing if nothing changed. */
  readonly report?: ReloadReport;
}
