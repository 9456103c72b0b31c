import type { RunCommand } from "../command.ts";
import { userFrom } from "../memory-options.ts";

/** `dejima profile erase [KEY]` */
export const run: RunCommand = async ({ runtime, output }, given) => {
  const [key] = given.arguments;
  const erased = await (await runtime()).profiles.erase(userFrom(given), key);
  output.data({ erased }, () =>
    erased.length === 0 ? "There was nothing to erase" : `Erased ${erased.join(", ")}`,
  );
  return 0;
};
