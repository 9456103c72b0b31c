import { configJsonSchema } from "../../../config/config-schema.ts";
import type { RunCommand } from "../command.ts";

/** `dejima config schema` */
export const run: RunCommand = async ({ output }) => {
  const schema = configJsonSchema();
  output.data(schema, () => JSON.stringify(schema, null, 2));
  return 0;
};
