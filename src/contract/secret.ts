import { z } from "zod";

/** Where in a request a secret may be put. */
export const SECRET_PLACES = ["header", "query", "body"] as const;

/** Stands for all tools of Dejima itself in the binding of a secret. */
export const BUILTIN_TOOLS = "builtin";

const NAME = /^[A-Za-z_][A-Za-z0-9_]{0,63}$/;
const TOOL = /^(?:builtin|[a-z][a-z0-9_]{0,63}|(?:skill|mcp|api|sql|channel|blobs):[\w.@-]{1,100})$/;

/** The name of a secret; programs find its placeholder in the variable of this name. */
export const secretNameSchema = z.string().regex(NAME, "write it like a variable, such as GITHUB_TOKEN");

/** What a secret may be used for. */
export const secretBindingSchema = z.object({
  /** `api.example.com`, `*.example.com`, each with `:port` where it is not 443. Empty: it is never sent anywhere. */
  hosts: z.array(z.string().min(1).max(260)).max(50),
  /** `/v1/**`, `/user`; `*` stands for one part of a path, `**` at the end for the rest. */
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

/** Where the value comes from: kept here, or read from a variable or file with each use. */
export const secretSourceSchema = z
  .string()
  .regex(/^(?:stored|env:[A-Za-z_][A-Za-z0-9_]*|file:\/.+)$/, "write env:NAME or file:/absolute/path");

/** All that anybody is shown of a secret: never its value. */
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

/** A secret that something may use without seeing it. */
export interface BoundSecret {
  readonly name: string;
  /** The hosts that it may be sent to. */
  readonly hosts: readonly string[];
  /** Where in a request it may stand. */
  readonly places: SecretBinding["places"];
  /** The value as it is now, to take it out of answers. `undefined` if it is gone. Nothing is recorded. */
  peek(): Promise<string | undefined>;
  /** The value for one request. Rejects with `tool_not_allowed` where the secret is not bound to it; records the use. */
  reveal(use: SecretUse): Promise<string>;
}
