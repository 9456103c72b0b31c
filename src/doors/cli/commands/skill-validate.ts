import { resolve } from "node:path";
import type { RunCommand } from "../command.ts";
import { EXIT } from "../exit-code.ts";
import { showPreview } from "../show-preview.ts";

/** `dejima skill validate FOLDER` */
export const run: RunCommand = async ({ runtime, output, cwd }, { arguments: [folder = "."], options }) => {
  const { skills: library } = await runtime();
  const preview = await library.validate(resolve(cwd, folder), { strict: options.strict === true });
  const { manifest, scan, content } = preview;
  const ok = scan.grade !== "danger";
  output.data(
    { ok, name: manifest.name, issues: manifest.issues, findings: scan.findings, content: content.hash },
    () => showPreview(preview, output),
  );
  return ok ? EXIT.done : EXIT.failed;
};
