import { DejimaError } from "../../../contract/error.ts";
import { type ContainerCommand, describeRefused, readContainerCommand } from "../image/container-command.ts";
import type { ImageHost } from "../image/start-image.ts";
import { pinCommand, readPackageCommand, type ServerPackage } from "./package-command.ts";
import type { FetchRequest, PackageStore, StoredPackage } from "./package-store.ts";

/** A package fetched for a command, and the command with its exact version. */
interface FetchedCommand extends StoredPackage {
  readonly kind: "package";
  readonly argv: readonly string[];
}

/** An image that the container engine has, and its id. */
interface FetchedImage {
  readonly kind: "image";
  readonly image: string;
  readonly integrity: string;
  /** Whether the engine had to pull it. */
  readonly pulled: boolean;
  readonly argv: readonly string[];
}

/** What was fetched for a command. */
export type FetchedSource = FetchedCommand | FetchedImage;

interface FetchHost {
  readonly packages?: PackageStore;
  readonly engine?: ImageHost;
}

/** Options for fetching a package. */
export interface CommandRequest extends FetchRequest {
  /** Whether the packages' install scripts may run. Default: no. */
  readonly installScripts?: boolean;
}

/**
 * Fetches the package or image of a command, unless it is present. Returns `undefined` for any other command.
 */
export async function fetchCommand(
  { packages, engine }: FetchHost,
  argv: readonly string[],
  { installScripts = false, ...request }: CommandRequest = {},
): Promise<FetchedSource | undefined> {
  const container = readContainerCommand(argv, "/");
  if (container !== undefined && engine !== undefined) return fetchImage(container, argv, engine);
  const named = readPackageCommand(argv);
  if (named === undefined || packages === undefined) return undefined;
  const wanted = { ...named, installScripts };
  const stored = await packages.ensure(wanted, request);
  const exact = packages.exactSpecs(wanted, stored);
  const versions = new Map(wanted.specs.map((spec, at) => [spec, spelled(exact[at] ?? spec, at, wanted)]));
  await packages.program(wanted, stored.folder); // throws now if there is none
  return { ...stored, kind: "package", argv: pinCommand(argv, versions) };
}

async function fetchImage(
  { image, refused, without }: ContainerCommand,
  argv: readonly string[],
  { images }: ImageHost,
): Promise<FetchedImage> {
  if (refused.length > 0)
    throw new DejimaError(
      "invalid_input",
      `Cannot read "${argv.join(" ")}": options would give the server more access than a contained one may have. ${describeRefused(refused)}. Leave them out, or add --trusted to run the command as it is, outside the sandbox`,
      { refused, without },
    );
  const present = await images.find(image);
  const integrity = present ?? (await images.pull(image));
  return { kind: "image", image, integrity, pulled: present === undefined, argv };
}

/** uv spells the package that it starts `name@1.2`, and `name==1.2` everywhere else. */
function spelled(spec: string, at: number, { kind, program }: ServerPackage): string {
  const isStarted = at === 0 && program === undefined;
  return kind === "python" && !isStarted ? spec.replace(/@(?=[^@]*$)/, "==") : spec;
}
