/** The name of a program without its folder. */
export function baseName(word: string): string {
  return word.slice(word.lastIndexOf("/") + 1);
}

/** The same without version number and extension, in lower case: `/usr/bin/python3.12` is `python`. */
export function programName(word: string): string {
  const base = baseName(word)
    .toLowerCase()
    .replace(/\.exe$/, "");
  return base.replace(/(?<=^[a-z_+-]{2,})[\d.]+$/, "") || base;
}

/** Programs whose arguments are data: file names, texts, patterns. They do not run what an argument names, except by options listed elsewhere. */
const DATA = new Set(
  (
    "ls dir vdir cat head tail wc nl tac rev od xxd hexdump strings grep egrep fgrep zgrep rg ag echo printf cp mv mkdir rmdir rm " +
    "touch ln chmod chown chgrp stat file du df pwd whoami id date uname hostname basename dirname realpath readlink sort uniq cut " +
    "tr paste join comm diff cmp tee sha1sum sha256sum sha512sum md5sum b2sum cksum base64 base32 seq sleep true false yes expr " +
    "which whereis type cd ps pgrep free uptime tree jq fold fmt column expand unexpand split tar gtar bsdtar gzip gunzip zcat " +
    "bzip2 bunzip2 xz unxz zstd zip unzip git curl wget awk gawk mawk nawk sed gsed kill shutdown exit :"
  ).split(" "),
);

/** Programs whose first word is a subcommand, as in `npm rm`. Their further words may name what they run. */
const SUBCOMMANDS = new Set(
  (
    "npm pnpm yarn bun uv pip poetry pipenv hatch pdm rye bundle gem kubectl oc helm mise asdf direnv nix flatpak snap adb vagrant " +
    "heroku fly conda mamba cargo rustup go gsutil brew apt apt-get dnf yum apk pacman systemctl svn hg dvc"
  ).split(" "),
);

/** Programs whose first two words are subcommands, as in `docker image rm`. */
const NESTED_SUBCOMMANDS = new Set("docker podman nerdctl lxc gh glab aws gcloud az terraform".split(" "));

/** Whether the arguments of a program are only data. */
export function takesData(program: string): boolean {
  return DATA.has(programName(program));
}

/** The words that a program may run: all but leading options and subcommands. Empty if the words are data. */
export function wordsThatMayRun(program: string, words: readonly string[]): readonly string[] {
  const name = programName(program);
  if (DATA.has(name)) return [];
  // A subcommand that is itself a program with subcommands: `yarn npm publish`, `uv pip install`.
  const nested = words.findIndex((word) => !word.startsWith("-"));
  if (hasSubcommands(name) && hasSubcommands(words[nested] ?? "")) return words.slice(nested);
  let left = NESTED_SUBCOMMANDS.has(name) ? 2 : SUBCOMMANDS.has(name) ? 1 : 0;
  const first = left === 0 ? 0 : words.findIndex((word) => !word.startsWith("-") && --left === 0) + 1;
  // Options before a subcommand may name a program, too.
  const options = words.slice(0, first).filter((word) => word.startsWith("-") && word.includes("="));
  return [...options, ...(left > 0 ? [] : words.slice(first))];
}

/** Whether a program has subcommands. */
export function hasSubcommands(program: string): boolean {
  const name = programName(program);
  return SUBCOMMANDS.has(name) || NESTED_SUBCOMMANDS.has(name);
}

/** Whether a word is one of these long options, whole or as a prefix, as most programs accept it. */
export function namesOption(word: string, names: readonly string[]): boolean {
  const [, option = ""] = /^--([a-z][a-z-]*)/.exec(word) ?? [];
  return option !== "" && names.some((name) => name.startsWith(option));
}
