import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { buildConsole } from "../../scripts/build-console.ts";

const folder = join(import.meta.dirname, "../../dist/console");
const MOST_FOR_CHAT = 64_000;
/** Code from text, addresses elsewhere (but names of namespaces and where to report a fault), paths of this machine. */
const FORBIDDEN =
  /\beval\(|new Function\(|https?:\/\/(?!www\.w3\.org|github\.com\/markedjs)[a-z][\w./-]*|\/console\/parts\/|import\(["'`]https?:/g;
/** Names of formats in the library that draws PDF files, and bases that it completes addresses with to check them. */
const NAMES_IN_PDF = /^https?:\/\/(?:ns\.adobe\.com\/|www\.xfa\.org\/schema\/|example\.com$|foo\.bar$)/;

test("the first page takes less than 64 kB of script, and the bundle has no inline, evaluated or foreign script", () => {
  expect(buildConsole()).toBe(true);
  const scripts = new Map(
    globSync("assets/*.js", { cwd: folder }).map((path) => [path, readFileSync(join(folder, path), "utf8")]),
  );
  const page = readFileSync(join(folder, "index.html"), "utf8");
  const [, entry = ""] = /<script type="module"[^>]* src="\/(assets\/[^"]+)"/.exec(page) ?? [];
  const chat = [...scripts.keys()].find((path) => path.includes("chat-page")) ?? "";
  const size = [...neededBy([entry, chat], scripts)].reduce(
    (total, path) => total + gzipSync(scripts.get(path) ?? "").length,
    0,
  );
  const all = (pattern: string) =>
    globSync(pattern, { cwd: folder }).reduce(
      (total, path) => total + gzipSync(readFileSync(join(folder, path))).length,
      0,
    );
  console.log(
    `console, gzipped: the chat takes ${kB(size)} of script; all pages together ${kB(all("assets/*.js"))} and ${kB(all("assets/*.css"))} of style`,
  );
  expect(size).toBeLessThan(MOST_FOR_CHAT);
  expect(page).not.toMatch(/<style|style=|<script(?![^>]* src=)|\son\w+=/);
  const forbidden = [...scripts].flatMap(([path, text]) =>
    [...text.matchAll(FORBIDDEN)]
      .filter(([found]) => !(path.includes("pdfjs") && NAMES_IN_PDF.test(found)))
      // Runs in a frame of its own, without network.
      .filter(() => !path.includes("mermaid"))
      // Errors in Chinese give addresses as examples.
      .filter(() => !path.includes("chinese-errors"))
      .map(([found]) => `${path}: ${found}`),
  );
  expect(forbidden).toEqual([]);
});

function kB(bytes: number): string {
  return `${(bytes / 1000).toFixed(1)} kB`;
}

/** The files that are loaded with these, by their static imports. */
function neededBy(begin: readonly string[], scripts: ReadonlyMap<string, string>): Set<string> {
  const needed = new Set<string>();
  const visit = (path: string) => {
    if (needed.has(path)) return;
    needed.add(path);
    for (const [, target = ""] of (scripts.get(path) ?? "").matchAll(/(?:from|import)\s*"\.\/([^"]+)"/g))
      visit(`assets/${target}`);
  };
  begin.forEach(visit);
  return needed;
}
