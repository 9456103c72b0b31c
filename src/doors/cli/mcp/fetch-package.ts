import { DejimaError } from "../../../contract/error.ts";
import type { CommandContext } from "../command.ts";
import type { Output } from "../describe/output.ts";
import { confirm } from "../terminal/confirm.ts";
import type { Say } from "../words/say.ts";

/** How often a line of progress is printed without a terminal. */
const FILES_PER_PROGRESS_LINE = 25;

/**
 * Fetches the package or image that a command names, and shows progress. At a terminal, asks about refused
 * options and install scripts. Returns `undefined` for a command that names neither.
 */
export async function fetchPackage(
  context: CommandContext,
  argv: readonly string[],
  installScripts: boolean,
): Promise<{ readonly fetched: Fetched; readonly ranScripts: boolean } | undefined> {
  const fetched = await fetchAllowed(context, argv, installScripts);
  if (fetched === undefined) return undefined;
  const asks = fetched.kind === "package" && fetched.scripts.length > 0 && !installScripts;
  if (!asks || !context.interactive) return { fetched, ranScripts: installScripts };
  const text = context.output
    .say`Packages of this server have install scripts: ${namesOf(fetched.scripts)}. They run once, contained: they see only the package and reach only the registry`;
  if (!(await confirm(context, context.output.say("Run them?"), text))) return { fetched, ranScripts: false };
  return { fetched: (await fetchNamed(context, argv, true)) ?? fetched, ranScripts: true };
}

/** Fetches a command's package, without refused options if a person agrees to drop them. */
async function fetchAllowed(
  context: CommandContext,
  argv: readonly string[],
  installScripts: boolean,
): Promise<Fetched | undefined> {
  try {
    return await fetchNamed(context, argv, installScripts);
  } catch (error) {
    const without = error instanceof DejimaError ? error.details.without : undefined;
    if (!(error instanceof DejimaError) || !Array.isArray(without) || !context.interactive) throw error;
    if (!(await confirm(context, context.output.say("Add it without them?"), error.message))) throw error;
    return fetchNamed(context, without, installScripts);
  }
}

async function fetchNamed(context: CommandContext, argv: readonly string[], installScripts: boolean) {
  const { output, signal, interactive } = context;
  const { mcp } = await context.runtime();
  let arrived = 0;
  const fetched = await mcp.fetchPackage(argv, {
    signal,
    installScripts,
    onProgress(progress) {
      arrived = progress.arrived;
      if (interactive)
        output.progress(output.say`Fetching ${argv.at(-1) ?? ""}: ${fileCount(output.say, arrived)}`);
      else if (arrived % FILES_PER_PROGRESS_LINE === 0)
        output.note(output.say`Fetching: ${fileCount(output.say, arrived)} so far`);
    },
  });
  if (interactive && arrived > 0) output.progress("");
  return fetched;
}

const fileCount = (say: Say, count: number) => (count === 1 ? say("1 file") : say`${count} files`);

type Fetched = NonNullable<Awaited<ReturnType<typeof fetchNamed>>>;

const namesOf = (scripts: readonly string[]): string =>
  `${scripts.slice(0, 5).join(", ")}${scripts.length > 5 ? " …" : ""}`;

/** What a person should know about the fetched package. */
export function describeFetched({ say }: Output, fetched: Fetched, ranScripts: boolean): string[] {
  if (fetched.kind === "image") {
    const { image, pulled, integrity } = fetched;
    const got = pulled ? say("Fetched the image") : say("The engine has the image");
    return [
      say`${got} ${image}, ${integrity.slice(0, 19)}…; another one under this name is refused. It runs without network and sees only the folders that you grant`,
    ];
  }
  const { versions, count, registry, scripts, specs } = fetched;
  const named = namesOf(scripts);
  const [spec = ""] = specs;
  const [[name = spec, version = ""] = []] = Object.entries(versions);
  const others = count - Object.keys(versions).length;
  const needed = others === 1 ? say("1 package") : say`${others} packages`;
  return [
    say`Fetched ${name} ${version} and ${needed} it needs from ${registry}; checksums agree. It is kept and not fetched again`,
    ...(scripts.length === 0
      ? []
      : [
          ranScripts
            ? say`Install scripts were run, contained: ${named}`
            : say`Install scripts were not run: ${named}. If it does not work without them, add it again with --install-scripts --force`,
        ]),
  ];
}
