import { FLOW_WORDS, type Flow, ROLES } from "../contract/flow.ts";
import type { Category, Source, Tool } from "../contract/tool.ts";
import { snakeName } from "../text/snake-name.ts";

/** The fields that the defaults of a flow depend on. */
interface FlowFields {
  readonly name: string;
  readonly source: Source;
  readonly category: Category;
  readonly flow?: Partial<Flow>;
}

const OUTSIDE: ReadonlySet<Category> = new Set(["network", "browser", "channel", "mcp"]);

/** Verbs in names of tools whose effect cannot be undone. */
const DESTROYS =
  /(?:^|_)(?:delete|remove|cancel|drop|purge|destroy|erase|wipe|clear|revoke|uninstall|unsubscribe|archive|ban|kick|terminate|reset|trash|truncate|overwrite|deactivate|disable|unlink|expunge|shutdown)(?:_|$)/;

/** Taking a thing out of a list of the user's is undone by adding it again. */
const TAKES_OUT =
  /(?:^|_)remove_(?:\w+_)?from_(?:\w+_)?(?:cart|basket|bag|list|lists|wishlist|watchlist|playlist|queue|favou?rites|folder|label|album)$/;

const ACTS =
  /(?:^|_)(?:send|post|publish|create|add|append|insert|update|edit|modify|write|upload|share|invite|pay|transfer|buy|purchase|book|reserve|forward|reply|execute|exec|run|set|move|rename|merge|push|deploy|install|unlock|grant|withdraw|approve|enable|submit)(?:_|$)/;

/** Whether a tool's name says that it acts. No hint can then make it read-only. */
export function namesAction(name: string): boolean {
  const words = snakeName(name);
  return ACTS.test(words) || DESTROYS.test(words);
}

/** The switches that `flow` replaced. Ignoring them would leave a tool less guarded than its author meant. */
const FORMER_SWITCHES: Readonly<Record<string, string>> = {
  trustsOutput: 'flow: { output: "trusted" | "untrusted" }',
  sendsOut: 'flow: { sends: "nothing" | "input" }',
  outlivesRun: 'flow: { keeps: "beyond the run" }',
  tellsOnlyAddress: 'flow: { sends: "address" }',
};

/** The flow of a tool, with the defaults that `Flow` states for its source and category. */
export function flowOf({ name, source, category, flow = {} }: FlowFields): Flow {
  const isOutside = source === "mcp" || source === "http" || OUTSIDE.has(category);
  return {
    output: flow.output ?? (isOutside ? "untrusted" : "by effects"),
    sends: flow.sends ?? "by effects",
    keeps: flow.keeps ?? "nothing",
    files: flow.files ?? (source === "builtin" ? "guarded" : "own"),
    changes: flow.changes ?? (destroys(snakeName(name)) ? "for good" : "things"),
  };
}

function destroys(name: string): boolean {
  return DESTROYS.test(name) && !TAKES_OUT.test(name);
}

/** Marks a tool as built in. */
export function asBuiltin(tool: Tool): Tool {
  return { ...tool, source: "builtin", flow: { ...tool.flow, files: "guarded" } };
}

/** What is wrong with the flow of a definition. Authors without types may write anything. */
export function flowFault(definition: object): string | undefined {
  const former = Object.keys(FORMER_SWITCHES).find((name) => name in definition);
  if (former !== undefined) return `"${former}" is now written as ${FORMER_SWITCHES[former]}`;
  const roles: unknown = "roles" in definition ? definition.roles : undefined;
  const role = Object.entries(roles ?? {}).find(([, word]) => !ROLES.includes(word));
  if (role !== undefined) return `roles.${role[0]} must be one of ${ROLES.join(", ")}`;
  const flow: unknown = "flow" in definition ? definition.flow : undefined;
  if (flow === undefined) return undefined;
  if (typeof flow !== "object" || flow === null) return "flow must be an object";
  for (const [part, word] of Object.entries(flow)) {
    const words: readonly unknown[] | undefined = Object.entries(FLOW_WORDS).find(
      ([one]) => one === part,
    )?.[1];
    if (words === undefined)
      return `flow has no part "${part}"; it has ${Object.keys(FLOW_WORDS).join(", ")}`;
    if (word !== undefined && !words.includes(word))
      return `flow.${part} must be one of ${words.map((one) => `"${String(one)}"`).join(", ")}`;
  }
  return undefined;
}
