import type { RunCommand } from "../command.ts";

/** `dejima skill search TEXT`: what is installed and what the registries offer, by words of name and description. */
export const run: RunCommand = async ({ runtime, output }, { arguments: [text = ""] }) => {
  const { skills: library } = await runtime();
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  const matches = ({ name, description }: { name: string; description: string }) =>
    words.every((word) => `${name} ${description}`.toLowerCase().includes(word));
  const installed = (await library.list())
    .filter(matches)
    .map(({ name, description }) => ({ name, description, installed: true }));
  const offered = (await library.available())
    .filter(matches)
    .map(({ name, description }) => ({ name, description, installed: false }));
  const found = [
    ...installed,
    ...offered.filter(({ name }) => installed.every((held) => held.name !== name)),
  ];
  output.data(found, () =>
    found.length === 0
      ? "Nothing fits. `dejima skill new NAME` makes a skill."
      : output.table(
          found.map(({ name, installed, description }) => [
            name,
            installed ? "installed" : "in a registry",
            description.replaceAll("\n", " "),
          ]),
        ),
  );
  return 0;
};
