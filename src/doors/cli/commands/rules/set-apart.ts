import { z } from "zod";
import { accountName } from "../../../../support/process/account.ts";
import { visibleText } from "../../../../text/visible-text.ts";
import { defineCommand } from "../../define-command.ts";
import { flag } from "../../input/fields.ts";

const setApartList = defineCommand({
  path: ["set-apart", "list"],
  group: "Accept or discard self-starting files that programs wrote",
  summary: "List self-starting files that programs wrote and that wait for you",
  input: z.object({
    all: flag("also those that were accepted or discarded"),
  }),
  examples: ["dejima set-apart list", "dejima set-apart list --all --json"],
  async run({ runtime, output }, options) {
    const all = await (await runtime()).setApart.list();
    const found = options.all ? all : all.filter(({ status }) => status === "waiting");
    output.data(found, () =>
      found.length === 0
        ? output.say("Nothing is set apart.")
        : `${output.table([
            output.headings("ID", "STATUS", "PATH", "WHY"),
            ...found.map(({ id, status, path, why }) => [
              id,
              output.say.value(status),
              visibleText(path),
              why,
            ]),
          ])}\n\n${output.say("To read one: dejima set-apart show ID. Then accept ID restores it, discard ID deletes it.")}`,
    );
    return 0;
  },
});

const setApartShow = defineCommand({
  path: ["set-apart", "show"],
  summary: "Show a file that was set apart, and what would start it",
  input: z.object({
    id: z.string(),
  }),
  arguments: ["id"],
  examples: ["dejima set-apart show 0123456789ab"],
  async run({ runtime, output }, { id }) {
    const found = await (await runtime()).setApart.show(id);
    output.data(found, () => {
      const { path, why, status, callId, content } = found;
      const lines = content.split("\n").map((line) => visibleText(line));
      const next =
        status === "waiting"
          ? [
              "",
              output.say`To put it there: dejima set-apart accept ${found.id}. To delete it: dejima set-apart discard ${found.id}`,
            ]
          : [];
      const head = output.say`${visibleText(path)} (${output.say.value(status)}): ${why}. Written by ${callId}.`;
      return [head, "", ...lines, ...next].join("\n");
    });
    return 0;
  },
});

const setApartAccept = defineCommand({
  path: ["set-apart", "accept"],
  summary: "Restore a file that was set apart to where the program wrote it",
  input: z.object({
    id: z.string(),
  }),
  arguments: ["id"],
  examples: ["dejima set-apart accept 0123456789ab"],
  async run({ runtime, output }, { id }) {
    const found = await (await runtime()).setApart.accept(id, accountName());
    output.data(found, () => output.say`${visibleText(found.path)} is in its place now.`);
    return 0;
  },
});

const setApartDiscard = defineCommand({
  path: ["set-apart", "discard"],
  summary: "Throw a file away that was set apart",
  input: z.object({
    id: z.string(),
  }),
  arguments: ["id"],
  examples: ["dejima set-apart discard 0123456789ab"],
  async run({ runtime, output }, { id }) {
    const found = await (await runtime()).setApart.discard(id, accountName());
    output.data(
      found,
      () =>
        output.say`Discarded what the program wrote to ${visibleText(found.path)}. That place itself was not touched.`,
    );
    return 0;
  },
});

/** The commands of this file. */
export const COMMANDS = [setApartList, setApartShow, setApartAccept, setApartDiscard];
