import { pinCommand, readPackageCommand, type ServerPackage } from "./package-command.ts";
import type { FetchRequest, PackageStore, StoredPackage } from "./package-store.ts";

/** A package that was fetched for a command, and the command with its exact version. */
export interface FetchedCommand extends StoredPackage {
  readonly argv: readonly string[];
}

/** What may be wished for when a package is fetched. */
export interface CommandRequest extends FetchRequest {
  /** Whether the packages' install scripts may run. Default: no. */
  readonly installScripts?: boolean;
}

/** Fetches the package that a command names, unless it is here already. Returns `undefined` for any other command. */
export async function fetchCommand(
  packages: PackageStore | undefined,
  argv: readonly string[],
  { installScripts = false, ...request }: CommandRequest = {},
): Promise<FetchedCommand | undefined> {
  const named = readPackageCommand(argv);
  if (named === undefined || packages === undefined) return undefined;
  const wanted = { ...named, installScripts };
  const stored = await packages.ensure(wanted, request);
  const exact = packages.exactSpecs(wanted, stored);
  const versions = new Map(wanted.specs.map((spec, at) => [spec, spelled(exact[at] ?? spec, at, wanted)]));
  await packages.program(wanted, stored.folder); // says so now if there is none
  return { ...stored, argv: pinCommand(argv, versions) };
}

/** uv takes `name@1.2` for the package that it starts, and `name==1.2` everywhere else. */
function spelled(spec: string, at: number, { kind, program }: ServerPackage): string {
  const isStarted = at === 0 && program === undefined;
  return kind === "python" && !isStarted ? spec.replace(/@(?=[^@]*$)/, "==") : spec;
}
