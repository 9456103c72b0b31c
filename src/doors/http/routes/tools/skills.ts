import { createWriteStream } from "node:fs";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { z } from "@hono/zod-openapi";
import type { Context } from "hono";
import { DejimaError } from "../../../../contract/error.ts";
import type { Runtime } from "../../../../runtime.ts";
import { temporaryFolder } from "../../../../support/disk/temporary-folder.ts";
import { type Api, answers, inPath, listAnswers, pageOf, route, slicedResponse } from "../../api.ts";
import { requireRole } from "../../caller.ts";
import { searchAnswers, searchQuery, shownHits } from "./search-answers.ts";
import { skillContractSchema } from "./skill-views.ts";

const MAX_ARCHIVE = 64 * 1024 * 1024;
const name = inPath("name");
const done = z.object({ name: z.string(), trust: z.string().optional() });

const skillSchema = z.object({
  name: z.string(),
  title: z.string(),
  description: z.string(),
  version: z.string().optional(),
  level: z.enum(["shipped", "user", "project", "imported"]),
  trust: z.enum(["trusted", "unreviewed", "changed"]),
  enabled: z.boolean(),
});

const words = z.array(z.string());
const skillInfoSchema = skillSchema.extend({
  modelInvocable: z.boolean(),
  userInvocable: z.boolean(),
  issues: z.int().describe("How many differences from the specification it has"),
  manifest: z.object({
    name: z.string(),
    title: z.string(),
    description: z.string(),
    kind: z.enum(["knowledge", "tool", "hybrid"]),
    version: z.string().optional(),
    license: z.string().optional(),
    compatibility: z.string().optional(),
    argumentHint: z.string().optional(),
    metadata: z.record(z.string(), z.string()),
    allowedTools: words.optional(),
    keywords: words,
    intents: words,
    examples: words,
    modelInvocable: z.boolean(),
    userInvocable: z.boolean(),
    servers: z.array(
      z.object({
        name: z.string(),
        command: z.string().optional(),
        args: words.optional(),
        env: z.record(z.string(), z.string()).optional(),
        url: z.string().optional(),
      }),
    ),
    contract: skillContractSchema,
    issues: z.array(z.object({ code: z.string(), message: z.string() })),
  }),
  body: z.string(),
  sha256: z.string().describe("The hash of its main file"),
  folder: z.string(),
  files: z.array(
    z.object({
      path: z.string(),
      type: z.enum(["file", "link", "other"]),
      size: z.int(),
      executable: z.boolean(),
    }),
  ),
});

/** `/api/skills`: list, info, install from a zip, edit the description, enable, trust, uninstall. */
export function skillRoutes(api: Api, runtime: Runtime): void {
  const library = async () => {
    const { skills } = runtime;
    await skills.refresh();
    return skills;
  };
  const trustOf = async (skill: string) =>
    (await (await library()).list()).find((entry) => entry.name === skill)?.trust ?? "unreviewed";

  api.openapi(
    route("get /api/skills", {
      middleware: requireRole("viewer"),
      query: pageOf({ defaults: 200, most: 1000 }),
      responses: listAnswers(skillSchema, "The skills, by name"),
    }),
    async (context) => {
      const page = context.req.valid("query");
      const nameOf = (skill: { readonly name: string }) => skill.name;
      const skills = (await (await library()).list()).map(
        ({ issues: _issues, modelInvocable: _model, userInvocable: _user, ...skill }) => skill,
      );
      return slicedResponse(context, skills, page, nameOf);
    },
  );
  api.openapi(
    route("get /api/skills/search", {
      middleware: requireRole("viewer"),
      query: searchQuery,
      responses: searchAnswers(
        { description: z.string() },
        "The best matching skills, with the likelihood that each serves the request; empty if nothing fits",
      ),
    }),
    async (context) => {
      const { query, limit } = context.req.valid("query");
      const found = await runtime.search.skills(query, { limit });
      const known = new Map((await (await library()).list()).map((skill) => [skill.name, skill.description]));
      return context.json(
        shownHits(found, (skill) => ({ description: known.get(skill) ?? "" })),
        200,
      );
    },
  );
  api.openapi(
    route("get /api/skills/{name}", {
      middleware: requireRole("viewer"),
      params: name,
      responses: answers(skillInfoSchema, "A skill in full: its instructions, permissions and files"),
    }),
    async (context) => {
      const { files, ...info } = await (await library()).info(context.req.valid("param").name);
      return context.json({ ...info, files: [...files] }, 200);
    },
  );
  api.openapi(
    route("post /api/skills", {
      middleware: requireRole("admin"),
      description:
        "The body is the zip (application/zip) or tar.gz (application/gzip) itself; `accept=true` accepts its content.",
      query: z.object({ accept: z.enum(["true", "false"]).default("false") }),
      responses: answers(done, "The skill that was installed"),
    }),
    async (context) => {
      const accepted = context.req.valid("query").accept === "true";
      return withArchive(context, async (archive) => {
        const preview = await (await library()).install(archive, {
          by: context.get("caller").name,
          ...(accepted ? { accept: async () => true } : {}),
        });
        const installed = preview.manifest.name;
        return context.json({ name: installed, trust: await trustOf(installed) }, 200);
      });
    },
  );
  api.openapi(
    route("patch /api/skills/{name}", {
      middleware: requireRole("admin"),
      params: name,
      body: {
        content: {
          "application/json": {
            schema: z.strictObject({
              description: z.string().min(1).max(1024).optional(),
              enabled: z.boolean().optional(),
            }),
          },
        },
      },
      responses: answers(done, "The skill that was changed; only its description can be edited"),
    }),
    async (context) => {
      const { name: skill } = context.req.valid("param");
      const { description, enabled } = context.req.valid("json");
      const skills = await library();
      if (description !== undefined)
        await skills.editDescription(skill, description, { by: context.get("caller").name });
      if (enabled !== undefined) await skills.setEnabled(skill, enabled, { by: context.get("caller").name });
      return context.json({ name: skill, trust: await trustOf(skill) }, 200);
    },
  );
  api.openapi(
    route("post /api/skills/{name}/trust", {
      middleware: requireRole("admin"),
      params: name,
      query: z.object({
        hash: z
          .string()
          .max(100)
          .optional()
          .describe("The hash of the content that was shown; other content is not accepted"),
      }),
      responses: answers(done, "The skill whose present content was accepted"),
    }),
    async (context) => {
      const { name: skill } = context.req.valid("param");
      const { hash } = context.req.valid("query");
      await (await library()).trust(skill, {
        by: context.get("caller").name,
        async accept({ content }) {
          if (hash === undefined || content.hash === hash) return true;
          throw new DejimaError(
            "conflict",
            `Cannot accept skill "${skill}": it has changed since it was shown. Look at it again`,
          );
        },
      });
      return context.json({ name: skill, trust: await trustOf(skill) }, 200);
    },
  );
  for (const [verb, enabled] of [
    ["enable", true],
    ["disable", false],
  ] as const) {
    api.openapi(
      route(`post /api/skills/{name}/${verb}`, {
        middleware: requireRole("admin"),
        params: name,
        responses: answers(done, `The skill, ${verb}d`),
      }),
      async (context) => {
        const { name: skill } = context.req.valid("param");
        await (await library()).setEnabled(skill, enabled, { by: context.get("caller").name });
        return context.json({ name: skill, trust: await trustOf(skill) }, 200);
      },
    );
  }
  api.openapi(
    route("delete /api/skills/{name}", {
      middleware: requireRole("admin"),
      params: name,
      responses: answers(done, "The skill that was removed"),
    }),
    async (context) => {
      const { name: skill } = context.req.valid("param");
      await (await library()).uninstall(skill, { by: context.get("caller").name });
      return context.json({ name: skill }, 200);
    },
  );
}

/** Streams the body into a temporary file, with a size limit. Always removes the file. */
async function withArchive<Result>(
  context: Context,
  use: (archive: string) => Promise<Result>,
): Promise<Result> {
  const { body } = context.req.raw;
  const type = context.req.header("content-type") ?? "";
  const extension = /gzip|x-tar/.test(type) ? "tar.gz" : /zip|octet-stream/.test(type) ? "zip" : undefined;
  if (body === null || extension === undefined) {
    throw new DejimaError(
      "invalid_input",
      "Cannot install: send the archive itself as the body, as application/zip or application/gzip",
    );
  }
  await using folder = await temporaryFolder("dejima-upload-");
  const archive = join(folder.path, `skill.${extension}`);
  await pipeline(body, bounded, createWriteStream(archive, { mode: 0o600 }));
  return await use(archive);
}

async function* bounded(source: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array> {
  let size = 0;
  for await (const chunk of source) {
    size += chunk.length;
    if (size > MAX_ARCHIVE)
      throw new DejimaError("too_large", `Cannot take an archive over ${MAX_ARCHIVE} bytes`);
    yield chunk;
  }
}
