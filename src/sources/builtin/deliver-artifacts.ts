import { basename } from "node:path";
import { z } from "zod";
import { DejimaError } from "../../contract/error.ts";
import type { Tool, ToolContext } from "../../contract/tool.ts";
import type { Mail, Receipt, Recipient } from "../../contract/user/channel.ts";
import { mediaTypeOf } from "../../support/media-type.ts";
import { thrownText } from "../../support/thrown-text.ts";
import { defineTool } from "../../tool/define-tool.ts";

/** What `deliver_artifacts` works with. */
export interface DeliverySources {
  mail(): Promise<Mail>;
  /** Reads an artifact of a run. */
  readArtifact(runId: string, name: string): Promise<Buffer>;
}

const MAX_BYTES = 50 * 1024 ** 2;

/** Delivers files to the user of the run, with a receipt for each. */
export function createDeliverArtifacts(sources: DeliverySources): Tool {
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
