import { visibleLine } from "./visible-text.ts";

/** How two states of a file are compared. */
interface PatchOptions {
  /** What the states are called, behind the path. */
  readonly labels?: readonly [before: string, after: string];
  readonly context?: number;
}

/** A unified diff of a file that a person reads: letters of every script stay readable in its path. */
export async function filePatch(
  path: string,
  [before, after]: readonly [before: string, after: string],
  { labels: [old, now] = ["", ""], context = 4 }: PatchOptions = {},
): Promise<string> {
  const { createTwoFilesPatch } = await import("diff");
  const isPlain = visibleLine(path) === path && !/["\\]/.test(path);
  const name = isPlain ? "file" : path; // the library escapes what could pass for another line
  const patch = createTwoFilesPatch(name, name, before, after, old, now, { context });
  const whole = patch.slice(patch.indexOf("--- "));
  return isPlain
    ? whole.replace(/^--- file(.*)\n\+\+\+ file/, (_, label) => `--- ${path}${label}\n+++ ${path}`)
    : whole;
}
