import type { RunCommand } from "../command.ts";

/** `dejima learning show` */
export const run: RunCommand = async ({ runtime, output }) => {
  const learned = await (await runtime()).learned();
  const rows = Object.entries(learned).flatMap(([kind, names]) =>
    Object.entries(names).map(([name, { served, failed }]) => [kind, name, `${served}`, `${failed}`]),
  );
  output.data(learned, () =>
    rows.length === 0 ? "Nothing yet." : output.table([["KIND", "NAME", "SERVED", "FAILED"], ...rows]),
  );
  return 0;
};
