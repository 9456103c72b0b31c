import { z } from "zod";
import { localTime } from "../../../../contract/words/local-time.ts";
import { accountName } from "../../../../support/process/account.ts";
import { visibleLine } from "../../../../text/visible-text.ts";
import { defineCommand } from "../../define-command.ts";
import { EXIT } from "../../describe/exit-code.ts";
import { oneOf } from "../../input/fields.ts";

const KINDS = ["mcp", "index", "folder", "git", "clawhub", "skills-sh", "revocations"] as const;

const entriesText = (count: number) => (count === 1 ? "1 entry" : `${count} entries`);

const registryAdd = defineCommand({
  path: ["registry", "add"],
  group: "Choose the registries to search for tools and skills",
  summary: "Agree that a registry is copied once a day and searched",
  input: z.object({
    location: z.string(),
    kind: oneOf(
      KINDS,
      "kind",
      `${KINDS.slice(0, -1).join(", ")} or ${KINDS.at(-1)} (default: by the address)`,
    ),
  }),
  arguments: ["location"],
  examples: [
    "dejima registry add https://registry.modelcontextprotocol.io",
    "dejima registry add ./company-servers.json",
    "dejima registry add git+https://github.com/someone/skills",
    "dejima registry add https://example.com/revoked.json --kind revocations",
  ],
  async run({ runtime, output, signal }, { location, kind }) {
    const { finder } = await runtime();
    const added = await finder.registries.add(location, { by: accountName(), kind });
    const problem = (await finder.refresh({ signal })).get(added.location);
    const stored = (await finder.registries.list()).find((one) => one.location === added.location) ?? added;
    output.data(
      stored,
      () =>
        output.say`Added ${visibleLine(stored.location)} (${stored.kind}): ${entriesText(stored.entries)} copied.`,
    );
    if (problem === undefined) return EXIT.done;
    output.note(
      output.say`It could not be copied yet: ${problem}. \`dejima registry refresh\` tries again, \`dejima registry remove ${visibleLine(stored.location)}\` removes it`,
    );
    return EXIT.unavailable;
  },
});

const registryList = defineCommand({
  path: ["registry", "list"],
  summary: "List the registries that you have agreed to, and how old their copies are",
  input: z.object({}),
  examples: ["dejima registry list"],
  async run({ runtime, output }) {
    const all = await (await runtime()).finder.registries.list();
    output.data(all, () =>
      all.length === 0
        ? output.say(
            "No registry was added. `dejima registry add https://registry.modelcontextprotocol.io` adds the public one.",
          )
        : output.table([
            output.headings("LOCATION", "KIND", "ENTRIES", "COPIED", "PROBLEM"),
            ...all.map(({ location, kind, entries, mirroredAt, problem = "" }) => [
              ...[visibleLine(location), kind, String(entries)],
              mirroredAt === undefined ? "never" : localTime(Date.parse(mirroredAt)),
              visibleLine(problem),
            ]),
          ]),
    );
    return EXIT.done;
  },
});

const registryRemove = defineCommand({
  path: ["registry", "remove"],
  summary: "Stop copying and searching a registry",
  input: z.object({ location: z.string() }),
  arguments: ["location"],
  examples: ["dejima registry remove https://registry.modelcontextprotocol.io"],
  async run({ runtime, output }, { location }) {
    await (await runtime()).finder.registries.remove(location);
    output.data({ removed: location }, () => output.say`Removed ${visibleLine(location)}.`);
    return EXIT.done;
  },
});

const registryRefresh = defineCommand({
  path: ["registry", "refresh"],
  summary: "Copy all registries now, and turn off installed servers that were revoked",
  input: z.object({}),
  examples: ["dejima registry refresh"],
  async run({ runtime, output, signal }) {
    const { finder } = await runtime();
    const problems = Object.fromEntries(await finder.refresh({ all: true, signal }));
    const registries = await finder.registries.list();
    output.data({ registries, problems }, () =>
      registries
        .map(({ location, entries }) => `${visibleLine(location)}: ${entriesText(entries)}`)
        .join("\n"),
    );
    for (const problem of Object.values(problems)) output.note(problem);
    return Object.keys(problems).length === 0 ? EXIT.done : EXIT.unavailable;
  },
});

/** The commands of this file. */
export const COMMANDS = [registryAdd, registryList, registryRemove, registryRefresh];
