import { DejimaError } from "../../../contract/error.ts";
import type { Runtime } from "../../../runtime.ts";
import type { CommandContext } from "../command.ts";
import { configEditor } from "../config-editor.ts";
import { runtimeOf } from "../config-file.ts";
import { confirm } from "../terminal/confirm.ts";

const KINDS = { host: "hosts", folder: "folders", write: "writeFolders", env: "variables" } as const;

type Grants = Partial<Record<(typeof KINDS)[keyof typeof KINDS], string[]>>;

/** Parses `host:NAME`, `folder:PATH`, `write:PATH` and `env:NAME`. */
function readGrants(words: readonly string[]): Grants {
  const grants: Grants = {};
  for (const word of words) {
    const at = word.indexOf(":");
    const kind = word.slice(0, at);
    const what = word.slice(at + 1);
    if (!Object.hasOwn(KINDS, kind) || what === "")
      throw new DejimaError(
        "invalid_input",
        `Cannot grant "${word}": write host:NAME, folder:PATH, write:PATH or env:NAME`,
      );
    const field = KINDS[kind as keyof typeof KINDS]; // looked up above
    grants[field] = [...(grants[field] ?? []), what];
  }
  return grants;
}

/** Writes the grants of a server into the config. Returns the file. */
export async function grantServer(
  context: CommandContext,
  name: string,
  { words, file }: { readonly words: readonly string[]; readonly file: string },
): Promise<string> {
  const { withGrants, editConfig } = await configEditor();
  const edit = (current: string) => {
    const text = withGrants(current, name, readGrants(words));
    if (text !== undefined) return text;
    throw new DejimaError("not_found", `Cannot grant "${name}" anything: ${file} does not name this server`);
  };
  await editConfig(context, file, { edit, change: `mcp grant ${name} ${words.join(" ")}` });
  return file;
}

interface Start {
  readonly name: string;
  readonly file: string;
  readonly runtime: Runtime;
}

/**
 * Starts a server. If it fails, or runs with placeholders, for want of a grant, offers a person at a terminal
 * exactly that grant and starts it again. `missing` names the variables that it still lacks. The caller closes
 * the runtime.
 */
export async function startWithGrants(context: CommandContext, { name, file, runtime }: Start) {
  let used = runtime;
  for (let round = 0; ; round++) {
    const problem = (await used.mcp.discover([name])).get(name);
    const missing = problem === undefined ? await missingOf(used, name) : [];
    const started = { runtime: used, problem, missing };
    // A variable that is not set here cannot be passed on.
    const set = missing.filter((variable) => context.variables[variable] !== undefined);
    const grants =
      problem === undefined ? set.map((variable) => `env:${variable}`) : grantsIn(problem.details.denied);
    if (grants.length === 0 || !context.interactive || round >= MAX_ROUNDS) return started;
    const why = problem?.message ?? context.output.say`${name} needs ${missing.join(", ")}.`;
    if (!(await confirm(context, context.output.say`Grant ${grants.join(" ")}?`, why))) return started;
    await used.close();
    await grantServer(context, name, { words: grants, file });
    used = await runtimeOf(context, file);
  }
}

const MAX_ROUNDS = 5;

/** The grants that would let the server start, as `dejima mcp grant` accepts them. */
function grantsIn(denied: unknown): string[] {
  const all = denied as readonly { readonly grant?: string }[] | undefined; // written by the MCP source
  return (all ?? []).flatMap(({ grant }) => grant ?? []);
}

/** The variables that a server which runs with placeholders lacks. */
export async function missingOf({ mcp }: Runtime, server: string): Promise<string[]> {
  const { denied = [] } = (await mcp.reports()).find(({ name }) => name === server) ?? {};
  return denied.filter(({ kind }) => kind === "variable").map(({ what }) => what);
}
