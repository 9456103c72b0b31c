import { createRequire } from "node:module";

/** The version of this package. */
export const VERSION: string = createRequire(import.meta.url)("../package.json").version;
