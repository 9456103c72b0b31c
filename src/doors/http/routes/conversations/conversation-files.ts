import { z } from "@hono/zod-openapi";
import { createTwoFilesPatch } from "diff";
import type { Context } from "hono";
import { changedFileSchema } from "../../../../contract/data/changed-file.ts";
import { DejimaError } from "../../../../contract/error.ts";
import type { Runtime } from "../../../../runtime.ts";
import { defined } from "../../../../support/defined.ts";
import {
  type Api,
  answers,
  inPath,
  listAnswers,
  pageQuery,
  rawAnswers,
  route,
  slicedResponse,
} from "../../api.ts";
import type { AppVariables } from "../../app-context.ts";
import { requireRole, speakerOf } from "../../caller.ts";
import { sendBytes } from "../../send-bytes.ts";

const id = inPath("id");
const viewer = requireRole("viewer");
const version = z.coerce.number().int().min(0).max(100_000);
const ofFile = id.extend(inPath("file").shape);

const TURNS_PER_PAGE = 200;
const MAX_TURNS = 2_000;
const MAX_DIFF_LENGTH = 2_000_000;
const DIFF_MS = 2_000;

type Request = Context<{ Variables: AppVariables }>;

/**
 * `/api/conversations/{id}/files`: files that a conversation created or changed, their versions and diffs.
 */
export function conversationFileRoutes(api: Api, runtime: Runtime): void {
  const { changedFiles } = runtime;
  /** The runs of a conversation that this caller may see, oldest first. */
  async function runsOf(context: Request, named: string): Promise<string[]> {
    const speaker = speakerOf(context);
    const runs: string[] = [];
    let before: string | undefined;
    for (let read = TURNS_PER_PAGE; read === TURNS_PER_PAGE && runs.length < MAX_TURNS; ) {
      const page = { limit: TURNS_PER_PAGE, ...defined({ before }) };
      const turns = await runtime.conversations.turns(named, speaker, page);
      runs.unshift(...turns.map(({ runId }) => runId));
      before = turns[0]?.runId;
      read = turns.length;
    }
    return runs;
  }
  /** A version as it may be shown: secrets are redacted from texts. */
  async function shown(context: Request, wanted: { id: string; file: string; version: number }) {
    const { mayApprove } = speakerOf(context);
    const { path, content } = await changedFiles.read(await runsOf(context, wanted.id), {
      ...wanted,
      mayApprove,
    });
    const text = textOf(content);
    if (text === undefined) return { path, content, text, redacted: false };
    const clean = await runtime.redact(text);
    return {
      path,
      content: clean === text ? content : Buffer.from(clean),
      text: clean,
      redacted: clean !== text,
    };
  }

  api.openapi(
    route("get /api/conversations/{id}/files", {
      middleware: viewer,
      params: id,
      query: pageQuery,
      responses: listAnswers(
        changedFileSchema,
        "The files that a conversation made or changed, the latest first",
      ),
    }),
    async (context) => {
      const page = context.req.valid("query");
      const files = await changedFiles.list(await runsOf(context, context.req.valid("param").id));
      const cursorOf = ({ id: file }: { readonly id: string }) => file;
      return slicedResponse(context, files, page, cursorOf);
    },
  );
  api.openapi(
    route("get /api/conversations/{id}/files/{file}", {
      middleware: viewer,
      params: ofFile,
      query: z.object({ version }),
      responses: rawAnswers(
        "application/octet-stream",
        "One version of the file, secrets left out of texts; `Range` asks for a part",
      ),
    }),
    async (context) => {
      const wanted = { ...context.req.valid("param"), ...context.req.valid("query") };
      const { path, content, redacted } = await shown(context, wanted);
      if (redacted) context.header("x-redacted", "true");
      return sendBytes(context, content, path.split("/").at(-1) ?? path);
    },
  );
  api.openapi(
    route("get /api/conversations/{id}/files/{file}/diff", {
      middleware: viewer,
      params: ofFile,
      query: z.object({ from: version, to: version }),
      responses: answers(
        z.object({ diff: z.string().optional().describe("Absent where the versions are not both text") }),
        "What changed between two versions, as a unified diff; a version without a file counts as empty",
      ),
    }),
    async (context) => {
      const { from, to } = context.req.valid("query");
      const param = context.req.valid("param");
      const read = async (number: number) => (await shown(context, { ...param, version: number })).text;
      const absent = await absentVersions(param);
      const [before, after] = [
        absent.has(from) ? "" : await read(from),
        absent.has(to) ? "" : await read(to),
      ];
      if (before === undefined || after === undefined) return context.json({}, 200);
      return context.json({ diff: difference(before, after) }, 200);

      async function absentVersions({ id: named, file }: { id: string; file: string }) {
        const files = await changedFiles.list(await runsOf(context, named));
        const versions = files.find((one) => one.id === file)?.versions ?? [];
        return new Set(versions.filter(({ bytes }) => bytes === undefined).map(({ number }) => number));
      }
    },
  );
}

function textOf(content: Buffer): string | undefined {
  if (content.includes(0)) return undefined;
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(content);
  } catch {
    return undefined;
  }
}

function difference(before: string, after: string): string {
  const options = { context: 3, timeout: DIFF_MS };
  const patch =
    before.length + after.length > MAX_DIFF_LENGTH
      ? undefined
      : createTwoFilesPatch("before", "after", before, after, undefined, undefined, options);
  if (patch !== undefined) return patch.replace(/^=+\n/, "");
  throw new DejimaError(
    "too_large",
    "Cannot compare these versions: they are too long. Download both and compare them",
  );
}
