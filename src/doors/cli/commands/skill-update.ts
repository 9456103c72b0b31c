import { acceptance } from "../accept-skill.ts";
import type { RunCommand } from "../command.ts";

/** `dejima skill update NAME` */
export const run: RunCommand = async (context, { arguments: [name = ""], options }) => {
  const { skills: library } = await context.runtime();
  const source = typeof options.source === "string" ? { source: options.source } : {};
  const result = await library.update(name, {
    ...acceptance(context, options.yes === true),
    ...source,
    signal: context.signal,
  });
  const { manifest, changed, content } = result;
  context.output.data({ name: manifest.name, changed, content: content.hash }, () =>
    changed ? `Updated ${manifest.name}.` : `${manifest.name} is up to date.`,
  );
  return 0;
};
