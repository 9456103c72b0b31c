import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { type EmbedderSettings, type Embedders, openEmbedders } from "../model/open-embedders.ts";
import { packageFolder } from "../support/package-folder.ts";

/** Where the weights lie in the package, in a checkout and when it is installed. */
const MODEL = "src/model/embedded/bilingual.model";

/** Opens the embedders that the settings name, with the weights of the package unless told. */
export function openPackageEmbedders(settings: EmbedderSettings, modelFile?: URL): Promise<Embedders> {
  return openEmbedders(
    settings,
    modelFile ?? pathToFileURL(join(packageFolder(import.meta.filename), MODEL)),
  );
}
