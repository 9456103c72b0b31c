/** What a tool does with content: where its output comes from, and where its input can go. */
export interface Flow {
  /**
   * Whether the output counts as the user's own words. `untrusted` output marks the run: from then on a person is asked before
   * anything is sent or executed. `by effects`: untrusted if the call reaches a host or reads a file outside the workspace.
   * Default: `untrusted` for MCP servers, HTTP APIs and the categories network, browser, channel and mcp; else `by effects`.
   */
  readonly output: "trusted" | "untrusted" | "by effects";
  /**
   * What a call can send to other machines. `nothing`: the author vouches that no input leaves this machine. `address`: only
   * the addresses of its `host.read` effects, no header and no body. `input`: anything in its input, so a marked run asks
   * about each call. `by effects`: what the effects of the call say; a tool without effects counts as sending nothing only if
   * it is built in. Risk is independent of this: a tool of low risk may send. Default: `by effects`.
   */
  readonly sends: "nothing" | "address" | "input" | "by effects";
  /**
   * Whether the input returns in later runs as if the user had said it (memories, schedules, profile). A marked run then asks
   * first. Default: `nothing`.
   */
  readonly keeps: "nothing" | "beyond the run";
  /**
   * How the tool reaches the disk. `guarded`: only through `context.files`, so every change can be undone and every read is
   * known. `own`: by its own means, so a marked run asks before it writes or deletes. Default: `guarded` for built-in tools,
   * else `own`.
   */
  readonly files: "guarded" | "own";
  /**
   * What a call changes, here or elsewhere. `nothing`: it only reads. `for good`: it deletes or cancels, so a marked run asks
   * each time. Default: `for good` if the tool's name says so (`delete_file`), else `things`.
   */
  readonly changes: "nothing" | "things" | "for good";
}

/**
 * What an argument is for. `destination`: the person or machine that receives something. `authority`: what is acted on: an
 * id, a path, a name, an amount. `content`: text. `code`: what is executed. `inert`: a date, a switch, a choice from a list.
 */
export const ROLES = ["destination", "authority", "content", "code", "inert"] as const;

export type Role = (typeof ROLES)[number];

/** The roles of a tool's arguments, by the names of its properties. */
export type Roles = Readonly<Record<string, Role>>;

/** The values of each part of a flow description. A default depends on the tool unless `Flow` states it. */
export const FLOW_WORDS: { readonly [Part in keyof Flow]: readonly Flow[Part][] } = {
  output: ["trusted", "untrusted", "by effects"],
  sends: ["nothing", "address", "input", "by effects"],
  keeps: ["nothing", "beyond the run"],
  files: ["guarded", "own"],
  changes: ["nothing", "things", "for good"],
};

interface Described {
  readonly name: string;
  readonly source: string;
  readonly risk: string;
  readonly category: string;
  readonly flow: Flow;
  readonly composes?: boolean;
}

/** Names of built-in tools that act, although they keep and send nothing by themselves: what they start, allow or spend does. */
const ACTS = /^(?:run|try|submit|spend|enable)_|_close$/;

/**
 * MCP hints about a tool for clients. A tool is read-only if its risk is low, it keeps nothing, sends nothing and
 * makes no further calls.
 */
export function toolHints({ name, source, risk, category, flow, composes }: Described): {
  readonly readOnlyHint: boolean;
  readonly destructiveHint: boolean;
} {
  const harmless = risk === "low" && flow.keeps === "nothing" && flow.sends !== "input";
  const acts =
    category === "channel" ||
    composes === true ||
    (source !== "custom" && source !== "mcp" && ACTS.test(name));
  return { readOnlyHint: harmless && !acts, destructiveHint: risk === "high" };
}
