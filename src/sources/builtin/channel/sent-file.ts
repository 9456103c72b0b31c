import { z } from "zod";
import type { Mail } from "../../../contract/channel.ts";
import { DejimaError } from "../../../contract/error.ts";
import type { Tool } from "../../../contract/tool.ts";
import { defineTool } from "../../../tool/define-tool.ts";

/** The two kinds of files that models ask for. */
const KINDS = {
  get_image_file: {
    word: "picture",
    aliases: ["get_image"],
    isIt: (type: string) => type.startsWith("image/"),
  },
  get_voice_file: {
    word: "recording",
    aliases: ["get_voice"],
    isIt: (type: string) => type.startsWith("audio/"),
  },
} as const;

/** Looks up a picture or a recording that the user sent, and puts it into the workspace where it is wanted there. */
export function createSentFile(name: keyof typeof KINDS, mail: () => Promise<Mail>): Tool {
  const { word, aliases, isIt } = KINDS[name];
  return defineTool({
    name,
    aliases,
    summary: `Get a ${word} that the user sent in this conversation`,
    description: `Returns {name, mediaType, bytes, sha256, at} of the newest ${word}, or of the one named, and the names of the others. With \`saveAs\` it is written
into the workspace, where other tools can work on it.`,
    category: "channel",
    risk: "low",
    flow: { output: "trusted" },
    input: () =>
      z.object({
        name: z.string().max(200).optional().describe("Which one; the newest when left out"),
        saveAs: z.string().min(1).max(4_000).optional().describe("A path of the workspace"),
      }),
    effects: ({ saveAs }) => (saveAs === undefined ? [] : [{ kind: "file.write", target: saveAs }]),
    async run({ name: wanted, saveAs }, { runId, files }) {
      const service = await mail();
      const sent = (await service.attachments(runId)).filter(({ mediaType }) => isIt(mediaType));
      const found = sent.find((one) => wanted === undefined || one.name === wanted || one.id === wanted);
      if (found === undefined) {
        const others =
          sent.length === 0
            ? `the user has sent no ${word}`
            : `there are ${sent.map((one) => one.name).join(", ")}`;
        throw new DejimaError(
          "not_found",
          `Cannot find ${wanted === undefined ? `a ${word}` : `"${wanted}"`}: ${others}`,
        );
      }
      if (saveAs !== undefined) await files.write(saveAs, await service.readAttachment(runId, found.id));
      return {
        ...found,
        at: new Date(found.at).toISOString(),
        ...(saveAs === undefined ? {} : { savedAs: saveAs }),
        others: sent.filter((one) => one !== found).map((one) => one.name),
      };
    },
  });
}
