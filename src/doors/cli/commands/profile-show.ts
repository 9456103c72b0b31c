import type { RunCommand } from "../command.ts";
import { userFrom } from "../memory-options.ts";

/** `dejima profile show` */
export const run: RunCommand = async ({ runtime, output }, given) => {
  const profile = await (await runtime()).profiles.get(userFrom(given));
  const { values, skipped, open, untrusted } = profile;
  output.data(profile, () =>
    output.table([
      ...Object.entries(values).map(([key, value]) => [key, output.shown(value)]),
      ...skipped.map((key) => [key, output.style("dim", "not to be asked")]),
      ...(untrusted.length === 0
        ? []
        : [
            [
              "",
              output.style("dim", `some of it was set after reading ${output.shown(untrusted.join("; "))}`),
            ],
          ]),
      ...open.map(({ key, question }) => [key, output.style("dim", question.en)]),
    ]),
  );
  return 0;
};
