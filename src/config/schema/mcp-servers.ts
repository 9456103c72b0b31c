import { z } from "zod";
import { RISKS } from "../../contract/tool.ts";
import { serverPrefix } from "../../contract/tool-family.ts";
import { unsetIn } from "../../support/config-references.ts";
import { duration, size } from "../../support/quantity.ts";

const risk = z.enum(RISKS);
const sends = z.enum(["nothing", "input"]);

/** An address with an unset variable is not checked further: only this server cannot start. */
function address(protocol: RegExp) {
  const whole = z.url({ protocol });
  return z
    .string()
    .refine((text) => unsetIn(text).length > 0 || whole.safeParse(text).success, {
      error: "must be an address such as https://example.com/path",
    })
    .meta({ format: "uri" });
}
const webAddress = address(/^https?$/);

/** One MCP server, local (`command`) or remote (`url`). */
const serverFields = {
  type: z.enum(["stdio", "http", "sse"]).optional().describe("Accepted and ignored"),
  command: z.string().min(1).optional().describe("Program of a local server"),
  args: z.array(z.string()).default([]),
  env: z
    .union([z.record(z.string(), z.string()), z.array(z.string())])
    .default({})
    .describe("Variables with their values, or names to pass on. The server gets no others"),
  cwd: z
    .string()
    .optional()
    .describe("The working folder of the server. Read-only unless `folders` says otherwise"),
  folders: z
    .array(z.union([z.string().min(1), z.strictObject({ path: z.string().min(1), write: z.boolean() })]))
    .default([])
    .describe("What a contained server sees of the disk: a path is read-only, {path, write: true} is not"),
  hosts: z.array(z.string().min(1)).default([]).describe("Hosts that a contained server may reach"),
  integrity: z
    .string()
    .regex(/^sha(?:256|384|512)-[\w+/=]+$|^sha256:[0-9a-f]{64}$/)
    .optional()
    .describe(
      "The checksum of the package (npx, uvx), or the id of the image (docker run), that its command names; written by `dejima mcp add`",
    ),
  installScripts: z
    .boolean()
    .default(false)
    .describe("Whether the install scripts of its npm packages were run, contained, when they were fetched"),
  url: webAddress.optional().describe("Address of a remote server"),
  headers: z.record(z.string(), z.string()).default({}),
  oauth: z
    .union([
      z.literal(false),
      z
        .strictObject({
          grant: z.enum(["authorization_code", "client_credentials", "jwt_bearer"]).optional(),
          issuer: webAddress.optional(),
          clientId: z.string().min(1).optional(),
          clientSecret: z.string().min(1).optional(),
          privateKey: z.string().min(1).optional(),
          algorithm: z.enum(["ES256", "ES384", "ES512", "RS256", "PS256", "EdDSA"]).optional(),
          assertion: z.string().min(1).optional(),
          assertionFile: z.string().min(1).optional(),
          identityProvider: z
            .strictObject({
              issuer: webAddress,
              tokenEndpoint: webAddress.optional(),
              clientId: z.string().min(1),
              clientSecret: z.string().min(1).optional(),
            })
            .optional(),
          clientMetadataUrl: address(/^https$/).optional(),
          scope: z.string().optional(),
        })
        .refine(
          ({ grant, ...known }) =>
            grant !== "client_credentials" ||
            (known.clientId !== undefined &&
              known.issuer !== undefined &&
              (known.clientSecret === undefined) !== (known.privateKey === undefined)),
          { error: "with grant client_credentials needs clientId, issuer, and clientSecret or privateKey" },
        )
        .refine(
          ({ grant, ...known }) =>
            grant !== "jwt_bearer" ||
            (known.clientId !== undefined &&
              known.issuer !== undefined &&
              (known.assertion === undefined) !== (known.assertionFile === undefined)),
          { error: "with grant jwt_bearer needs clientId, issuer, and assertion or assertionFile" },
        ),
    ])
    .default({})
    .describe("How this program is registered at the authorization server. false: never log in"),
  enabled: z.boolean().default(true),
  trusted: z.boolean().default(false).describe("Run without the sandbox"),
  timeout: duration.default(60_000).describe("How long a call may take"),
  startTimeout: duration.default(30_000).describe("How long it may take to start"),
  idle: duration.default(300_000).describe("Stopped after being unused for this long"),
  maxMessage: size.default(16 * 1024 ** 2).describe("Maximum size of a message from the server"),
  protocol: z
    .enum(["auto", "2025-11-25", "2026-07-28"])
    .optional()
    .describe("The MCP version to use. Default: auto, which asks the server"),
  exposure: z
    .enum(["auto", "full", "search"])
    .default("auto")
    .describe("Show all of its tools to the model, or only those found; auto: whichever fits"),
  risk: z
    .union([risk, z.record(z.string(), risk)])
    .optional()
    .describe("The risk of its tools, for all or by name (* for the rest); overrides what the server says"),
  sends: z
    .union([sends, z.record(z.string(), sends)])
    .optional()
    .describe(
      "nothing: vouches that its tools pass nothing on, for all or by name (* for the rest); then their calls need no question after untrusted content was read",
    ),
  prefix: z.boolean().default(false).describe("Put the server's name before every tool"),
  perUser: z.boolean().default(false).describe("Gives each user a separate process, login and data folder"),
};

const placed = ({ command, url }: { command?: string | undefined; url?: string | undefined }) =>
  (command === undefined) !== (url === undefined);
const UNPLACED = { error: "needs either a command or a url" };

/** The name of a server is part of tool names and rules. */
export const serverName = z.string().regex(/^[A-Za-z0-9][A-Za-z0-9_.-]{0,39}$/, {
  error:
    "must begin with a letter or digit and contain only letters, digits, dots, dashes and underscores, at most 40",
});

/** `mcpServers` by name, or as a list of entries that carry their name. */
export const mcpServers = z
  .union([
    z.record(serverName, z.strictObject(serverFields).refine(placed, UNPLACED)),
    z.array(z.strictObject({ name: serverName, ...serverFields }).refine(placed, UNPLACED)),
  ])
  .transform((servers, context) => {
    const names = Array.isArray(servers) ? servers.map(({ name }) => name) : Object.keys(servers);
    for (const [index, name] of names.entries()) {
      const other = names.slice(0, index).find((each) => serverPrefix(each) === serverPrefix(name));
      // Rules could not distinguish their tools.
      if (other !== undefined && other !== name)
        context.addIssue({
          code: "custom",
          message: `contains "${other}" and "${name}", whose tools would both be called ${serverPrefix(name)}…; rename one`,
        });
    }
    if (!Array.isArray(servers)) return servers;
    const [twice] = servers.filter(
      ({ name }, index) => servers.findIndex((other) => other.name === name) < index,
    );
    if (twice !== undefined)
      context.addIssue({ code: "custom", message: `has two servers with the name "${twice.name}"` });
    return Object.fromEntries(servers.map(({ name, ...server }) => [name, server]));
  })
  .describe("MCP servers, by name or as a list");
