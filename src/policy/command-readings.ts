import { foldForMatching } from "../text/fold.ts";
import { dropHidden } from "../text/hidden-characters.ts";
import { baseName, programName, takesData, wordsThatMayRun } from "./known-programs.ts";

/** Limits for opaque commands: the number of words to check, and the total length of all readings. */
const MAX_WORDS = 400;
const MAX_TEXT = 2_000_000;
/** Maximum number of subcommand positions to try if every word may begin a command. */
const MAX_PLACES = 16;

/** Global options of git without a value. `--x=y` contains its value. */
const GIT_FLAGS =
  /^(?:-p|-P|-v|-h|--(?:paginate|no-pager|no-replace-objects|bare|literal-pathspecs|glob-pathspecs|noglob-pathspecs|icase-pathspecs|no-optional-locks|no-advice|no-lazy-fetch|version|help))$|=/;

/** Programs that run the command after them in their own environment. */
const STARTERS = /^(?:npx|bunx|pnpx|uvx|pipx)$/;
const WITH_STARTERS =
  /^(?:npm|pnpm|yarn|bun|uv|poetry|pipenv|hatch|pdm|rye|bundle|docker|podman|nerdctl|kubectl|oc|lxc|mise|asdf|direnv|nix|flatpak|adb|vagrant|heroku|fly|conda|mamba)$/;
const STARTING = /^(?:exec|x|dlx|run|shell|start|compose|explore|develop|ssh)$/;

/**
 * Every way in which a command can be read, for rules that deny or ask: with the bare name of the program, without options
 * before the subcommand and, for an opaque command, with each part as a separate command.
 */
export function commandReadings(target: string, opaque: boolean): readonly string[] {
  const readings = new Set([target]);
  // Text beyond the limit needs no reading: an opaque command is asked about anyway.
  let left = opaque ? MAX_TEXT : Number.POSITIVE_INFINITY;
  for (const words of opaque ? lenientWords(target) : [target.split(" ")])
    for (const start of startsOf(words, opaque))
      for (const reading of withoutOptions(
        words.slice(start),
        opaque || start > 0 ? MAX_PLACES : words.length,
      )) {
        readings.add(reading);
        left -= reading.length;
        if (left < 0) return [...readings];
      }
  return [...readings];
}

/**
 * The commands that a known command may be equivalent to, because it does the same as another one or because little is known
 * about its program: each further word may begin one. This is uncertain, so a match is a reason to ask, not to deny.
 */
export function possibleCommands(target: string): readonly string[] {
  const started = startedByWords(target);
  return [...new Set([...started, ...[...commandReadings(target, false), ...started].flatMap(synonymsOf)])];
}

/** The first two words of a command whose program may take a subcommand cut short. `undefined` if its words are data. */
export function programAndSubcommand(command: string): string | undefined {
  const [program = "", subcommand = ""] = command.split(" ", 2);
  return takesData(program) || !/^[a-z][a-z-]+$/.test(subcommand) ? undefined : `${program} ${subcommand}`;
}

/** A short option whose value follows without a blank, as in `-arm`. */
const ATTACHED = /^-[A-Za-z](?=[\w./])/;

function startedByWords(target: string): readonly string[] {
  const [program = "", ...rest] = target.split(" ");
  // A copy or a link of a program can run under another name.
  if (/^(?:cp|ln|mv)$/.test(programName(program)))
    return rest.filter((word) => /(?:^|\/)s?bin\/[^/]+$/.test(word)).map((word) => `${programName(word)} `);
  const runnable = wordsThatMayRun(program, rest);
  const found = new Set<string>();
  // The trailing blank stands for words that the program itself adds.
  for (const words of [
    runnable,
    runnable.flatMap((word) => word.split(/[=,:]/)).filter((word) => word !== ""),
    runnable.map((word) => word.replace(ATTACHED, "")),
  ])
    for (const start of words.slice(0, MAX_WORDS).keys())
      for (const reading of withoutOptions(words.slice(start), MAX_PLACES))
        found.add(reading).add(`${reading} `);
  return [...found];
}

/** The words of an opaque text: any shell character may end one, and a value may be a command. */
function lenientWords(target: string): string[][] {
  const texts = new Set([foldForMatching(target), foldForMatching(dropHidden(target))]);
  return [...texts].flatMap((text) => {
    const signs = text.split(/[\s;|&(){}<>`"'!,\\]+/);
    return [signs, signs.flatMap((word) => word.split("="))].map((words) =>
      words.filter((word) => word !== ""),
    );
  });
}

function startsOf(words: readonly string[], opaque: boolean): number[] {
  const every = words.slice(0, MAX_WORDS).map((_word, index) => index);
  if (opaque) return every;
  const name = programName(words[0] ?? "");
  const starts =
    STARTERS.test(name) || (WITH_STARTERS.test(name) && words.some((word) => STARTING.test(word)));
  return starts ? every : [0];
}

/** A command by the name of its program, with and without the options before its subcommand. */
function* withoutOptions(words: readonly string[], maxPlaces: number): Iterable<string> {
  const [program = "", ...rest] = words;
  // `git-push` is what `git push` runs.
  const [, subcommand] = /^git-([a-z-]+)$/.exec(baseName(program)) ?? [];
  if (subcommand !== undefined) yield ["git", subcommand, ...rest].join(" ");
  const names = new Set([baseName(program), programName(program)]);
  for (const name of names) {
    yield [name, ...rest].join(" ");
    for (const at of subcommandPlaces(name, rest, maxPlaces)) yield [name, ...rest.slice(at)].join(" ");
  }
}

/** The possible positions of a subcommand: after options, each of which may have a value. */
function subcommandPlaces(name: string, rest: readonly string[], most: number): number[] {
  const places = new Set<number>();
  const open = [0];
  for (let at = open.pop(); at !== undefined; at = open.pop()) {
    const word = rest[at];
    if (word === undefined || places.has(at)) continue;
    if (places.size > most) break;
    places.add(at);
    if (!/^[-+]/.test(word)) continue;
    open.push(at + 1);
    const alone = name === "git" ? GIT_FLAGS.test(word) : word.includes("=");
    if (!alone && rest[at + 1]?.startsWith("-") === false) open.push(at + 2);
  }
  places.delete(0);
  return [...places];
}

/** Groups of programs that do the same with similar arguments. */
const FAMILIES: readonly ReadonlySet<string>[] = [
  "rm unlink rmdir shred srm wipe scrub trash trash-put rmtrash gvfs-rm gvfs-trash tmpreaper tmpwatch rmlint fdupes bleachbit rip grm gunlink gshred del erase",
  "curl wget wget2 aria2c axel xh http https httpie curlie lynx w3m links elinks fetch lwp-request lwp-download lwp-mirror get post hurl grpcurl websocat nghttp",
  "shutdown reboot halt poweroff init telinit kexec",
  "kill pkill killall skill",
  "chown chgrp lchown gchown",
  "chmod setfacl gchmod chattr",
  "docker podman nerdctl",
  "npm pnpm yarn bun",
  "scp sftp rsync rcp",
  "apt apt-get aptitude dpkg nala",
  "mkfs mke2fs wipefs mkswap",
].map((line) => new Set(line.split(" ")));

/** Subcommands of git that send the same as `git push`. */
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

const DISCARDS = /^\/dev\/(?:null|zero|full|u?random)$/;

/** Ways to delete a file with a program that has another purpose. */
const REMOVES: Readonly<Record<string, (words: readonly string[]) => boolean>> = {
  truncate: () => true,
  find: (words) => words.includes("-delete"),
  fd: (words) => words.some((word) => /^(?:-[xX]|--exec)/.test(word)),
  dd: (words) => words.some((word) => word.startsWith("of=")),
  mv: (words) => words.some((word) => DISCARDS.test(word)),
  cp: (words) => words.some((word) => DISCARDS.test(word)),
  ln: (words) => words.some((word) => DISCARDS.test(word)),
  install: (words) => words.some((word) => DISCARDS.test(word)),
  rsync: (words) => words.some((word) => /^--(?:del|remove)/.test(word)),
  tar: (words) => words.some((word) => /^--remove-f/.test(word)),
  zip: (words) => words.some((word) => /^-[A-Za-z]*m|^--move$/.test(word)),
  gio: (words) => /^(?:trash|remove)$/.test(words[0] ?? ""),
  git: (words) => /^(?:rm|clean)$/.test(words[0] ?? ""),
  hg: (words) => /^(?:rm|remove|purge)$/.test(words[0] ?? ""),
  svn: (words) => /^(?:rm|remove|delete|del|cleanup)$/.test(words[0] ?? ""),
};

const FLAGS_OF_RM = ["-r", "-f", "-rf", "-fr"];

/**
 * Better known commands that a command is equivalent to: `unlink x` removes like `rm x`. A rule that denies or asks about the
 * known command is a reason to ask about this one. Their arguments differ too much to deny it.
 */
function synonymsOf(command: string): string[] {
  const [program = "", ...words] = command.split(" ");
  const name = programName(program);
  const found = FAMILIES.filter((family) => family.has(name)).flatMap((family) =>
    [...family].filter((other) => other !== name).map((other) => [other, ...words].join(" ")),
  );
  if (Object.hasOwn(REMOVES, name) && REMOVES[name]?.(words)) found.push(["rm", ...words].join(" "));
  if (name === "git" && pushes(words)) found.push(`git push ${words.slice(1).join(" ")}`, "git push");
  if (
    /^(?:systemctl|loginctl)$/.test(name) &&
    /^(?:poweroff|reboot|halt|kexec|suspend|hibernate)/.test(words[0] ?? "")
  )
    found.push(`shutdown ${words.join(" ")}`);
  // Most rules about rm include its flags.
  return found.flatMap((each) =>
    each.startsWith("rm ") ? [each, ...FLAGS_OF_RM.map((flags) => `rm ${flags}${each.slice(2)}`)] : [each],
  );
}

function pushes([subcommand = "", ...words]: readonly string[]): boolean {
  if (PUSHES.test(subcommand) || subcommand.startsWith("remote-")) return true;
  return (
    Object.hasOwn(PUSHES_INSIDE, subcommand) && words.some((word) => PUSHES_INSIDE[subcommand]?.test(word))
  );
}
