import type { RunCommand } from "../command.ts";
import { userFrom } from "../memory-options.ts";

/** `dejima profile set KEY VALUE` */
export const run: RunCommand = async ({ runtime, output }, given) => {
  const [key = "", ...words] = given.arguments;
  const profile = await (await runtime()).profiles.set(userFrom(given), key, words.join(" "));
  output.data(profile, () => `${key} is set`);
  return 0;
};
