import { acceptance } from "../accept-skill.ts";
import type { RunCommand } from "../command.ts";
import { showPreview } from "../show-preview.ts";

/** `dejima skill install SOURCE` */
export const run: RunCommand = async (context, { arguments: [source = ""], options }) => {
  const { runtime, output, signal } = context;
  const { skills: library } = await runtime();
  const how = acceptance(context, options.yes === true);
  const preview = await library.install(source, {
    ...how,
    override: options.override === true,
    strict: options.strict === true,
    keepArchive: options.keepArchive === true,
    signal,
  });
  const { name } = preview.manifest;
  const trust = (await library.list()).find((skill) => skill.name === name)?.trust ?? "unreviewed";
  output.data({ name, trust, content: preview.content.hash, findings: preview.scan.findings }, () =>
    trust === "trusted"
      ? `Installed ${name}.`
      : `${showPreview(preview, output)}\n\nInstalled ${name}; nobody can use it before it is accepted: dejima skill trust ${name}`,
  );
  return 0;
};
