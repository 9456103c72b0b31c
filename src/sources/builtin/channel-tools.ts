import { basename } from "node:path";
import { z } from "zod";
import { DejimaError } from "../../contract/error.ts";
import type { Tool, ToolContext } from "../../contract/tool.ts";
import type { Mail, Receipt, Recipient } from "../../contract/user/channel.ts";
import { zonedIso } from "../../contract/words/local-time.ts";
import { defined } from "../../support/defined.ts";
import { mediaTypeOf } from "../../support/media-type.ts";
import { thrownText } from "../../support/thrown-text.ts";
import { defineTool } from "../../tool/define-tool.ts";
import type { ZoneSource } from "./time-tools.ts";

/** What the channel tools work with. */
export type ChannelToolSources = DeliverySources & ZoneSource;

/** The tools of the channel family: they send messages and files to people, and read what people sent. */
export function channelTools(sources: ChannelToolSources): Tool[] {
  return [
    createSendMessage(sources.mail),
    createDeliverArtifacts(sources),
    createSentFile("get_image_file", sources),
    createSentFile("get_voice_file", sources),
  ];
}

/** Sends a message to the user of the run, or to somebody else through a door. */
function createSendMessage(mail: () => Promise<Mail>): Tool {
  return defineTool({
    name: "send_message",
    summary: "Send a message to the user, or to somebody else on a channel",
    description: `Without \`to\` it goes to the user of this conversation, which needs no permission. Returns {receipt, status}. \`status\` is \`delivered\` when the channel
accepted the message, and \`kept\` when it waits until the user looks. If it could not be sent, the call fails and there is no receipt.`,
    category: "channel",
    risk: "low",
    returns: "{ receipt: string; status: string; door: string }",
    input: () =>
      z.object({
        text: z.string().min(1).max(20_000),
        to: z
          .string()
          .min(3)
          .max(200)
          .optional()
          .describe("door:user, such as telegram:4711. Default: the user of this conversation"),
      }),
    effects: ({ to }) => (to === undefined ? [] : [{ kind: "message.send", target: to }]),
    question: async ({ to }) =>
      to === undefined ? { en: "Send you this message?", zh: "把这条消息发给你？" } : undefined,
    consequence: { en: "Sends a message; this cannot be taken back.", zh: "会发送一条消息，无法撤回。" },
    async run({ text, to }, { runId, signal }) {
      const service = await mail();
      const recipient = await (to === undefined ? service.recipientOf(runId) : service.find(to));
      const { id, status } = await service.send({ type: "text", text }, recipient, { signal });
      return { receipt: id, status, door: recipient.door };
    },
  });
}

/** The tools that return a file the user sent: the kind of file each one returns. */
const KINDS = {
  get_image_file: {
    word: "picture",
    aliases: ["get_image"],
    matches: (type: string) => type.startsWith("image/"),
  },
  get_voice_file: {
    word: "recording",
    aliases: ["get_voice"],
    matches: (type: string) => type.startsWith("audio/"),
  },
} as const;

/** Finds a picture or a recording that the user sent, and saves it in the workspace on request. */
function createSentFile(name: keyof typeof KINDS, { mail, timezoneOf }: ChannelToolSources): Tool {
  const { word, aliases, matches } = KINDS[name];
  return defineTool({
    name,
    aliases,
    summary: `Get a ${word} that the user sent in this conversation`,
    description: `Returns {name, mediaType, bytes, sha256, at} of the newest ${word}, or of the one named, and the names of the others. With \`saveAs\` the file is
also written into the workspace, where other tools can read it.`,
    category: "channel",
    risk: "low",
    flow: { output: "trusted" },
    input: () =>
      z.object({
        name: z.string().max(200).optional().describe("Which one. Default: the newest"),
        saveAs: z.string().min(1).max(4_000).optional().describe("Path in the workspace"),
      }),
    effects: ({ saveAs }) => (saveAs === undefined ? [] : [{ kind: "file.write", target: saveAs }]),
    async run({ name: wanted, saveAs }, { runId, userId, files }) {
      const service = await mail();
      const sent = (await service.attachments(runId)).filter(({ mediaType }) => matches(mediaType));
      const found = sent.find((one) => wanted === undefined || one.name === wanted || one.id === wanted);
      if (found === undefined) {
        const others =
          sent.length === 0
            ? `the user has sent no ${word}`
            : `available: ${sent.map((one) => one.name).join(", ")}`;
        throw new DejimaError(
          "not_found",
          `Cannot find ${wanted === undefined ? `a ${word}` : `"${wanted}"`}: ${others}`,
        );
      }
      if (saveAs !== undefined) await files.write(saveAs, await service.readAttachment(runId, found.id));
      return {
        ...found,
        at: zonedIso(found.at, await timezoneOf(userId)),
        ...defined({ savedAs: saveAs }),
        others: sent.filter((one) => one !== found).map((one) => one.name),
      };
    },
  });
}

/** What `deliver_artifacts` works with. */
interface DeliverySources {
  mail(): Promise<Mail>;
  /** Reads an artifact of a run. */
  readArtifact(runId: string, name: string): Promise<Buffer>;
}

const MAX_BYTES = 50 * 1024 ** 2;

/** Delivers files to the user of the run, with a receipt for each. */
function createDeliverArtifacts(sources: DeliverySources): Tool {
  return defineTool({
    name: "deliver_artifacts",
    summary: "Deliver files to the user: artifacts of this run or files of the workspace",
    description: `Returns one entry per file: \`delivered\` or \`kept\` with a receipt, or \`failed\` with the reason. Only files with a receipt reached
the user; never claim that another one did. The call fails when no file could be delivered.`,
    category: "channel",
    risk: "low",
    input: () =>
      z.object({
        artifacts: z
          .array(
            z
              .strictObject({
                name: z.string().min(1).max(200).optional().describe("An artifact of this run"),
                path: z
                  .string()
                  .min(1)
                  .max(4_000)
                  .optional()
                  .describe("Or the path of a file in the workspace"),
                caption: z.string().max(1_000).optional(),
              })
              .refine(
                ({ name, path }) => (name === undefined) !== (path === undefined),
                "give either name or path",
              ),
          )
          .min(1)
          .max(20),
      }),
    effects: ({ artifacts }) =>
      artifacts.flatMap(({ path }) =>
        path === undefined ? [] : [{ kind: "file.read" as const, target: path }],
      ),
    async run({ artifacts }, context) {
      const mail = await sources.mail();
      const to = await mail.recipientOf(context.runId);
      const deliveries = [];
      for (const artifact of artifacts)
        deliveries.push(await deliver(artifact, { mail, to, context, sources }));
      if (deliveries.some(({ status }) => status !== "failed")) return { delivered: deliveries };
      throw new DejimaError(
        "server_unavailable",
        `Cannot deliver the files: ${deliveries.map(({ problem }) => problem).join("; ")}`,
        { delivered: deliveries },
      );
    },
  });
}

interface Delivery {
  readonly name: string;
  readonly status: Receipt["status"] | "failed";
  readonly receipt?: string;
  readonly problem?: string;
}

async function deliver(
  {
    name,
    path,
    caption,
  }: { name?: string | undefined; path?: string | undefined; caption?: string | undefined },
  {
    mail,
    to,
    context,
    sources,
  }: { mail: Mail; to: Recipient; context: ToolContext; sources: DeliverySources },
): Promise<Delivery> {
  try {
    // A file of the workspace is saved as an artifact first, so that a later change does not alter what the user received.
    const saved = name ?? (await saveArtifact(path ?? "", context));
    const content = await sources.readArtifact(context.runId, saved);
    const file = { type: "file", name: saved, mediaType: mediaTypeOf(saved), content } as const;
    const message = caption === undefined ? file : { ...file, caption };
    const { id, status } = await mail.send(message, to, { signal: context.signal });
    return { name: saved, status, receipt: id };
  } catch (error) {
    return { name: name ?? path ?? "", status: "failed", problem: thrownText(error) };
  }
}

async function saveArtifact(path: string, { files, artifacts }: ToolContext): Promise<string> {
  const content = await files.read(path, { maxBytes: MAX_BYTES });
  return artifacts.save({ name: basename(path), mediaType: mediaTypeOf(path), content }).name;
}
