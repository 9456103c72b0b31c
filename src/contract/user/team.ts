import type { ReloadReport } from "../setting.ts";

/**
 * The documents that a team shares in its store, each with all versions: its config, its installed skills, its own tool files, what
 * was accepted about its MCP servers, and their packages.
 */
export const TEAM_DOCUMENTS = ["config", "skills", "tools", "pins", "packages"] as const;

export type TeamDocument = (typeof TEAM_DOCUMENTS)[number];

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
  /** The documents that this team shares. Empty without a team. */
  documents(): Promise<readonly TeamDocument[]>;
  /** Rejects with `not_found` if no version has this number. `of` names the document. Default: the config. */
  version(number: number, of?: TeamDocument): Promise<TeamVersion>;
  /** What a version changed, and what a return to it would change now. */
  differences(number: number, of?: TeamDocument): Promise<TeamDifferences>;
  /** Newest first. `of` names the document. Default: the config. */
  history(page: {
    readonly limit: number;
    readonly before?: number | undefined;
    readonly of?: TeamDocument | undefined;
  }): Promise<TeamVersionSummary[]>;
  /** Adds a version and applies it here. Other processes follow at once. An invalid text is never added. */
  change(edit: (text: string) => string, change: TeamChange): Promise<TeamConfigChange>;
  /** Makes the content of an earlier version current again on every machine, as a new version. */
  rollBack(number: number, how: RollBack): Promise<TeamConfigChange>;
}

/** Who returns to an earlier version, and of what. */
interface RollBack extends Pick<TeamChange, "by"> {
  /** Default: the config. */
  readonly of?: TeamDocument | undefined;
  /**
   * Whether the person is at a machine of the team. If not, a version that lets programs run uncontained that may not do so now is
   * refused. Default: yes.
   */
  readonly atMachine?: boolean | undefined;
}

/** Patches between versions of a document. */
export interface TeamDifferences {
  /** From the version before. */
  readonly changed: string;
  /** From the latest version. Empty for the latest one. */
  readonly restoring: string;
}

/** An added version, and its effect in this process. */
export interface TeamConfigChange {
  readonly version: TeamVersion;
  /** Absent if nothing changed. */
  readonly report?: ReloadReport;
}

/** Something that keeps a team from working as it should, and how to fix it. */
export interface TeamWarning {
  readonly about: "workers" | "files";
  readonly text: string;
  readonly fix: string;
}
