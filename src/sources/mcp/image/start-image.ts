import { existsSync, realpathSync, statSync } from "node:fs";
import { chown, mkdir } from "node:fs/promises";
import { dirname, join } from "node:path";
import { DejimaError } from "../../../contract/error.ts";
import type { ImageBind, ImageProgram } from "../../../sandbox/docker/image-driver.ts";
import type { Images } from "../../../sandbox/docker/images.ts";
import type { Mount, Sandbox } from "../../../sandbox/sandbox.ts";
import { isInside } from "../../../support/paths.ts";
import { accountHome } from "../../../support/process/account.ts";
import { type Denial, describeDenials } from "../containment/denial-log.ts";
import { describeRefused, type ImageMount, type ServerImage } from "./container-command.ts";

/** The container engine of this machine, for servers that come as images. */
export interface ImageHost {
  readonly images: Images;
  /** A sandbox that runs this image and nothing else. */
  sandbox(program: ImageProgram): Sandbox;
  /** The user without any files, who runs the images of an administrator. */
  readonly nobody: number;
}

/** The path of a server's data folder inside, which its image cannot know. */
const DATA = "/var/lib/dejima";

interface ImageStart {
  readonly image: ServerImage;
  readonly data: string;
  readonly host: ImageHost | undefined;
}

/** Throws if an image's command wants more than the server was granted. Inspects and starts nothing yet. */
export function refuseWideImage(name: string, image: ServerImage, folders: readonly Mount[]): void {
  if (image.refused.length > 0)
    throw new DejimaError(
      "invalid_input",
      `Cannot start the MCP server "${name}": options of its command would give it more access than a contained server may have. ${describeRefused(image.refused)}. Remove them from its args, or set trusted to run the command as it is, outside the sandbox`,
      { server: name },
    );
  const denied = image.mounts.flatMap((mount) => denialOf(mount, folders));
  if (denied.length > 0)
    throw new DejimaError("server_unavailable", describeDenials(name, denied), { server: name, denied });
}

/** The sandbox that a server's image runs in. */
export async function imageSandbox(name: string, { image, data, host }: ImageStart): Promise<Sandbox> {
  if (host === undefined) throw new DejimaError("internal", `Nothing here starts the image ${image.image}`);
  const id = await host.images.find(image.image);
  if (id === undefined)
    throw new DejimaError(
      "server_unavailable",
      `Cannot start the MCP server "${name}": the container engine does not have the image ${image.image}. Run docker pull ${image.image}`,
      { server: name },
    );
  if (image.integrity !== undefined && image.integrity !== id)
    throw new DejimaError(
      "server_unavailable",
      `Cannot use the image ${image.image}: its id is ${id}, and the config says ${image.integrity}. Add the server again if you trust the new one`,
      { server: name },
    );
  await chownTo(data, host.nobody);
  const binds: ImageBind[] = [{ source: data, target: DATA, access: "read-write" }];
  for (const mount of image.mounts) binds.push(await bindOf(mount, data, host.nobody));
  const { entrypoint, workingDirectory } = image;
  return host.sandbox({ id, entrypoint, workingDirectory, binds });
}

/** A folder of this machine that the command mounts without a grant. */
function denialOf({ source, kind, access }: ImageMount, folders: readonly Mount[]): Denial[] {
  if (kind === "kept") return [];
  if (!existsSync(source)) return [{ kind: "file", what: `${source}, which does not exist` }];
  const real = realpathSync.native(source);
  const never = refusalOf(real);
  if (never !== undefined) return [{ kind: "file", what: `${source} (${never})` }];
  const granted = folders.some(
    (folder) =>
      isInside(real, realpathSync.native(folder.path)) &&
      (access === "read-only" || folder.access === "read-write"),
  );
  if (granted) return [];
  return [{ kind: "file", what: source, grant: `${access === "read-only" ? "folder" : "write"}:${source}` }];
}

/** Why a path is mounted for no server, whatever it was granted. */
function refusalOf(path: string): string | undefined {
  const home = accountHome();
  if (home !== undefined && existsSync(home) && isInside(realpathSync.native(home), path))
    return "no server may get a whole home folder";
  const sockets = ["/run", "/var/run"].filter(existsSync).map((folder) => realpathSync.native(folder));
  if (statSync(path).isSocket() || sockets.some((folder) => isInside(path, folder) || isInside(folder, path)))
    return "no server may get a socket that controls this machine";
  return undefined;
}

async function bindOf(
  { source, kind, target, access }: ImageMount,
  data: string,
  nobody: number,
): Promise<ImageBind> {
  if (kind === "path") return { source, target, access };
  const folder = join(data, "volumes", source);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  for (const path of [dirname(folder), folder]) await chownTo(path, nobody);
  return { source: folder, target, access };
}

/** An administrator's servers run as nobody, who must be able to use the server's data folder. */
async function chownTo(folder: string, nobody: number): Promise<void> {
  if (process.getuid?.() === 0) await chown(folder, nobody, nobody);
}
