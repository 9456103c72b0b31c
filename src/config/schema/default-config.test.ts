import { expect, test } from "vitest";
import { configSchema } from "./config-schema.ts";
import { DEFAULT_CONFIG } from "./default-config.ts";

test("DEFAULT_CONFIG equals the schema's result for an empty file; node scripts/generate.ts writes it", () => {
  expect(DEFAULT_CONFIG).toEqual(configSchema.parse({}));
});
