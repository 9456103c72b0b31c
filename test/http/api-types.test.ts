import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { API_TYPES, apiTypes, GENERATOR } from "../../scripts/api-types.ts";

const hasGenerator = existsSync(GENERATOR);
if (!hasGenerator) console.log("api types: the generator is not installed; `npm test` installs it");

test.skipIf(!hasGenerator)("console/core/api-types.ts is what `npm run api-types` writes", async () => {
  expect((await readFile(API_TYPES, "utf8")) === (await apiTypes()), "run `npm run api-types`").toBe(true);
});
