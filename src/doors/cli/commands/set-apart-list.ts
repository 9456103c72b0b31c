import { visibleText } from "../../../text/visible-text.ts";
import type { RunCommand } from "../command.ts";

/** `dejima set-apart list` */
export const run: RunCommand = async ({ runtime, output }, { options }) => {
  const all = await (await runtime()).setApart.list();
  const found = options.all === true ? all : all.filter(({ status }) => status === "waiting");
  output.data(found, () =>
    found.length === 0
      ? "Nothing is set apart."
      : `${output.table([
          ["ID", "STATUS", "PATH", "WHY"].map((head) => output.style("bold", head)),
          ...found.map(({ id, status, path, why }) => [id, status, visibleText(path), why]),
        ])}\n\nTo read one: dejima set-apart show ID. Then accept ID puts it in its place, discard ID deletes it.`,
  );
  return 0;
};
