import { expect, test } from "vitest";
import { configSchema } from "./config-schema.ts";
import { DEFAULT_CONFIG } from "./default-config.ts";

test("DEFAULT_CONFIG is what the schema gives for an empty file; node scripts/generate.ts writes it anew", () => {
  expect(DEFAULT_CONFIG).toEqual(configSchema.parse({}));
});
