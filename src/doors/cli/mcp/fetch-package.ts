import { counted } from "../../../support/counted.ts";
import type { CommandContext } from "../command.ts";

/** How often a line of progress is written where no terminal shows it in place. */
const EVERY = 25;

/** Fetches the package that a command names and shows how far it is. `undefined` for a command that names none. */
export async function fetchPackage(
  context: CommandContext,
  argv: readonly string[],
  installScripts: boolean,
) {
  const { output, signal, interactive } = context;
  const { mcp } = await context.runtime();
  let arrived = 0;
  const fetched = await mcp.fetchPackage(argv, {
    signal,
    installScripts,
    onProgress(progress) {
      arrived = progress.arrived;
      if (interactive) output.live(`\rFetching ${argv.at(-1)}: ${counted(arrived, "file")}`);
      else if (arrived % EVERY === 0) output.note(`Fetching: ${counted(arrived, "file")} so far`);
    },
  });
  if (interactive && arrived > 0) output.live("\n");
  return fetched;
}

type Fetched = NonNullable<Awaited<ReturnType<typeof fetchPackage>>>;

/** What a person should know of a package that was fetched. */
export function describeFetched(
  { versions, count, registry, scripts, specs }: Fetched,
  ranScripts: boolean,
): string[] {
  const named = `${scripts.slice(0, 5).join(", ")}${scripts.length > 5 ? " …" : ""}`;
  const [spec = ""] = specs;
  const [[name = spec, version = ""] = []] = Object.entries(versions);
  const others = count - Object.keys(versions).length;
  return [
    `Fetched ${name} ${version} and ${counted(others, "package")} it needs from ${registry}; checksums agree. It is kept and not fetched again`,
    ...(scripts.length === 0
      ? []
      : [
          ranScripts
            ? `Install scripts were run, contained: ${named}`
            : `Install scripts were not run: ${named}. If it does not work without them, add it again with --install-scripts --force`,
        ]),
  ];
}
