/** The name of a program without its folder. */
export function baseName(word: string): string {
  return word.slice(word.lastIndexOf("/") + 1);
}

/** The same without the number of its version and its extension, in lower case: `/usr/bin/python3.12` is `python`. */
export function programName(word: string): string {
  const base = baseName(word)
    .toLowerCase()
    .replace(/\.exe$/, "");
  return base.replace(/(?<=^[a-z_+-]{2,})[\d.]+$/, "") || base;
}
