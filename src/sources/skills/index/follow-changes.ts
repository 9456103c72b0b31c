import type { SkillLibrary } from "../library/skill-library.ts";

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
