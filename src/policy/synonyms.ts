import { programName } from "./program-name.ts";

/** Programs that do the same with about the same words. */
const FAMILIES: readonly ReadonlySet<string>[] = [
  "rm unlink rmdir shred srm wipe trash trash-put rip grm gunlink gshred del erase",
  "curl wget wget2 aria2c axel xh http https httpie curlie lynx w3m links elinks fetch lwp-request lwp-download",
  "shutdown reboot halt poweroff init telinit",
  "kill pkill killall skill",
  "chown chgrp lchown gchown",
  "chmod setfacl gchmod chattr",
  "docker podman nerdctl",
  "npm pnpm yarn bun",
  "scp sftp rsync rcp",
  "apt apt-get aptitude dpkg nala",
  "mkfs mke2fs wipefs mkswap",
].map((line) => new Set(line.split(" ")));

/** Subcommands of git that send what `git push` sends. */
const PUSHES = /^(?:send-pack|http-push|push)$/;
const PUSHES_INSIDE: Readonly<Record<string, RegExp>> = {
  subtree: /^push$/,
  lfs: /^push$/,
  svn: /^(?:dcommit|commit-diff)$/,
  p4: /^submit$/,
  annex: /^(?:sync|push|copy|move|assist)$/,
  subrepo: /^push$/,
  flow: /^(?:publish|finish)$/,
  town: /^(?:sync|ship)$/,
};
const NOTHING = /^\/dev\/(?:null|zero|full|u?random)$/;

/** Ways to be rid of a file with a program that is made for something else. */
const REMOVES: Readonly<Record<string, (words: readonly string[]) => boolean>> = {
  truncate: () => true,
  find: (words) => words.includes("-delete"),
  fd: (words) => words.some((word) => /^(?:-[xX]|--exec)/.test(word)),
  dd: (words) => words.some((word) => word.startsWith("of=")),
  mv: (words) => words.some((word) => NOTHING.test(word)),
  cp: (words) => words.some((word) => NOTHING.test(word)),
  ln: (words) => words.some((word) => NOTHING.test(word)),
  install: (words) => words.some((word) => NOTHING.test(word)),
  rsync: (words) => words.some((word) => /^--(?:del|remove)/.test(word)),
  tar: (words) => words.some((word) => /^--remove-f/.test(word)),
  zip: (words) => words.some((word) => /^-[A-Za-z]*m|^--move$/.test(word)),
  gio: (words) => /^(?:trash|remove)$/.test(words[0] ?? ""),
  git: (words) => /^(?:rm|clean)$/.test(words[0] ?? ""),
  hg: (words) => /^(?:rm|remove|purge)$/.test(words[0] ?? ""),
  svn: (words) => /^(?:rm|remove|delete|del|cleanup)$/.test(words[0] ?? ""),
};

/**
 * What a command also amounts to, in the words of better known ones: `unlink x` removes like `rm x`. A rule that forbids or
 * asks about the known command is a reason to ask about this one; the words differ too much to forbid it.
 */
export function synonymsOf(command: string): string[] {
  const [program = "", ...words] = command.split(" ");
  const name = programName(program);
  const found = FAMILIES.filter((family) => family.has(name)).flatMap((family) =>
    [...family].filter((other) => other !== name).map((other) => [other, ...words].join(" ")),
  );
  if (Object.hasOwn(REMOVES, name) && REMOVES[name]?.(words)) found.push(["rm", ...words].join(" "));
  if (name === "git" && pushes(words)) found.push(`git push ${words.slice(1).join(" ")}`, "git push");
  if (name === "systemctl" && /^(?:poweroff|reboot|halt|kexec|suspend|hibernate)/.test(words[0] ?? ""))
    found.push(`shutdown ${words.join(" ")}`);
  // Most rules about removing name its flags.
  return found.flatMap((each) =>
    each.startsWith("rm ") ? [each, ...FLAGS_OF_RM.map((flags) => `rm ${flags}${each.slice(2)}`)] : [each],
  );
}

const FLAGS_OF_RM = ["-r", "-f", "-rf", "-fr"];

function pushes([subcommand = "", ...words]: readonly string[]): boolean {
  if (PUSHES.test(subcommand) || subcommand.startsWith("remote-")) return true;
  return (
    Object.hasOwn(PUSHES_INSIDE, subcommand) && words.some((word) => PUSHES_INSIDE[subcommand]?.test(word))
  );
}
