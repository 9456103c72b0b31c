import type { RunCommand } from "../command.ts";

/** `dejima flow clear PATH` */
export const run: RunCommand = async ({ runtime, output }, { arguments: [path = ""] }) => {
  const cleared = await (await runtime()).marks.clear(path);
  output.data({ cleared }, () =>
    output.table(
      cleared.map(({ kind, name, sources }) => [
        `cleared ${kind}`,
        output.shown(name),
        output.shown(sources.slice(0, 3).join("; ")),
      ]),
    ),
  );
  return 0;
};
