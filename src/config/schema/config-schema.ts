import { z } from "zod";
import { DRIVER_NAMES, MODEL_PROVIDERS } from "../../contract/config-names.ts";
import { readHostPattern } from "../../support/network/host-pattern.ts";
import { duration, size } from "../../support/quantity.ts";
import {
  agent,
  approvals,
  log,
  mcpClients,
  memory,
  openapi,
  packages,
  schedule,
  server,
  tenant,
  workspaces,
} from "./config-sections.ts";
import { databases } from "./database-section.ts";
import { mcpServers } from "./mcp-servers.ts";
import { channels } from "./messengers.ts";
import { telemetry } from "./telemetry-section.ts";
import { toolPrices, toolRoles, webSearch } from "./tool-settings.ts";

const rules = z.array(z.string().min(1));

/** A host pattern of `network`: `*`, name, *.name, name:port, an address or a range of addresses. */
const hosts = z
  .array(
    z
      .string()
      .refine(
        (text) => text === "*" || /^[\da-f.:]+\/\d{1,3}$/i.test(text) || readHostPattern(text) !== undefined,
        "must be a host: name, *.name, name:port, an address or a range such as 10.0.0.0/8",
      ),
  )
  .default([]);

/** Settings of one skill that override the settings of all skills. */
const skillLimits = z.strictObject({
  timeout: duration.optional(),
  memory: size.optional(),
  cpu: z.number().positive().max(64).optional(),
  cpuTime: duration.optional(),
  processes: z.int().positive().optional(),
  fileSize: size.optional(),
  workspaceSize: size.optional(),
  openFiles: z.int().positive().optional(),
  output: size.optional(),
  folders: z
    .strictObject({
      read: z.array(z.string().min(1)).default([]),
      write: z.array(z.string().min(1)).default([]),
    })
    .optional()
    .describe("Folders that its scripts may use, besides those that it declares"),
});

/** The schema of dejima.yaml: its type, validation and documentation. */
export const configSchema = z.strictObject({
  workspace: z.string().default(".").describe("The folder that relative paths of tools start from"),
  workspaces,
  store: z
    .string()
    .regex(/^postgres(?:ql)?:\/\/./, "must be an address such as postgres://user:password@host:5432/database")
    .optional()
    .describe(
      "Where runs, conversations, approvals and memories are kept: the address of a PostgreSQL database, such as ${DATABASE_URL}; without it, SQLite in the home",
    ),
  tenant,
  runs: z
    .enum(["here", "workers"])
    .default("here")
    .describe(
      "Where messages are worked on: here, in the process that takes them, or by any `dejima worker` that uses the same PostgreSQL store; the harbour log is then in that database too",
    ),
  blobs: z
    .string()
    .regex(
      /^(?:s3:\/\/[^/@?]+(?:[/?].*)?|file:\/\/\/.*)$/,
      "must be s3://bucket/prefix?endpoint=https://host&region=name or file:///folder, without keys",
    )
    .optional()
    .describe(
      "Where runs of `runs: workers` leave whole outputs, artifacts, undo copies and attachments for other machines: s3://bucket/prefix?endpoint=https://host&region=name or file:///folder; without it, in the home",
    ),
  tools: z
    .strictObject({
      timeout: duration.default(30_000).describe("How long a call may run"),
      networkTimeout: duration.default(60_000).describe("How long a call of a network tool may run"),
      maxConcurrent: z
        .int()
        .min(1)
        .max(100)
        .default(3)
        .describe("Maximum number of concurrent calls in one run"),
      allowedPaths: z
        .array(z.string().min(1))
        .default(["."])
        .describe("The folders that file tools may reach"),
      untrusted: z
        .array(z.string().min(1))
        .default([])
        .describe("Files that others wrote, as patterns such as ./downloads/**: reading one marks the run"),
      sensitiveNames: z
        .array(z.string().min(1).max(200))
        .max(1_000)
        .default([])
        .describe(
          "Names of files and folders that contain secrets, besides the usual ones: *.secret, clients/*.csv",
        ),
      roles: toolRoles,
      prices: toolPrices,
      maxInput: size.default(10_000_000).describe("The largest input of a call, in characters"),
      maxOutput: size
        .default(16_000)
        .describe(
          "Maximum length of an output that is returned whole, in characters. Longer ones are stored as observations",
        ),
      undoLimit: size
        .default(64 * 1024 ** 2)
        .describe("The largest file whose previous content is kept for undo"),
      environment: z
        .strictObject({
          read: z.array(z.string()).default([]).describe("Names that get_env may read"),
          write: z.array(z.string()).default([]).describe("Names that set_env may set for the run"),
        })
        .prefault({}),
    })
    .prefault({}),
  permissions: z
    .strictObject({
      safe: rules
        .default([])
        .describe("Calls that run without a question: tool, tool(pattern) or effect.kind(pattern)"),
      confirm: rules.default([]).describe("Calls that a person is asked about"),
      deny: rules.default([]).describe("Calls that never run"),
    })
    .prefault({}),
  approvals,
  sandbox: z
    .strictObject({
      enabled: z.boolean().default(true).describe("false refuses all execution of code"),
      driver: z
        .enum(["auto", ...DRIVER_NAMES])
        .default("auto")
        .describe("What programs run in; auto takes the best one that this machine has"),
      image: z.string().optional().describe("Image for the docker driver"),
      socket: z.string().optional().describe("Unix socket of the container engine"),
      runtime: z.string().optional().describe("Runtime of the container engine, such as runsc"),
      warm: z
        .boolean()
        .default(false)
        .describe("Keep idle processes waiting in sandboxes, so that programs start faster"),
      timeout: duration.default(30_000).describe("How long a command may run"),
      scriptTimeout: duration.default(60_000).describe("How long a script of a skill may run"),
      memory: size.default(512 * 1024 ** 2).describe("Memory of all processes of a program together"),
      cpu: z.number().positive().max(64).default(0.5).describe("Share of processors"),
      cpuTime: duration.default(60_000).describe("Processor time"),
      processes: z.int().positive().default(128).describe("Processes and threads at once"),
      fileSize: size.default(64 * 1024 ** 2).describe("Size of any one file that a program writes"),
      workspaceSize: size
        .default(256 * 1024 ** 2)
        .describe("Size of all files that a program creates or changes"),
      openFiles: z.int().positive().default(1024).describe("Open files of one process"),
      output: size.default(10 * 1024 ** 2).describe("Maximum stored output of one program"),
      skills: z
        .record(z.string(), skillLimits)
        .default({})
        .describe("Limits for the scripts of single skills, by name; the others stay as above"),
    })
    .prefault({}),
  skills: z
    .strictObject({
      folders: z
        .array(z.string().min(1))
        .default([".agents/skills", ".agents/plugins", ".claude/skills", ".claude/plugins"])
        .describe("Folders of the project with skills; each is asked about once"),
      imported: z
        .array(z.string().min(1))
        .default([])
        .describe("Folders of skills that others brought; each skill is asked about"),
      registries: z
        .array(z.string().min(1))
        .default([])
        .describe("Index files of skills, on disk or at https addresses"),
    })
    .prefault({}),
  network: z
    .strictObject({
      allow: hosts.describe("The only hosts that may be reached. Empty: every public host"),
      deny: hosts.describe("Hosts and ranges of addresses that are never reached"),
      allowPrivate: hosts.describe("Hosts that may resolve to private addresses, including localhost"),
      maxBytes: size
        .default(10 * 1024 ** 2)
        .describe("The largest body of an answer, as it comes and decompressed"),
      timeout: duration.default(60_000).describe("How long a request may take, with all its redirects"),
      maxRedirects: z.int().min(0).max(20).default(5).describe("How many redirects a request may follow"),
    })
    .prefault({}),
  retrieval: z
    .strictObject({
      embedder: z
        .strictObject({
          driver: z
            .enum(["embedded", "openai", "ollama"])
            .default("embedded")
            .describe(
              "embedded needs no server; the others query one, and embedded stands in while it is unreachable",
            ),
          url: z
            .url({ protocol: /^https?$/ })
            .optional()
            .describe("Address of the server"),
          model: z.string().min(1).optional().describe("Its model, needed by openai and ollama"),
          apiKey: z.string().optional(),
          queryPrefix: z
            .string()
            .optional()
            .describe("Put before requests; known models have their own without it"),
          documentPrefix: z.string().optional().describe("Put before descriptions"),
          batch: z.int().min(1).max(2048).default(64).describe("Texts sent at once"),
        })
        .refine(({ driver, model }) => driver === "embedded" || model !== undefined, {
          path: ["model"],
          message: "names the model that the server embeds with, such as nomic-embed-text",
        })
        .prefault({})
        .describe("What turns texts into vectors for the search by meaning"),
    })
    .prefault({}),
  browser: z
    .strictObject({
      executable: z
        .string()
        .min(1)
        .optional()
        .describe("Path of a Chromium or Chrome. Default: found automatically"),
      memory: size.default(2 * 1024 ** 3).describe("Memory of the browser of one run"),
      trusted: z.boolean().default(false).describe("Run the browser without the sandbox"),
      headless: z.boolean().default(true).describe("false shows its window if it runs as trusted"),
    })
    .prefault({})
    .describe("The browser that the browser tools open"),
  webSearch: webSearch.optional(),
  models: z
    .strictObject({
      default: z
        .string()
        .min(1)
        .optional()
        .describe('provider:name, such as "anthropic:claude-sonnet-4-5"; without it the environment decides'),
      fallbacks: z.array(z.string().min(1)).default([]).describe("Asked in turn when a model cannot answer"),
      attempts: z
        .int()
        .min(1)
        .max(10)
        .default(3)
        .describe("How often a model is asked before it counts as failed"),
      thinking: z.boolean().optional().describe("Whether the model may think before it answers"),
      providers: z
        .partialRecord(
          z.enum(MODEL_PROVIDERS),
          z.strictObject({ baseUrl: z.string().optional(), apiKey: z.string().optional() }),
        )
        .default({})
        .describe("Addresses and keys; `compatible` with a baseUrl is any server that speaks OpenAI's API"),
    })
    .prefault({}),
  agent,
  memory: memory.prefault({}),
  server,
  packages,
  telemetry,
  schedule: schedule.prefault({}),
  persona: z.string().min(1).default("plain").describe("A file of personas/, without its ending"),
  mcpServers: mcpServers.prefault({}),
  mcpClients: mcpClients.default({}),
  openapi: openapi.prefault({}),
  databases: databases.prefault({}),
  channels: channels.prefault({}),
  log,
});

export type Config = z.output<typeof configSchema>;
export type ConfigInput = z.input<typeof configSchema>;
