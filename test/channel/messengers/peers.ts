import { existsSync } from "node:fs";
import { pathToFileURL } from "node:url";

const modules = new URL("../../acp/peers/node_modules/", import.meta.url);

/** The file of a package that others wrote, or `undefined` where the packages to test with are not installed. */
export function peerFile(path: string): string | undefined {
  const file = new URL(path, modules);
  if (existsSync(file)) return pathToFileURL(file.pathname).href;
  console.log(`${path} is not installed, so its tests are passed over`);
  return undefined;
}
