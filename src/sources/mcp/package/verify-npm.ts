import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import { type FetchedPackages, refused, refuseLinksOut } from "./check-fetched.ts";

const lockSchema = z.object({
  packages: z.record(
    z.string(),
    z.object({
      version: z.string().optional(),
      integrity: z.string().optional(),
      link: z.boolean().optional(),
      inBundle: z.boolean().optional(),
      hasInstallScript: z.boolean().optional(),
    }),
  ),
});

/** A checksum that cannot be forged. */
const STRONG = /(?:^|\s)sha(?:256|384|512)-/;

/** Checks what was fetched: every package by a strong checksum, and no link out of the folder. */
export async function verifyNpm(folder: string, names: readonly string[]): Promise<FetchedPackages> {
  const text = await readFile(join(folder, "package-lock.json"), "utf8").catch(() => "{}");
  const lock = lockSchema.safeParse(JSON.parse(text));
  if (!lock.success) throw refused(names, "npm did not write a lock file");
  const entries = Object.entries(lock.data.packages).filter(([place]) => place !== "");
  for (const [place, { integrity = "", link, inBundle }] of entries) {
    if (link === true) throw refused(names, `${place} is a link and not a package`);
    if (inBundle !== true && !STRONG.test(integrity))
      throw refused(names, `the registry gives no strong checksum for ${place}`);
  }
  await refuseLinksOut(folder);
  const at = (name: string) => lock.data.packages[`node_modules/${name}`];
  return {
    versions: Object.fromEntries(names.map((name) => [name, at(name)?.version ?? ""])),
    integrity: at(names[0] ?? "")?.integrity ?? "",
    count: entries.length,
    scripts: entries
      .filter(([, { hasInstallScript }]) => hasInstallScript === true)
      .map(([place]) => place.slice(place.lastIndexOf("node_modules/") + "node_modules/".length))
      .sort(),
  };
}
