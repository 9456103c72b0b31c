import { readFileSync } from "node:fs";
import { readdir, symlink } from "node:fs/promises";
import { join } from "node:path";
import { aRuntime, type TestRuntime } from "../support/a-runtime.ts";

/** What stands in the denied folder. */
export const SECRET = "the-secret-content-7f3a";

/** A workspace with a folder that rules deny, reached by links of every kind. */
export async function aSealedWorkspace(): Promise<TestRuntime> {
  const world = await aRuntime({
    files: { "secret/a.txt": SECRET, "secret/deep/b.txt": SECRET, "open/c.txt": "open", "é/d.txt": "open" },
    config: {
      permissions: {
        safe: [
          "file.write(./**)",
          "file.delete(./**)",
          "write_file(./**)",
          "edit_file(./**)",
          "move_file(./**)",
          "delete_file(./**)",
        ],
        deny: ["file.read(./secret/**)", "file.write(./secret/**)", "file.delete(./secret/**)"],
      },
    },
  });
  const at = (path: string) => join(world.workspace, path);
  await symlink("secret", at("link"));
  await symlink("../secret/a.txt", at("open/to-file"));
  await symlink(at("secret"), at("open/absolute"));
  await symlink("../link", at("open/chain"));
  await symlink("..", at("open/up"));
  return world;
}

/** Every way of asking a file tool for a path, with what else it needs. */
export const WAYS: readonly (readonly [tool: string, input: (path: string) => Record<string, unknown>])[] = [
  ["read_file", (path) => ({ path })],
  ["read_file", (path) => ({ path, encoding: "base64" })],
  ["get_file_info", (path) => ({ path })],
  ["list_files", (path) => ({ path, recursive: true })],
  ["list_files", (path) => ({ path: ".", pattern: path })],
  ["grep", (path) => ({ path, pattern: "." })],
  ["grep", (path) => ({ pattern: "content", glob: path })],
  ["edit_file", (path) => ({ path, find: "secret", replace: "changed" })],
  ["write_file", (path) => ({ path, content: "changed" })],
  ["delete_file", (path) => ({ path })],
  ["move_file", (path) => ({ from: path, to: "stolen.txt" })],
  ["move_file", (path) => ({ from: "open/c.txt", to: path })],
];

/** Whether a value shows what stands in the denied folder. */
export const leaks = (value: unknown) =>
  JSON.stringify(value).includes(SECRET) ||
  JSON.stringify(value).includes(Buffer.from(SECRET).toString("base64").slice(4, 20));

/** The files of the denied folder are as they were, and no other file holds what they hold. */
export async function untouched({ workspace, home }: TestRuntime): Promise<boolean> {
  const entries = await readdir(workspace, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  const outside = files.filter((file) => !file.startsWith(home));
  const upstreamContent = outside.filter((file) => readFileSync(file, "utf8").includes(SECRET)).sort();
  const sealed = files.filter((file) => file.startsWith(join(workspace, "secret/"))).sort();
  const expected = ["secret/a.txt", "secret/deep/b.txt"].map((path) => join(workspace, path));
  return JSON.stringify([upstreamContent, sealed]) === JSON.stringify([expected, expected]);
}

/** Spellings of a path in the denied folder: the way there, the folder, the name, and a disguise of it all. */
export const SPELLINGS = {
  ways: [
    "./",
    "",
    ".//",
    "open/../",
    "open/up/",
    "./open/.././",
    "link/../",
    "é/../",
    "e\u0301/../",
    "missing/../",
  ],
  doors: [
    "secret",
    "link",
    "open/absolute",
    "open/chain",
    "open/up/secret",
    "open/up/link",
    "secret/deep/..",
    "secret/.",
  ],
  names: [
    "a.txt",
    "deep/b.txt",
    "./a.txt",
    "/a.txt",
    "deep/../a.txt",
    "deep//b.txt",
    "deep/./b.txt",
    "a.txt/",
    "a.txt/.",
  ],
  tricks: [
    (path: string) => path,
    (path: string) => path.normalize("NFD"),
    (path: string) => path.toUpperCase(),
    (path: string) => path.replace("secret", "Secret"),
    (path: string) => path.replaceAll("/", "\\"),
    (path: string) => encodeURIComponent(path),
    (path: string) => path.replace("s", "%73"),
    (path: string) => path.replace("s", "\uff53"),
    (path: string) => path.replace("c", "\u0441"),
    (path: string) => `${path}\u0000.txt`,
    (path: string) => `${path} `,
    (path: string) => ` ${path}`,
    (path: string) => path.replace("secret", "sec\u200bret"),
    (path: string) => `file://${path}`,
    (path: string) => `~/${path}`,
  ],
};
