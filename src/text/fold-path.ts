import { dropHidden } from "./hidden-characters.ts";

/** Returns the same text for all spellings of a path that some file system takes for the same file. */
export function foldPath(path: string): string {
  const plain = foldCase(path);
  if (!/[.\s](?:\/|$)/.test(plain)) return plain;
  return plain
    .split("/")
    .map((name) => (/[.\s]$/.test(name) ? name.replace(/(?<=[^.\s])[.\s]+$/, "") : name))
    .join("/");
}

// Most paths are ASCII, where lower-casing alone gives the same result.
function foldCase(path: string): string {
  if (/^[\x20-\x7e]*$/.test(path)) return path.toLowerCase();
  return dropHidden(path.normalize("NFKC")).toUpperCase().toLowerCase();
}
