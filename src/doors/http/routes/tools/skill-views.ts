import { z } from "@hono/zod-openapi";
import type { Runtime } from "../../../../runtime.ts";
import { defined } from "../../../../support/defined.ts";
import { findingSchema } from "../../../../support/finding.ts";
import { visibleText } from "../../../../text/visible-text.ts";
import { type Api, answers, inPath, route } from "../../api.ts";
import { requireRole } from "../../caller.ts";

const name = inPath("name");

const LIMITS = [
  "wallTimeMs",
  "cpuTimeMs",
  "cpus",
  "memoryBytes",
  "processes",
  "fileSizeBytes",
  "workspaceBytes",
  "openFiles",
  "outputBytes",
] as const;

/** What a skill declares to touch. */
export const skillContractSchema = z.object({
  folders: z.array(z.object({ path: z.string(), access: z.enum(["read", "write"]) })),
  hosts: z.array(z.string()),
  environment: z.array(z.string()),
  programs: z.array(z.string()),
  otherPrograms: z
    .enum(["allowed", "refused"])
    .describe("Whether its scripts may run programs that it does not list"),
  servers: z.array(z.string()),
  limits: z
    .partialRecord(z.enum(LIMITS), z.number())
    .describe("Limits of its scripts, lower than the config's"),
});

const contractSchema = z.object({
  name: z.string(),
  allowedTools: z
    .array(z.string())
    .optional()
    .describe("The only tools it may use; absent if it does not restrict them"),
  contract: skillContractSchema,
});

const scanSchema = z.object({
  name: z.string(),
  hash: z.string(),
  files: z.record(z.string(), z.string()).describe("The SHA-256 of each file"),
  grade: z.enum(["clean", "notice", "warning", "danger"]),
  findings: z.array(findingSchema),
});

/**
 * What a person reviews before accepting a skill: its requests, the scan's findings, and the changes since.
 */
export function skillViewRoutes(api: Api, runtime: Runtime): void {
  const library = async () => {
    const { skills } = runtime;
    await skills.refresh();
    return skills;
  };
  api.openapi(
    route("get /api/skills/{name}/contract", {
      middleware: requireRole("viewer"),
      params: name,
      responses: answers(contractSchema, "The contract that the skill declares"),
    }),
    async (context) => {
      const { manifest, name: own } = await (await library()).info(context.req.valid("param").name);
      const { allowedTools, contract } = manifest;
      const tools = allowedTools === undefined ? {} : { allowedTools: [...allowedTools] };
      return context.json({ name: own, ...tools, contract }, 200);
    },
  );
  api.openapi(
    route("get /api/skills/{name}/scan", {
      middleware: requireRole("viewer"),
      params: name,
      responses: answers(scanSchema, "The current findings of the scan"),
    }),
    async (context) => {
      const skills = await library();
      const { folder, name: own } = await skills.info(context.req.valid("param").name);
      const { content, scan } = await skills.validate(folder);
      const { grade, findings } = scan;
      const shown = { grade, findings: findings.map((finding) => ({ ...finding })) };
      return context.json({ name: own, hash: content.hash, files: { ...content.files }, ...shown }, 200);
    },
  );
  api.openapi(
    route("get /api/skills/{name}/changes", {
      middleware: requireRole("viewer"),
      params: name,
      responses: answers(
        z.array(
          z.object({
            path: z.string(),
            change: z.enum(["added", "removed", "changed"]),
            patch: z.string().optional(),
          }),
        ),
        "What differs from the content that was accepted",
      ),
    }),
    async (context) =>
      context.json(
        (await (await library()).changes(context.req.valid("param").name)).map((change) => ({ ...change })),
        200,
      ),
  );
  api.openapi(
    route("get /api/skills/{name}/file", {
      middleware: requireRole("viewer"),
      params: name,
      query: z.object({ path: z.string().min(1).max(1_000) }),
      responses: answers(
        z.object({
          path: z.string(),
          bytes: z.int(),
          text: z.string().optional().describe("Absent for a file that is not text"),
        }),
        "One file of the skill",
      ),
    }),
    async (context) => {
      const { path } = context.req.valid("query");
      const content = await (await library()).read(context.req.valid("param").name, path);
      const text = textOf(content);
      return context.json({ path, bytes: content.length, ...defined({ text }) }, 200);
    },
  );
}

/** The text of a file with hidden characters made visible. `undefined` if it is not text. */
function textOf(content: Buffer): string | undefined {
  if (content.includes(0)) return undefined;
  try {
    return visibleText(new TextDecoder("utf-8", { fatal: true }).decode(content));
  } catch {
    return undefined;
  }
}
