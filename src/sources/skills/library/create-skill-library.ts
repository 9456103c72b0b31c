import { SKILL_LIMITS } from "../archive/admission.ts";
import { packSkill } from "../archive/pack-skill.ts";
import { createCatalogue } from "../catalogue/catalogue.ts";
import type { SkillRoot } from "../catalogue/catalogue-entry.ts";
import { watchSkills } from "../catalogue/watch-skills.ts";
import { withFileErrors } from "../file-error.ts";
import { checkedFiles } from "../install/copy-skill.ts";
import { type InstallPlace, installSkill, skillExists } from "../install/install-skill.ts";
import type { InstallWorld } from "../install/install-world.ts";
import { previewSkill, type SkillPreview } from "../install/preview-skill.ts";
import { readRegistry } from "../install/registry-index.ts";
import { createSkillsLock } from "../lock/skills-lock.ts";
import { readInside } from "../read-inside.ts";
import { createSkill } from "./create-skill.ts";
import { listSkills, skillInfo } from "./describe-skills.ts";
import { editDescription } from "./edit-description.ts";
import { skillChanges } from "./skill-changes.ts";
import type { SkillLibrary, SkillLibraryOptions } from "./skill-library.ts";
import { keepAccepted, trustSkill } from "./skill-trust.ts";
import { requireSkill, type SkillWorld } from "./skill-world.ts";
import { uninstallSkill } from "./uninstall-skill.ts";
import { updateSkill } from "./update-skill.ts";
import { useSkill } from "./use-skill.ts";

const MAX_REFERENCE_BYTES = 1024 * 1024;

/** Makes the library of some folders. Nothing is read before the first `refresh`. */
export function createSkillLibrary(options: SkillLibraryOptions): SkillLibrary {
  const world = createWorld(options);
  const { catalogue } = world;
  const place = createPlace(world);
  const roots = rootsOf(options);
  /** After every change the catalogue and the copy of what was accepted follow. */
  const installed = async (preview: SkillPreview, accepted: boolean) => {
    await catalogue.refresh();
    if (accepted) await keepAccepted(world, requireSkill(world, preview.manifest.name), preview.content.hash);
    return preview;
  };
  return {
    refresh: () => catalogue.refresh(),
    list: () => listSkills(world),
    problems: () => catalogue.problems(),
    info: async (name) => skillInfo(world, requireSkill(world, name)),
    use: (name) => useSkill(world, name),
    async read(name, path) {
      return readInside(requireSkill(world, name).folder, path, { maxBytes: MAX_REFERENCE_BYTES });
    },
    install: async (source, how = {}) =>
      installed(await installSkill(source, place, how), how.accept !== undefined),
    update: (name, how) => updateSkill(world, name, how),
    uninstall: (name) => uninstallSkill(world, name),
    trust: (name, how) => trustSkill(world, name, how),
    changes: (name) => skillChanges(world, name),
    editDescription: (name, description) => editDescription(world, name, description),
    setEnabled: (name, enabled) => setEnabled(world, name, enabled),
    async pack(name, target) {
      const { folder, name: rootName } = requireSkill(world, name);
      await withFileErrors(`pack skill "${rootName}"`, async () =>
        packSkill(folder, await checkedFiles(folder, world.install.limits), { name: rootName, target }),
      );
    },
    validate: (folder, { strict = false } = {}) =>
      withFileErrors(`read "${folder}"`, () =>
        previewSkill(folder, {
          folderName: folder.split(/[/\\]/).findLast(Boolean) ?? "",
          origin: { type: "folder", location: folder },
          strict,
        }),
      ),
    create: async (skill, how = {}) =>
      installed(await createSkill(skill, place, how), how.accept !== undefined),
    async available() {
      const all = await Promise.all(
        world.install.registries.map((location) => readRegistry(location, world.install.download)),
      );
      return all.flat();
    },
    watch: (onChange) =>
      watchSkills(
        catalogue,
        roots.map(({ folder }) => folder),
        onChange,
      ),
  };
}

function createWorld(options: SkillLibraryOptions): SkillWorld {
  const { home, base, registries = [], download, runProgram } = options;
  const install: InstallWorld = {
    registries,
    limits: SKILL_LIMITS,
    base,
    ...(download && { download }),
    ...(runProgram && { runProgram }),
  };
  return {
    home,
    catalogue: createCatalogue(rootsOf(options), options.shelf),
    lock: createSkillsLock(home),
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
