import { DejimaError } from "../../../contract/error.ts";
import { visibleText } from "../../../text/visible-text.ts";
import { acceptance } from "../accept-skill.ts";
import type { RunCommand } from "../command.ts";

/** `dejima skill trust NAME`: shows what changed since it was accepted, then asks. */
export const run: RunCommand = async (context, { arguments: [name = ""], options }) => {
  const { runtime, output, signal } = context;
  const { skills: library } = await runtime();
  await library.info(name); // whatever is not there cannot be trusted, with or without a person
  const { accept } = acceptance(context, options.yes === true);
  if (accept === undefined) {
    throw new DejimaError(
      "approval_required",
      `Cannot trust "${name}" without a person: run it in a terminal, or pass --yes knowingly`,
    );
  }
  const changes = await library.changes(name);
  for (const { path, change, patch } of changes)
    output.note(visibleText(`${change} ${path}\n${patch ?? ""}`));
  const preview = await library.trust(name, { accept, override: options.override === true, signal });
  const trust =
    (await library.list()).find((skill) => skill.name === preview.manifest.name)?.trust ?? "unreviewed";
  output.data(
    { name: preview.manifest.name, trust, changes: changes.map(({ path, change }) => ({ path, change })) },
    () => `${name} is ${trust}.`,
  );
  return trust === "trusted" ? 0 : 3;
};
