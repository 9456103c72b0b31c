import { basename } from "node:path";
import { z } from "zod";
import type { Mail, Receipt, Recipient } from "../../contract/channel.ts";
import { DejimaError } from "../../contract/error.ts";
import type { Tool, ToolContext } from "../../contract/tool.ts";
import { thrownText } from "../../support/thrown-text.ts";
import { defineTool } from "../../tool/define-tool.ts";

const TYPES: Readonly<Record<string, string>> = {
  txt: "text/plain",
  md: "text/markdown",
  csv: "text/csv",
  json: "application/json",
  pdf: "application/pdf",
  zip: "application/zip",
  png: "image/png",
  jpg: "image/jpeg",
  jpeg: "image/jpeg",
  gif: "image/gif",
  webp: "image/webp",
  svg: "image/svg+xml",
  mp3: "audio/mpeg",
  ogg: "audio/ogg",
  oga: "audio/ogg",
  wav: "audio/wav",
  mp4: "video/mp4",
};

export interface DeliverySources {
  mail(): Promise<Mail>;
  /** The content of a file that a run has kept for its user. */
  readArtifact(runId: string, name: string): Promise<Buffer>;
}

const MAX_BYTES = 50 * 1024 ** 2;

/** Hands files to the person of the run, with a receipt for each. */
export function createDeliverArtifacts(sources: DeliverySources): Tool {
  return defineTool({
    name: "deliver_artifacts",
    summary: "Hand files to the user: artifacts of this run or files of the workspace",
    description: `Returns a line for each file: \`delivered\` or \`kept\` with a receipt, or \`failed\` with the reason. Only what has a receipt reached
the user: say so of nothing else. The call fails when no file has one.`,
    category: "channel",
    risk: "low",
    input: () =>
      z.object({
        artifacts: z
          .array(
            z
              .strictObject({
                name: z.string().min(1).max(200).optional().describe("An artifact of this run"),
                path: z.string().min(1).max(4_000).optional().describe("Or a file of the workspace"),
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
      const lines = [];
      for (const intent of artifacts) lines.push(await deliver(intent, { mail, to, context, sources }));
      if (lines.some(({ status }) => status !== "failed")) return { delivered: lines };
      throw new DejimaError(
        "server_unavailable",
        `Nothing was delivered: ${lines.map(({ problem }) => problem).join("; ")}`,
        {
          delivered: lines,
        },
      );
    },
  });
}

interface Line {
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
): Promise<Line> {
  const shown = name ?? path ?? "";
  try {
    // A file of the workspace becomes an artifact first: what the user got stays as it was.
    const kept = name ?? (await keep(path ?? "", context));
    const content = await sources.readArtifact(context.runId, kept);
    const file = { type: "file", name: kept, mediaType: mediaTypeOf(kept), content } as const;
    const message = caption === undefined ? file : { ...file, caption };
    const { id, status } = await mail.send(message, to, { signal: context.signal });
    return { name: kept, status, receipt: id };
  } catch (error) {
    return { name: shown, status: "failed", problem: thrownText(error) };
  }
}

async function keep(path: string, { files, artifacts }: ToolContext): Promise<string> {
  const content = await files.read(path, { maxBytes: MAX_BYTES });
  return artifacts.save({ name: basename(path), mediaType: mediaTypeOf(path), content }).name;
}

/** What a file most likely holds, by its ending. */
function mediaTypeOf(name: string): string {
  const ending = /\.([A-Za-z0-9]+)$/.exec(name)?.[1]?.toLowerCase() ?? "";
  return Object.hasOwn(TYPES, ending) ? (TYPES[ending] ?? "") : "application/octet-stream";
}
