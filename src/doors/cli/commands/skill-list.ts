import type { RunCommand } from "../command.ts";

/** `dejima skill list` */
export const run: RunCommand = async ({ runtime, output }) => {
  const { skills: library } = await runtime();
  const skills = await library.list();
  const problems = await library.problems();
  output.data(skills, () =>
    skills.length === 0
      ? "No skills yet. `dejima skill install SOURCE` installs one, `dejima skill new NAME` makes one."
      : output.table([
          ["NAME", "LEVEL", "TRUST", "ENABLED", "DESCRIPTION"].map((head) => output.style("bold", head)),
          ...skills.map(({ name, level, trust, enabled, description }) => [
            name,
            level,
            trust,
            enabled ? "yes" : "no",
            description.replaceAll("\n", " "),
          ]),
        ]),
  );
  for (const { folder, reason } of problems) output.note(`not loaded: ${folder}: ${reason}`);
  return 0;
};
