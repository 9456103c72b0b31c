import type {
  CatalogueEntry,
  CatalogueProblem,
  IndexStore,
  SkillRoot,
} from "../catalogue/catalogue-entry.ts";
import type { SkillWatch } from "../catalogue/watch-skills.ts";
import type { Download, RunProgram } from "../install/download.ts";
import type { InstallOptions, SkillPreview } from "../install/install-skill.ts";
import type { RegisteredSkill } from "../install/registry-index.ts";
import type { SkillManifest } from "../skill.ts";
import type { SkillFile } from "../skill-files.ts";
import type { LockedSkill } from "../skills-lock.ts";
import type { NewSkill } from "./create-skill.ts";
import type { SkillChange } from "./skill-changes.ts";

/** The folders of a library and what it may use. */
export interface SkillLibraryOptions {
  /** The folder that skills are installed in, with `skills.lock`. */
  readonly home: string;
  /** Other folders of skills. If two skills have one name, the earlier folder wins; `home` comes after `shipped`. */
  readonly roots?: readonly SkillRoot[];
  /** The base of relative paths. */
  readonly base: string;
  /** Stores the index between starts. */
  readonly storage?: IndexStore;
  readonly registries?: readonly string[];
  readonly download?: Download;
  readonly runProgram?: RunProgram;
}

/** Whether a person accepted the current content of a skill. Shipped skills need no acceptance. */
export type SkillTrust = "trusted" | "unreviewed" | "changed";

/** One row of the list. */
export interface SkillSummary {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly version?: string;
  readonly level: CatalogueEntry["level"];
  readonly trust: SkillTrust;
  readonly enabled: boolean;
  readonly modelInvocable: boolean;
  readonly userInvocable: boolean;
  readonly issues: number;
}

/** Everything about one skill. */
export interface SkillInfo extends SkillSummary {
  readonly manifest: SkillManifest;
  readonly body: string;
  /** The hash of the main file that was read for this. */
  readonly sha256: string;
  readonly folder: string;
  readonly files: readonly SkillFile[];
}

/** What another machine needs to know of an installed skill. */
export interface SkillRecord {
  /** The one spelling of its name. */
  readonly name: string;
  /** `undefined` if no skill of this name is installed. */
  readonly locked?: LockedSkill;
  readonly enabled: boolean;
}

/** A skill in use. It is not removed or replaced until `release` is called. */
export interface SkillUse extends SkillInfo {
  release(): void;
}

/** All skills and the operations on them, for the CLI, the API and the tools. Call `refresh` first. */
export interface SkillLibrary {
  refresh(): Promise<readonly string[]>;
  /** Returns the same list while nothing has changed. So does `findable`. */
  list(): Promise<readonly SkillSummary[]>;
  /** The skills of the search index: those that are enabled and that a model may choose. */
  findable(): Promise<readonly CatalogueEntry[]>;
  problems(): readonly CatalogueProblem[];
  info(name: string): Promise<SkillInfo>;
  /** Like `info`, for use by a model. Refuses a skill that is disabled, not accepted, or changed since. */
  use(name: string): Promise<SkillUse>;
  /** Reads a file inside the skill. */
  read(name: string, path: string): Promise<Buffer>;
  install(source: string, options?: InstallOptions): Promise<SkillPreview>;
  /** Fetches a skill into a folder below this one, named by its content. Installs nothing. */
  fetchInto(
    source: string,
    options: { readonly folder: string; readonly signal?: AbortSignal },
  ): Promise<{ readonly preview: SkillPreview; readonly folder: string }>;
  /** Clones a git repository and calls `work` with its folder, which is removed afterwards. */
  inRepository<Result>(
    source: string,
    work: (folder: string) => Promise<Result>,
    options?: { readonly signal?: AbortSignal },
  ): Promise<Result>;
  update(
    name: string,
    options?: InstallOptions & { readonly source?: string },
  ): Promise<SkillPreview & { readonly changed: boolean }>;
  uninstall(name: string, doer?: Doer): Promise<void>;
  trust(
    name: string,
    options: InstallOptions & { readonly accept: NonNullable<InstallOptions["accept"]> },
  ): Promise<SkillPreview>;
  /** The differences from the accepted content. */
  changes(name: string): Promise<SkillChange[]>;
  editDescription(name: string, description: string, doer?: Doer): Promise<void>;
  setEnabled(name: string, enabled: boolean, doer?: Doer): Promise<void>;
  /** What another machine of a team needs to know of a skill. */
  record(name: string): Promise<SkillRecord>;
  /** Installs a skill of another machine of the team, with its record. */
  place(name: string, skill: { readonly archive: string; readonly locked: LockedSkill }): Promise<void>;
  pack(name: string, target: string): Promise<void>;
  /** Checks a skill in any folder, as an install would. */
  validate(folder: string, options?: { readonly strict?: boolean }): Promise<SkillPreview>;
  create(
    skill: NewSkill,
    options?: Pick<InstallOptions, "accept" | "override" | "by">,
  ): Promise<SkillPreview>;
  /** The skills of all registries. */
  available(): Promise<RegisteredSkill[]>;
  watch(onChange: (names: readonly string[]) => void): Promise<SkillWatch>;
}

/** The person who makes a change. */
interface Doer {
  readonly by: string;
}

/** A change of one skill that was made here. */
interface SkillChanged {
  readonly name: string;
  /** A description of the change. */
  readonly change: string;
  /** `undefined` if the caller did not say. */
  readonly by: string | undefined;
}

/** Wraps a library: calls `changed`, and waits for it, after every operation that changes skills. */
export function followChanges(
  library: SkillLibrary,
  changed: (change: SkillChanged) => Promise<unknown>,
): SkillLibrary {
  const reporting = async <Result>(work: Promise<Result>, change: (result: Result) => SkillChanged) => {
    const result = await work;
    await changed(change(result));
    return result;
  };
  const about = (name: string, verb: string, by: string | undefined): SkillChanged => ({
    name,
    change: `skill ${verb} ${name}`,
    by,
  });
  return {
    ...library,
    install: (source, how) =>
      reporting(library.install(source, how), ({ manifest }) => about(manifest.name, "install", how?.by)),
    create: (skill, how) =>
      reporting(library.create(skill, how), ({ manifest }) => about(manifest.name, "create", how?.by)),
    update: (name, how) => reporting(library.update(name, how), () => about(name, "update", how?.by)),
    uninstall: (name, doer) => reporting(library.uninstall(name), () => about(name, "uninstall", doer?.by)),
    trust: (name, how) => reporting(library.trust(name, how), () => about(name, "trust", how.by)),
    editDescription: (name, description, doer) =>
      reporting(library.editDescription(name, description), () => about(name, "describe", doer?.by)),
    setEnabled: (name, enabled, doer) =>
      reporting(library.setEnabled(name, enabled), () =>
        about(name, enabled ? "enable" : "disable", doer?.by),
      ),
  };
}
