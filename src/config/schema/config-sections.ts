import { z } from "zod";
import { AGENT_DRIVERS } from "../../contract/config-names.ts";
import { RISKS } from "../../contract/tool.ts";
import { TENANT_NAME } from "../../contract/user/tenant.ts";
import { duration } from "../../support/quantity.ts";

/** The tenant, if several organisations share a database. */
export const tenant = z
  .string()
  .regex(TENANT_NAME, "must be up to 40 of a-z, 0-9, - and _, such as acme")
  .optional()
  .describe(
    "Whose rows of the PostgreSQL store are used: organisations share a database, and none sees another's",
  );

/** How the agent works on a message. */
export const agent = z
  .strictObject({
    driver: z
      .enum(AGENT_DRIVERS)
      .default("own")
      .describe(
        "What runs the agent's steps: Dejima itself, or LangGraph (npm install @langchain/langgraph)",
      ),
    maxIterations: z.int().min(1).max(200).default(25).describe("Rounds of tool calls for one message"),
    programs: z
      .enum(["auto", "off"])
      .default("auto")
      .describe("Whether the tool `run_program`, which makes several calls in one program, is offered"),
    toolTokens: z
      .int()
      .positive()
      .default(12_000)
      .describe("Maximum tokens for all tool definitions. Beyond that, only the matching tools are offered"),
    historyTokens: z
      .int()
      .positive()
      .default(24_000)
      .describe("Maximum tokens for earlier turns. Beyond that, the oldest are summarized"),
    pinnedTools: z
      .array(z.string().min(1))
      .default([])
      .describe("Tools that stay listed and offered to the model, however many others there are"),
    judgement: z
      .enum(["model", "rules"])
      .default("model")
      .describe(
        "What judges failures and summarizes long conversations: the model, if it can, or fixed rules",
      ),
  })
  .prefault({});

/** What Dejima remembers about users. */
export const memory = z.strictObject({
  limit: z.int().min(1).default(100_000).describe("Maximum memories of one user"),
});

/** Scheduled tasks. */
export const schedule = z.strictObject({
  missed: z
    .enum(["skip", "once", "all"])
    .default("once")
    .describe("What to do about times that were missed while nothing ran: skip them, run once, or run each"),
  unattended: z
    .enum(["deny", "park"])
    .default("deny")
    .describe("What to do with a call that needs approval: refuse it, or park it until somebody answers"),
  grace: duration.default(60_000).describe("How late a time still counts as on time"),
  maxMissed: z.int().min(1).max(1_000).default(24).describe("Maximum missed times to run later"),
  maxConcurrent: z.int().min(1).max(100).default(3).describe("Maximum tasks that one process runs at once"),
  lease: duration
    .default(60_000)
    .describe("Time without a sign of life from a process after which another one takes over its task"),
  limit: z.int().min(1).default(200).describe("Maximum open tasks of one user"),
});

const quorum = z.int().min(1).max(10).default(1);

/** Approvals: expiry, number of approvers, and who may approve. */
export const approvals = z
  .strictObject({
    expiry: z
      .strictObject({
        chat: duration.default(600_000).describe("How long a question in a chat stays open"),
        cli: duration.default(600_000).describe("How long a question in the terminal stays open"),
        rest: duration
          .default(86_400_000)
          .describe("How long a question over REST or in the console stays open"),
        parked: duration.default(86_400_000).describe("How long a parked call waits for an answer"),
      })
      .prefault({}),
    quorum: z
      .strictObject({
        low: quorum.describe("How many people must agree to a tool of low risk"),
        medium: quorum.describe("How many people must agree to a tool of medium risk"),
        high: quorum.describe("How many people must agree to a tool of high risk"),
      })
      .prefault({})
      .describe("How many different people must agree, by the risk of the tool"),
    byOthers: z
      .array(z.enum(["low", "medium", "high"]))
      .default([])
      .describe("Risks of tools whose calls somebody other than the requester must approve"),
    people: z
      .record(z.string().min(1).max(100), z.array(z.string().min(1).max(200)))
      .refine(namesOnce, { error: "a name appears twice: each belongs to one person" })
      .default({})
      .describe(
        "People with several names, who agree once: ann: [ann, telegram:4711], as tokens, messengers and systems call them",
      ),
  })
  .prefault({});

const witness = z.union([
  z.strictObject({
    file: z.string().min(1).describe("A file elsewhere: another disk, a share, another account"),
  }),
  z.strictObject({
    webhook: z.url({ protocol: /^https?$/ }).describe("A server that gets each end of the chain as JSON"),
  }),
  z.strictObject({
    timestamp: z.url({ protocol: /^https?$/ }).describe("A time stamping authority (RFC 3161)"),
    certificate: z.string().optional().describe("Its certificate as a PEM file, to check its signatures"),
  }),
]);

/** How the harbour log is written and anchored. */
export const log = z
  .strictObject({
    durability: z
      .enum(["written", "buffered"])
      .default("written")
      .describe(
        "written: each record leaves the process before the call continues; buffered: in batches, faster",
      ),
    compressAfter: z
      .union([z.literal("never"), duration], { error: 'must be a time such as "12h" or "1d", or never' })
      .default(86_400_000)
      .describe("When `dejima serve` compresses the logs of ended runs, or never"),
    keepFor: duration
      .optional()
      .describe("When `dejima serve` removes the files of ended runs. Default: never"),
    signingKey: z
      .string()
      .optional()
      .describe("Ed25519 private key (PEM) that signs the chain of heads; `dejima log sign` creates one"),
    witnesses: z
      .array(witness)
      .max(10)
      .default([])
      .describe("Who else gets the end of the chain of heads when a run ends"),
  })
  .prefault({});

const risk = z.enum(RISKS);

const named = z.record(z.string(), z.string()).default({});

/** APIs whose operations become tools, by name. The name becomes the prefix of each tool. */
export const openapi = z
  .record(
    z.string().regex(/^[a-z][a-z0-9_]{0,23}$/, {
      error: "must be small letters, digits and underscores, at most 24, beginning with a letter",
    }),
    z.strictObject({
      document: z.string().min(1).describe("The OpenAPI 3 document: a file, or an https address"),
      baseUrl: z
        .url({ protocol: /^https?$/ })
        .optional()
        .describe("Address of the API. Default: as in the document"),
      headers: named.describe("Sent with every request; keys best taken from ${A_VARIABLE}"),
      query: named.describe("Added to every address. It appears in no question and no log"),
      operations: z.array(z.string().min(1)).min(1).optional().describe("Only these, by operationId"),
      risk: z
        .union([risk, z.record(z.string(), risk)])
        .optional()
        .describe("The risk of its tools, for all or by operationId (* for the rest)"),
    }),
  )
  .describe("APIs that an OpenAPI document describes, by name");

const rules = z.array(z.string().min(1));

/** Additional rules for one kind of MCP client. */
const client = z.strictObject({
  only: rules.optional().describe("Calls that it may make. Default: all that the other rules allow"),
  confirm: rules.default([]).describe("Calls of it that need an approval"),
  deny: rules.default([]).describe("Calls that it can never make"),
  mode: z.enum(["auto", "full", "search"]).optional().describe("How it is shown tools"),
  maxResult: z
    .int()
    .min(20_000)
    .max(16_000_000)
    .optional()
    .describe("The longest structured result it is sent whole, in characters (default 1,000,000)"),
  builtins: z
    .enum(["few", "all"])
    .optional()
    .describe("Which built-in tools it is shown: the few that other agents lack, or all"),
});

/** Rules for MCP clients, by the name that a client gives (`*` stands for anything) or `token:NAME`, the token it comes with. */
export const mcpClients = z
  .record(z.string().min(1).max(200), client)
  .describe("Rules for MCP clients, by the name that they give or token:NAME; they can only tighten");

const groups = z.array(z.string().min(1).max(200)).max(100);

/** Sign-in of people with an OpenID Connect provider. */
const signIn = z
  .strictObject({
    issuer: z
      .url({ protocol: /^https?$/ })
      .describe("The provider, such as https://login.example.com/realms/team"),
    clientId: z.string().min(1).describe("The client id of this server at the provider"),
    clientSecret: z
      .string()
      .optional()
      .describe("Its secret, best taken from ${A_VARIABLE}. Without one, only PKCE is used"),
    scopes: z
      .array(z.string())
      .default(["openid", "email", "profile"])
      .describe("The scopes requested from the provider"),
    groupsClaim: z.string().min(1).default("groups").describe("The claim that names a person's groups"),
    tenantClaim: z.string().min(1).optional().describe("The claim that must name this server's tenant"),
    roles: z
      .strictObject({
        viewer: groups.optional().describe("Groups that may look"),
        user: groups.optional().describe("Groups that may also chat and use tools"),
        approver: groups.optional().describe("Groups that may also answer questions"),
        admin: groups.optional().describe("Groups that may also change settings"),
      })
      .describe(
        "The groups of each role; `*` is everybody who can sign in. People without a role cannot sign in",
      ),
    sessionLasts: duration.default(12 * 3_600_000).describe("How long a person stays signed in"),
  })
  .describe("Lets people sign in to the console with an OpenID Connect provider");

/** Settings of `dejima serve`. */
export const server = z
  .strictObject({
    rateLimit: z
      .int()
      .min(1)
      .max(1_000_000)
      .default(1_200)
      .describe("Requests that each token may make in a minute"),
    maxStreams: z
      .int()
      .min(1)
      .max(100_000)
      .default(1_000)
      .describe("Maximum event streams that are open at once"),
    maxRuns: z.int().min(1).max(100_000).default(500).describe("Maximum chats in progress at once"),
    publicUrl: z
      .url({ protocol: /^https?$/ })
      .optional()
      .describe(
        "The address at which clients reach `dejima serve` through a proxy, such as https://tools.example.com; MCP clients log in there",
      ),
    signIn: signIn.optional(),
  })
  .prefault({})
  .describe("Limits and the address of `dejima serve`");

/** Where packages of MCP servers come from. */
export const packages = z
  .strictObject({
    npm: z
      .url({ protocol: /^https?$/ })
      .optional()
      .describe("The npm registry (default: that of your npm settings)"),
    python: z
      .url({ protocol: /^https?$/ })
      .optional()
      .describe(
        "The Python index, such as https://pypi.org/simple/ (default: that of your pip or uv settings)",
      ),
  })
  .prefault({})
  .describe("Where the packages of MCP servers are fetched from");

function namesOnce(people: Readonly<Record<string, readonly string[]>>): boolean {
  const names = Object.values(people)
    .flat()
    .map((name) => name.trim().toLowerCase());
  return new Set(names).size === names.length;
}

/** Who works where in the workspace. */
export const workspaces = z
  .enum(["shared", "per-conversation"])
  .default("shared")
  .describe(
    "Whether all conversations share the workspace, or each has its own folder under conversations/, deleted with the conversation",
  );
