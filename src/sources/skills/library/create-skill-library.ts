import { once } from "../../../support/once.ts";
import { SKILL_LIMITS } from "../archive/admission.ts";
import { createCatalogue } from "../catalogue/catalogue.ts";
import type { SkillRoot } from "../catalogue/catalogue-entry.ts";
import type { InstallWorld } from "../install/download.ts";
import type { InstallPlace, SkillPreview } from "../install/install-skill.ts";
import { readInside } from "../read-inside.ts";
import { createSkillsLock, type LockedSkill } from "../skills-lock.ts";
import { createSkillLists } from "./list-skills.ts";
import type { SkillLibrary, SkillLibraryOptions } from "./skill-library.ts";
import { requireSkill, type SkillWorld, skillExists } from "./skill-world.ts";

const MAX_REFERENCE_BYTES = 1024 * 1024;

/** Creates the library of some folders. The first `refresh` reads them. */
export function createSkillLibrary(options: SkillLibraryOptions): SkillLibrary {
  const world = createWorld(options);
  const { catalogue } = world;
  const place = createPlace(world);
  const lists = createSkillLists(world);
  const using = once(() => import("./use-skill.ts"));
  const folders = rootsOf(options).map(({ folder }) => folder);
  /** Updates the catalogue and the copy of the accepted content after an install. */
  const settle = async (preview: SkillPreview, accepted: boolean) => {
    await catalogue.refresh();
    if (!accepted) return preview;
    const { keepAccepted } = await import("./skill-trust.ts");
    await keepAccepted(world, requireSkill(world, preview.manifest.name), preview.content.hash);
    return preview;
  };
  // Each operation imports what it needs: listing must not wait for archive readers and parsers.
  return {
    async refresh() {
      const { skills } = await world.lock.read().catch(() => ({ skills: {} as Record<string, LockedSkill> })); // empty
      if (Object.values(skills).some(({ replaces }) => replaces !== undefined))
        await (await import("./replace-skill.ts")).settleReplaced(world);
      return catalogue.refresh();
    },
    list: lists.all,
    findable: lists.findable,
    problems: () => catalogue.problems(),
    info: async (name) => (await import("./use-skill.ts")).skillInfo(world, requireSkill(world, name)),
    use: async (name) => (await using.get()).useSkill(world, name),
    read: async (name, path) =>
      readInside(requireSkill(world, name).folder, path, { maxBytes: MAX_REFERENCE_BYTES }),
    async install(source, how = {}) {
      const { installSkill } = await import("../install/install-skill.ts");
      return settle(await installSkill(source, place, how), how.accept !== undefined);
    },
    fetchInto: async (source, how) =>
      (await import("../install/install-skill.ts")).fetchSkill(source, place, how),
    inRepository: async (source, work, how) =>
      (await import("../install/install-skill.ts")).withRepository(source, place, { ...how, work }),
    async create(skill, how = {}) {
      const { createSkill } = await import("./create-skill.ts");
      return settle(await createSkill(skill, place, how), how.accept !== undefined);
    },
    update: async (name, how) => (await import("./maintain-skill.ts")).updateSkill(world, name, how),
    uninstall: async (name) => (await import("./maintain-skill.ts")).uninstallSkill(world, name),
    trust: async (name, how) => (await import("./skill-trust.ts")).trustSkill(world, name, how),
    changes: async (name) => (await import("./skill-changes.ts")).skillChanges(world, name),
    editDescription: async (name, description) =>
      (await import("./edit-description.ts")).editDescription(world, name, description),
    setEnabled: (name, enabled) => setEnabled(world, name, enabled),
    record: async (name) => (await import("./share-skill.ts")).skillRecord(world, name),
    place: async (name, skill) => (await import("./share-skill.ts")).placeSkill(world, name, skill),
    pack: async (name, target) => (await import("./maintain-skill.ts")).packInstalled(world, name, target),
    validate: async (folder, how) => (await import("./maintain-skill.ts")).validateFolder(folder, how),
    async available() {
      const { readRegistry } = await import("../install/registry-index.ts");
      const { registries, download } = world.install;
      return (await Promise.all(registries.map((location) => readRegistry(location, download)))).flat();
    },
    async watch(onChange) {
      const { watchSkills } = await import("../catalogue/watch-skills.ts");
      return watchSkills(catalogue, folders, onChange);
    },
  };
}

function createWorld(options: SkillLibraryOptions): SkillWorld {
  const { home, base, registries = [], download, runProgram } = options;
  const reader = once(async () => (await import("./use-skill.ts")).createSkillReader());
  const install: InstallWorld = {
    registries,
    limits: SKILL_LIMITS,
    base,
    ...(download && { download }),
    ...(runProgram && { runProgram }),
  };
  return {
    home,
    catalogue: createCatalogue(rootsOf(options), options.storage),
    lock: createSkillsLock(home),
    read: async (entry) => (await reader.get())(entry),
    install,
    inUse: new Map(),
  };
}

function rootsOf({ home, roots = [] }: SkillLibraryOptions): SkillRoot[] {
  const shipped = roots.filter(({ level }) => level === "shipped");
  return [...shipped, { folder: home, level: "user" }, ...roots.filter(({ level }) => level !== "shipped")];
}

function createPlace(world: SkillWorld): InstallPlace {
  return {
    home: world.home,
    lock: world.lock,
    world: world.install,
    async assertFree(name) {
      await world.catalogue.refresh();
      if (world.catalogue.get(name) !== undefined) throw skillExists(name);
    },
  };
}

async function setEnabled(world: SkillWorld, name: string, enabled: boolean): Promise<void> {
  const entry = requireSkill(world, name);
  await world.lock.change((data) => {
    const others = data.disabled.filter((other) => other !== entry.name);
    data.disabled = enabled ? others : [...others, entry.name].sort();
  });
}
