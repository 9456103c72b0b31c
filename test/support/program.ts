import { join, relative } from "node:path";

const ROOT = join(import.meta.dirname, "../..");

/**
 * The file of a program that tests start as a process of its own: one bundle where the gate has made it, otherwise the source.
 * A process that is killed leaves no cache of what it compiled, and from the sources each start takes three times as long.
 */
export function programFile(folder: string, name: string): string {
  const source = join(folder, name);
  const bundles = process.env.DEJIMA_TEST_PROGRAMS;
  if (bundles === undefined) return source;
  return join(bundles, relative(ROOT, source).replace(/\.ts$/, ".js"));
}
