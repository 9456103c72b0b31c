/** A skill as the list shows it. */
export interface SkillRow {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly version?: string;
  readonly level: "shipped" | "user" | "project" | "imported";
  readonly trust: "trusted" | "unreviewed" | "changed";
  readonly enabled: boolean;
}

/** A skill in full. */
export interface SkillInfo extends SkillRow {
  readonly body: string;
  readonly files: readonly { readonly path: string; readonly bytes?: number; readonly size?: number }[];
  readonly manifest: { readonly allowedTools?: readonly string[]; readonly contract: SkillContract };
}

/** What a skill declares that it touches. */
export interface SkillContract {
  readonly folders: readonly { readonly path: string; readonly access: string }[];
  readonly hosts: readonly string[];
  readonly environment: readonly string[];
  readonly programs: readonly string[];
  readonly servers: readonly string[];
}

/** One thing that a person should see before accepting a skill. */
export interface SkillFinding {
  readonly signal: string;
  readonly severity: "notice" | "warning" | "danger";
  readonly message: string;
  readonly file: string;
  readonly line: number;
  readonly excerpt: string;
}
