import type { CatalogueEntry, CatalogueProblem, IndexStore, SkillRoot } from "../catalogue/catalogue-entry.ts";
import type { SkillWatch } from "../catalogue/watch-skills.ts";
import type { InstallOptions, SkillPreview } from "../install/install-skill.ts";
import type { Download, RunProgram } from "../install/download.ts";
import type { RegisteredSkill } from "../install/registry-index.ts";
import type { SkillManifest } from "../skill.ts";
import type { SkillFile } from "../skill-files.ts";
import type { NewSkill } from "./create-skill.ts";
import type { SkillChange } from "./skill-changes.ts";

export interface SkillLibraryOptions {
  /** The folder that skills are installed in, with `skills.lock`. */
  readonly home: string;
  /** Further folders with skills. Earlier ones win when two skills have one name; `home` comes after `shipped`. */
  readonly roots?: readonly SkillRoot[];
  /** What relative paths are relative to. */
  readonly base: string;
  /** Keeps the index between starts: the store's documents. */
  readonly storage?: IndexStore;
  readonly registries?: readonly string[];
  readonly download?: Download;
  readonly runProgram?: RunProgram;
}

/** Whether a person accepted what the skill holds now. Shipped skills came with the program and need nobody. */
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
  readonly issues: number;
}

/** Everything about one skill. */
export interface SkillInfo extends SkillSummary {
  readonly manifest: SkillManifest;
  readonly body: string;
  /** Of the main file, as it was read for this. */
  readonly sha256: string;
  readonly folder: string;
  readonly files: readonly SkillFile[];
}

/** A skill that is being used: its folder stays until `release` is called. */
export interface SkillUse extends SkillInfo {
  release(): void;
}

/** All skills and what can be done with them; the same for the CLI, the API and the tools. Call `refresh` first. */
export interface SkillLibrary {
  refresh(): Promise<readonly string[]>;
  /** The same list while nothing has changed, as `findable` is. */
  list(): Promise<readonly SkillSummary[]>;
  /** What the search index is made from: skills that are enabled and that a model may pick by itself. */
  findable(): Promise<readonly CatalogueEntry[]>;
  problems(): readonly CatalogueProblem[];
  info(name: string): Promise<SkillInfo>;
  /** Like `info`, for use by a model: refuses what is disabled, not accepted or changed since, and holds the folder. */
  use(name: string): Promise<SkillUse>;
  /** A file inside the skill, never outside. */
  read(name: string, path: string): Promise<Buffer>;
  install(source: string, options?: InstallOptions): Promise<SkillPreview>;
  update(
    name: string,
    options?: InstallOptions & { readonly source?: string },
  ): Promise<SkillPreview & { readonly changed: boolean }>;
  uninstall(name: string): Promise<void>;
  trust(
    name: string,
    options: InstallOptions & { readonly accept: NonNullable<InstallOptions["accept"]> },
  ): Promise<SkillPreview>;
  /** What differs from the content that was accepted. */
  changes(name: string): Promise<SkillChange[]>;
  editDescription(name: string, description: string): Promise<void>;
  setEnabled(name: string, enabled: boolean): Promise<void>;
  pack(name: string, target: string): Promise<void>;
  /** Looks at a skill in any folder, as an install would. */
  validate(folder: string, options?: { readonly strict?: boolean }): Promise<SkillPreview>;
  create(skill: NewSkill, options?: Pick<InstallOptions, "accept" | "override">): Promise<SkillPreview>;
  /** What the registries offer. */
  available(): Promise<RegisteredSkill[]>;
  watch(onChange: (names: readonly string[]) => void): Promise<SkillWatch>;
}

/** The same library, which calls `changed` after every operation that changes what can be found, and waits for it. */
export function followChanges(library: SkillLibrary, changed: () => Promise<unknown>): SkillLibrary {
  function then<Given extends unknown[], Result>(
    operation: (...given: Given) => Promise<Result>,
  ): (...given: Given) => Promise<Result> {
    return async (...given) => {
      const result = await operation(...given);
      await changed();
      return result;
    };
  }
  return {
    ...library,
    install: then(library.install),
    create: then(library.create),
    update: then(library.update),
    uninstall: then(library.uninstall),
    editDescription: then(library.editDescription),
    setEnabled: then(library.setEnabled),
  };
}
