import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { DejimaError } from "../../../contract/error.ts";
import { makeFolder } from "../../../support/make-folder.ts";
import { thrownText } from "../../../support/thrown-text.ts";
import type { RunCommand } from "../command.ts";

/** `dejima tool new NAME` */
export const run: RunCommand = async ({ settings, runtime, output }, { arguments: [name = ""] }) => {
  if (!/^[a-z][a-z0-9_]{0,63}$/.test(name))
    throw new DejimaError(
      "invalid_input",
      `Cannot name a tool "${name}": small letters, digits and underscores, beginning with a letter`,
    );
  const { home } = await settings();
  const folder = join(home, "tools");
  const file = join(folder, `${name.replaceAll("_", "-")}.ts`);
  const { ownTools: own } = await runtime();
  const waiting = (await own.folders()).find((one) => one.folder === folder && !one.trusted);
  await makeFolder(folder);
  await writeFile(file, template(name), { flag: "wx" }).catch((cause) => {
    throw new DejimaError("conflict", `Cannot write "${file}": ${thrownText(cause)}`, { file }, { cause });
  });
  // Whoever begins a tool here means it to run; files that lay there before are another matter.
  if (waiting === undefined) await own.trust(folder);
  output.data({ name, file, trusted: waiting === undefined }, () =>
    waiting === undefined
      ? `Made ${file}. It is a tool already: dejima tool call ${name} --input '{"text": "hello"}'`
      : `Made ${file}. Other files lie beside it: read them, then \`dejima tool trust\``,
  );
  return 0;
};

function template(name: string): string {
  return `import { defineTool } from "dejima";
import { z } from "zod";

export default defineTool({
  name: "${name}",
  summary: "Say in one line what ${name.slice(0, 30)} does",
  description: "Say everything that a model needs to use it well, and what it gives back.",
  category: "custom",
  risk: "low",
  input: z.object({ text: z.string().describe("What to work on") }),
  // What a call touches, so that rules and people can judge it: () => [{ kind: "file.read", target: path }]
  effects: () => [],
  // Where its output comes from and where its input can go: docs/flow.md
  flow: { sends: "nothing" },
  run: ({ text }) => ({ length: text.length }),
});
`;
}
