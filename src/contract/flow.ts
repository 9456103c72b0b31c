/** What a tool does with content: where its output comes from, and where its input can go. */
export interface Flow {
  /**
   * Whether the output counts as the user's own words. `untrusted` output marks the run: from then on a person is asked before
   * anything is sent or executed. `by effects`: untrusted if the call reaches a host or reads a file from outside the workspace.
   * Default: `untrusted` for MCP servers, HTTP APIs and the categories network, browser, channel and mcp; else `by effects`.
   */
  readonly output: "trusted" | "untrusted" | "by effects";
  /**
   * What a call can tell other machines. `nothing`: vouches that no input leaves this machine. `address`: only the addresses
   * of its `host.read` effects, no header and no body. `input`: whatever it is given, so each call is asked about in a marked
   * run. `by effects`: what the effects of the call say; without any, only a built-in tool counts as sending nothing.
   * Low risk does not mean that nothing is sent: these are two statements. Default: `by effects`.
   */
  readonly sends: "nothing" | "address" | "input" | "by effects";
  /**
   * Whether the input comes back in later runs as if the user had said it (memories, schedules, profile). Then a marked run
   * asks first. Default: `nothing`.
   */
  readonly keeps: "nothing" | "beyond the run";
  /**
   * How it reaches the disk. `guarded`: only through `context.files`, so every change can be undone and every read is known.
   * `own`: by its own means, so a marked run asks before it writes or deletes. Default: `guarded` for built-in tools, else `own`.
   */
  readonly files: "guarded" | "own";
  /**
   * What a call changes, here or elsewhere. `nothing`: it only looks. `for good`: it deletes or cancels, so a marked run
   * asks each time. Default: `for good` if the name of the tool says so (`delete_file`), else `things`.
   */
  readonly changes: "nothing" | "things" | "for good";
}

/**
 * What an argument is for. `destination`: who or which machine receives something. `authority`: what is acted on, an id, a path, a
 * name, an amount. `content`: what is said. `code`: what is executed. `inert`: a date, a switch, a choice of a list.
 */
export const ROLES = ["destination", "authority", "content", "code", "inert"] as const;

export type Role = (typeof ROLES)[number];

/** The roles of a tool's arguments, by the names of its properties. */
export type Roles = Readonly<Record<string, Role>>;

/** The words of each part of a flow description; the default depends on the tool where it is not stated here. */
export const FLOW_WORDS: { readonly [Part in keyof Flow]: readonly Flow[Part][] } = {
  output: ["trusted", "untrusted", "by effects"],
  sends: ["nothing", "address", "input", "by effects"],
  keeps: ["nothing", "beyond the run"],
  files: ["guarded", "own"],
  changes: ["nothing", "things", "for good"],
};

interface Described {
  readonly risk: string;
  readonly category: string;
  readonly flow: Flow;
}

/** What a client may be told about a tool beforehand: read-only is a tool of low risk that keeps nothing and sends nobody anything. */
export function toolHints({ risk, category, flow }: Described): {
  readonly readOnlyHint: boolean;
  readonly destructiveHint: boolean;
} {
  const harmless = risk === "low" && flow.keeps === "nothing" && flow.sends !== "input";
  return { readOnlyHint: harmless && category !== "channel", destructiveHint: risk === "high" };
}
