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

/** Programs whose words are data: names of files, texts, patterns. None runs what a word names, but for the options listed elsewhere. */
const DATA = new Set(
  (
    "ls dir vdir cat head tail wc nl tac rev od xxd hexdump strings grep egrep fgrep zgrep rg ag echo printf cp mv mkdir rmdir rm " +
    "touch ln chmod chown chgrp stat file du df pwd whoami id date uname hostname basename dirname realpath readlink sort uniq cut " +
    "tr paste join comm diff cmp tee sha1sum sha256sum sha512sum md5sum b2sum cksum base64 base32 seq sleep true false yes expr " +
    "which whereis type cd ps pgrep free uptime tree jq fold fmt column expand unexpand split tar gtar bsdtar gzip gunzip zcat " +
    "bzip2 bunzip2 xz unxz zstd zip unzip git curl wget awk gawk mawk nawk sed gsed kill shutdown exit :"
  ).split(" "),
);

/** Programs whose first words name what they do, as in `docker rm`. What runs other programs in them is told by its own words. */
const SUBCOMMANDS = new Set(
  (
    "npm pnpm yarn bun uv pip poetry pipenv hatch pdm rye bundle gem docker podman nerdctl kubectl oc helm lxc mise asdf direnv nix " +
    "flatpak snap adb vagrant heroku fly conda mamba cargo rustup go gh glab aws gcloud gsutil az terraform brew apt apt-get dnf yum " +
    "apk pacman systemctl svn hg dvc"
  ).split(" "),
);

/** Whether the words of a program are only data to it. */
export function takesData(program: string): boolean {
  return DATA.has(programName(program));
}

/** Whether a program may run what its further words name: every program may of which nothing else is known. */
export function mayRunWords(program: string): boolean {
  const name = programName(program);
  return !DATA.has(name) && !SUBCOMMANDS.has(name);
}
