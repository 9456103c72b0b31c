import { pinCommand, readPackageCommand } from "./package-command.ts";
import { exactSpecs, type FetchRequest, type PackageStore, type StoredPackage } from "./package-store.ts";

/** A package that was fetched for a command, and the command with its exact version. */
export interface FetchedCommand extends StoredPackage {
  readonly argv: readonly string[];
}

/** Fetches the package that a command names, unless it is here already. Returns `undefined` for any other command. */
export async function fetchCommand(
  packages: PackageStore | undefined,
  argv: readonly string[],
  request?: FetchRequest,
): Promise<FetchedCommand | undefined> {
  const wanted = readPackageCommand(argv);
  if (wanted === undefined || packages === undefined) return undefined;
  const stored = await packages.ensure(wanted, request);
  const exact = exactSpecs(stored);
  const versions = new Map(wanted.specs.map((spec, index) => [spec, exact[index] ?? spec]));
  await packages.program(wanted, stored.folder); // says so now if there is none
  return { ...stored, argv: pinCommand(argv, versions) };
}
