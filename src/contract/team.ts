import type { ReloadReport } from "./reload.ts";

/** The documents that a team shares in its store, each with all versions. */
export type TeamDocument = "config" | "skills";

/** One version of a shared document. It is never changed or removed. */
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

/** Who makes a change for a team, and a description of it. */
export interface TeamChange {
  readonly by: string;
  readonly change: string;
  /** The version that the change is based on. If a newer one exists, the change is refused. Default: the latest. */
  readonly after?: number | undefined;
}

/** The config that a team shares, and how to change it. For doors only; no tool can reach it. */
export interface TeamConfigService {
  /** The latest version. `undefined` if the team has none. */
  current(): Promise<TeamVersion | undefined>;
  /** Rejects with `not_found` if no version has this number. */
  version(number: number): Promise<TeamVersion>;
  /** Newest first. `of` names the document. Default: the config. */
  history(page: {
    readonly limit: number;
    readonly before?: number | undefined;
    readonly of?: TeamDocument | undefined;
  }): Promise<TeamVersionSummary[]>;
  /** Adds a version and applies it here. Other processes follow at once. An invalid text is never added. */
  change(edit: (text: string) => string, change: TeamChange): Promise<TeamConfigChange>;
  /** Makes the text of an earlier version the latest one. */
  rollBack(number: number, who: Pick<TeamChange, "by">): Promise<TeamConfigChange>;
  /** The same for the installed skills: installs, replaces and removes them on every machine. */
  rollBackSkills(number: number, who: Pick<TeamChange, "by">): Promise<TeamVersion>;
}

/** An added version, and its effect in this process. */
export interface TeamConfigChange {
  readonly version: TeamVersion;
  /** Absent if nothing changed. */
  readonly report?: ReloadReport;
}
