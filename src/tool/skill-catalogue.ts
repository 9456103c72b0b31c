import { oneLine } from "../text/one-line.ts";
import { type CatalogueOptions, type FittedCatalogue, fitCatalogue } from "./fit-catalogue.ts";

/** The first sentences say what a skill is for; the rest is for whoever opens it. */
const MAX_DESCRIPTION = 240;

/** The list of skills that a model is given: name and description, within a budget. `get_skill_info` tells the rest. */
export function skillCatalogue(
  skills: readonly { readonly name: string; readonly description: string }[],
  options: CatalogueOptions = {},
): FittedCatalogue {
  const rows = skills.map(({ name, description }) => ({
    name,
    storage: "",
    line: `- ${name}: ${oneLine(description, MAX_DESCRIPTION)}`,
  }));
  const leftOut = (_counts: ReadonlyMap<string, number>, total: number) =>
    `${total} more skills are not listed. search_skills finds them by what they are for; get_skill_info tells how to use one.`;
  return fitCatalogue(rows, { storages: [""], leftOut }, options);
}
