import { cachedByName } from "./cached-by-name.ts";

/** The words of a name in code, joined by underscores: `epic_fhir_cancel` for `EpicFHIRCancel`, `delete_file` for `delete-file`. */
export const snakeName = cachedByName((name) =>
  name
    .replace(/([\p{Ll}\p{N}])(\p{Lu})/gu, "$1_$2")
    .replace(/(\p{Lu})(\p{Lu}\p{Ll})/gu, "$1_$2")
    .replace(/[^\p{L}\p{N}]+/gu, "_")
    .toLowerCase(),
);
