// Writes what is derived from the config's schema: its JSON Schema for editors, and the defaults as data.
import { writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { configJsonSchema, configSchema } from "../src/config/config-schema.ts";

const root = fileURLToPath(new URL("..", import.meta.url));

writeFileSync(`${root}docs/dejima.schema.json`, `${JSON.stringify(configJsonSchema(), null, 2)}\n`);
writeFileSync(
  `${root}src/config/default-config.ts`,
  `import type { Config } from "./config-schema.ts";

/** The config that holds when nobody has written one; \`node scripts/generate.ts\` writes it, a test holds it to the schema. */
export const DEFAULT_CONFIG: Config = ${JSON.stringify(configSchema.parse({}), null, 2)};
`,
);
