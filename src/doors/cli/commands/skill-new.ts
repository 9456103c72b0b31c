import { DejimaError } from "../../../contract/error.ts";
import { acceptance } from "../accept-skill.ts";
import type { RunCommand } from "../command.ts";

/** `dejima skill new NAME --description TEXT` */
export const run: RunCommand = async (context, { arguments: [name = ""], options }) => {
  const { runtime, output, interactive } = context;
  const description =
    typeof options.description === "string"
      ? options.description
      : interactive
        ? await askFor("What is it for, and when should it be used?")
        : undefined;
  if (description === undefined)
    throw new DejimaError(
      "invalid_input",
      "Cannot make a skill without a description: pass --description TEXT",
    );
  const { skills: library } = await runtime();
  const preview = await library.create({ name, description }, acceptance(context, options.yes === true));
  const { folder, trust } = await library.info(preview.manifest.name);
  output.data(
    { name, folder, trust },
    () => `Made ${name} in ${folder}. Edit SKILL.md, then: dejima skill trust ${name}`,
  );
  return 0;
};

async function askFor(message: string): Promise<string | undefined> {
  const { isCancel, text } = await import("@clack/prompts");
  const answer = await text({ message });
  return isCancel(answer) ? undefined : answer;
}
