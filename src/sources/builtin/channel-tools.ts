import { z } from "zod";
import type { Mail } from "../../contract/channel.ts";
import { DejimaError } from "../../contract/error.ts";
import type { Tool } from "../../contract/tool.ts";
import { defineTool } from "../../tool/define-tool.ts";
import { createDeliverArtifacts, type DeliverySources } from "./deliver-artifacts.ts";

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

export type ChannelToolSources = DeliverySources;

/** Tools that reach people: messages, files, and what people sent. */
export function channelTools(sources: ChannelToolSources): Tool[] {
  return [
    createSendMessage(sources.mail),
    createDeliverArtifacts(sources),
    createSentFile("get_image_file", sources.mail),
    createSentFile("get_voice_file", sources.mail),
  ];
}

/** Sends a message to the person of the run, or to somebody else at a door. */
function createSendMessage(mail: () => Promise<Mail>): Tool {
  return defineTool({
    name: "send_message",
    summary: "Send a message to the user, or to somebody else at a channel",
    description: `Without \`to\` it goes to the user of this conversation, which needs no permission. Returns {receipt, status}: \`delivered\` when the channel
has it, \`kept\` when it waits until the user looks. Without a receipt it was not sent, and the call fails.`,
    category: "channel",
    risk: "low",
    input: () =>
      z.object({
        text: z.string().min(1).max(20_000),
        to: z
          .string()
          .min(3)
          .max(200)
          .optional()
          .describe("door:user, such as telegram:4711; the user when left out"),
      }),
    effects: ({ to }) => (to === undefined ? [] : [{ kind: "message.send", target: to }]),
    async run({ text, to }, { runId, signal }) {
      const service = await mail();
      const recipient = await (to === undefined ? service.recipientOf(runId) : service.find(to));
      const { id, status } = await service.send({ type: "text", text }, recipient, { signal });
      return { receipt: id, status, door: recipient.door };
    },
  });
}

/** Looks up a picture or a recording that the user sent, and puts it into the workspace where it is wanted there. */
function createSentFile(name: keyof typeof KINDS, mail: () => Promise<Mail>): Tool {
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
