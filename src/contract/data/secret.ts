import { z } from "zod";

/** The part of a request that a secret may be put into. */
export const SECRET_PLACES = ["header", "query", "body"] as const;

/** Stands for all built-in tools in the binding of a secret. */
export const BUILTIN_TOOLS = "builtin";

const NAME = /^[A-Za-z_][A-Za-z0-9_]{0,63}$/;
const TOOL = /^(?:builtin|[a-z][a-z0-9_]{0,63}|(?:skill|mcp|api|sql|channel|blobs):[\w.@-]{1,100})$/;

/** The name of a secret. Programs find its placeholder in the environment variable of this name. */
export const secretNameSchema = z.string().regex(NAME, "write it like a variable, such as GITHUB_TOKEN");

/** What a secret may be used for. */
export const secretBindingSchema = z.object({
  /** `api.example.com`, `*.example.com`, with `:port` unless it is 443. Empty: the secret is never sent anywhere. */
  hosts: z.array(z.string().min(1).max(260)).max(50),
  /** `/v1/**`, `/user`. `*` matches one segment of a path, `**` at the end matches the rest. */
  paths: z.array(z.string().startsWith("/").max(500)).min(1).max(50),
  /** `GET`, `POST`, …; `*` for all. */
  methods: z.array(z.string().regex(/^(?:\*|[A-Z]{3,20})$/, "write a method such as GET, or *")).min(1),
  /** `builtin`, the name of a tool, `skill:NAME`, `mcp:SERVER`, `api:NAME`, `sql:CONNECTION`, `channel:MESSENGER`, `blobs:store`. */
  tools: z
    .array(z.string().regex(TOOL, "write builtin, the name of a tool, skill:NAME, mcp:SERVER or sql:NAME"))
    .min(1)
    .max(50),
  places: z.array(z.enum(SECRET_PLACES)).min(1),
});

/** Where the value comes from: stored here, or read from a variable, a file or the system's keyring on each use. */
export const secretSourceSchema = z
  .string()
  .regex(
    /^(?:stored|env:[A-Za-z_][A-Za-z0-9_]*|file:\/.+|keyring:[^\s/"\\]{1,200}\/[^\s"\\]{1,200})$/,
    "write env:NAME, file:/absolute/path or keyring:SERVICE/ACCOUNT",
  );

/** What people see of a secret. It never contains the value. */
export const secretInfoSchema = z.object({
  name: secretNameSchema,
  source: secretSourceSchema,
  binding: secretBindingSchema,
  createdAt: z.string(),
  changedAt: z.string(),
  lastUse: z.object({ at: z.string(), by: z.string(), host: z.string().optional() }).optional(),
});

export type SecretBinding = z.infer<typeof secretBindingSchema>;
export type SecretInfo = z.infer<typeof secretInfoSchema>;

/** One request that a secret would be put into. */
export interface SecretUse {
  readonly url: string;
  readonly method: string;
  readonly place: (typeof SECRET_PLACES)[number];
}

/** A secret that can be used without being seen. */
export interface BoundSecret {
  readonly name: string;
  /** The hosts that it may be sent to. */
  readonly hosts: readonly string[];
  /** The parts of a request that may contain it. */
  readonly places: SecretBinding["places"];
  /** The current value, used to redact it from answers. `undefined` if the secret is gone. The use is not recorded. */
  peek(): Promise<string | undefined>;
  /** The value for one request. Records the use. Rejects with `tool_not_allowed` if the secret is not bound to the request. */
  reveal(use: SecretUse): Promise<string>;
}
