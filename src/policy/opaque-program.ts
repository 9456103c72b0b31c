import {
  baseName,
  hasSubcommands,
  namesOption,
  programName,
  takesData,
  wordsThatMayRun,
} from "./known-programs.ts";
import { isOpaqueGit } from "./opaque-git.ts";

/** Programs and shell keywords that run something named later in the line, in a file or in their input. */
const RUNNERS = new Set(
  // the shell's own words
  (
    "if then elif else fi for while until do done case esac select function time coproc eval exec source . command builtin " +
    "trap alias unalias hash enable bind complete [[ (( ! { } mapfile readarray export declare typeset local readonly " +
    "let compgen jobs fc " +
    // shells
    "sh bash rbash dash ash zsh ksh mksh pdksh fish csh tcsh pwsh powershell cmd nu elvish xonsh busybox toybox " +
    // other users, rights and views
    "sudo sudoedit doas su runuser run0 pkexec setpriv capsh sg newgrp chroot fchroot unshare nsenter fakeroot proot firejail bwrap " +
    "systemd-run systemd-nspawn machinectl firejail start-stop-daemon daemonize chpst softlimit s6-setuidgid gosu su-exec tini " +
    // priorities, limits, time
    "env nice renice ionice chrt taskset numactl prlimit cpulimit choom uclampset nohup setsid disown stdbuf unbuffer timeout gtimeout " +
    "watch at batch crontab flock lckdo setarch linux32 linux64 i386 x86_64 uname26 eatmydata faketime torsocks torify proxychains " +
    // many times, for each
    "dc m4 gnuplot lftp xargs parallel find fd fdfind entr watchexec nodemon inotifywait forall foreach " +
    // terminals and recorders
    "script tmux screen expect rlwrap dtach abduco xvfb-run dbus-run-session dbus-launch ssh-agent gpg-agent xterm " +
    // watchers of programs
    "strace ltrace dtrace gdb lldb perf valgrind rr catchsegv ld.so gprofng heaptrack bpftrace " +
    // elsewhere
    "ssh sshpass mosh rsh rexec socat ncat " +
    // editors run commands of the file or of their options
    "vi vim nvim view ex ed rvim rview gvim gview rgvim rgview evim eview vimdiff gvimdiff nvimdiff emacs emacsclient"
  ).split(" "),
);

/** Modules of Python that run code from their arguments or their input. */
const PYTHON =
  /^-[A-Za-z]*[ci]|^-$|^(?:-[A-Za-z]*m)?(?:asyncio|cProfile|code|doctest|idlelib|pdb|profile|pty|runpy|timeit|trace|webbrowser)$/;
const TAR = /^-[A-Za-z]*[IF]/;

/** Options with which an interpreter runs code from the command line. */
const INLINE: Readonly<Record<string, RegExp>> = {
  python: PYTHON,
  pypy: PYTHON,
  perl: /^-[A-Za-z0-9]*[eEMmd]|^-$/,
  ruby: /^-[A-Za-z0-9]*[er]|^-$/,
  node: /^-[A-Za-z]*[epri]|^--(?:eval|print|require|import|loader|experimental-loader|input-type)|^-$|^data:/,
  nodejs: /^-[A-Za-z]*[epri]|^--(?:eval|print|require|import|loader|input-type)|^-$|^data:/,
  deno: /^(?:eval|repl|-)$|^data:/,
  bun: /^-[A-Za-z]*[epr]|^--(?:eval|print|preload)|^(?:exec|-)$/,
  php: /^-[A-Za-z]*[rBREda]|^--run|^-$/,
  lua: /^-[A-Za-z]*[eil]|^-$/,
  luajit: /^-[A-Za-z]*[eil]|^-$/,
  tclsh: /^-$/,
  rscript: /^-e|^--eval/,
  r: /^-e|^--eval/,
  raku: /^-[a-zA-Z]*[eM]/,
  rakudo: /^-[a-zA-Z]*[eM]/,
  crystal: /^eval$/,
  julia: /^-[A-Za-z]*[eE]|^--(?:eval|print)/,
  osascript: /^-e/,
  guile: /^-c/,
  awk: /system|getline|[|@"]|^-[fEil]/,
  gawk: /system|getline|[|@"]|^-[DfEil]/,
  mawk: /system|getline|[|@"]|^-[fW]/,
  nawk: /system|getline|[|@"]|^-f/,
  make: /^-[A-Za-z]*[fE]|=/,
  gmake: /^-[A-Za-z]*[fE]|=/,
  tar: TAR,
  gtar: TAR,
  bsdtar: TAR,
  rsync: /^-[A-Za-z]*e|^--(?:rsh|rsync-path)/,
  zip: /^-[A-Za-z]*T/,
  nc: /^-[A-Za-z]*[ec]|^--(?:exec|sh-exec)/,
  scp: /^-[A-Za-z]*[SoF]/,
  sftp: /^-[A-Za-z]*[SobF]/,
  printf: /^-v/,
  test: /^-v/,
  curl: /^-[A-Za-z]*K|^--config/,
  wget: /^-[A-Za-z]*[ei]/,
  groff: /^-[A-Za-z]*U|^--unsafe/,
  troff: /^-[A-Za-z]*U/,
  nroff: /^-[A-Za-z]*U/,
  patch: /^-[A-Za-z]*e|^--ed/,
  mail: /^-[A-Za-z]*~/,
  mailx: /^-[A-Za-z]*~/,
  apt: /^-[A-Za-z]*o/,
  "apt-get": /^-[A-Za-z]*o/,
  npm: /^-c$|^--(?:call|script-shell|shell)/,
  npx: /^-c$|^--(?:call|shell)/,
  pnpm: /^-c$|^--(?:shell-mode|script-shell)/,
  yarn: /^--script-shell/,
  docker: /^--entrypoint/,
  podman: /^--entrypoint/,
  go: /^--?(?:toolexec|exec|vettool)/,
  cargo: /^--config/,
  cmake: /^-[EP]/,
  man: /^-[A-Za-z]*[PH]/,
};

/** Long options that name a program. Most programs accept any prefix of a long option. */
const LONG: Readonly<Record<string, readonly string[]>> = Object.fromEntries(
  [
    "awk gawk nawk: file exec include load source",
    "make gmake: eval file makefile",
    "tar gtar bsdtar: to-command checkpoint-action use-compress-program rsh-command rmt-command info-script new-volume-script",
    "zip: unzip-command",
    "sort: compress-program",
    "split: filter",
    "man: pager html preprocessor",
    "rg: pre hostname-bin",
    "ag: pager",
    "wget: use-askpass execute input-file config",
    "apt apt-get: option",
  ].flatMap((line) => {
    const [programs = "", options = ""] = line.split(": ");
    return programs.split(" ").map((program) => [program, options.split(" ")] as const);
  }),
);

/** Programs that run code from their input unless they get a file. */
const READS_INPUT = /^(?:python|pypy|perl|ruby|node|nodejs|php|lua|luajit|tclsh|julia|osascript)$/;

/** Programs that execute their piped input, whatever their arguments: shells of databases, languages and hosts, debuggers, editors of disks. */
const OBEYS_INPUT = new Set(
  (
    "psql mysql mariadb sqlite sqlite3 duckdb sqlplus sqlcmd isql mongo mongosh redis-cli cqlsh clickhouse-client usql ftp telnet " +
    "irb pry ghci jshell scala amm swipl gprolog octave matlab maxima gp gap sage magma r rterm iex erl elixir sbcl clisp ecl ccl abcl " +
    "racket guile csi clojure clj bb lein groovysh groovy kotlinc ocaml utop coffee raku perl6 gst tsx ts-node deno bun ipython bpython " +
    "ptpython hy wish csharp janet fennel rakudo hugs sml poly mosml newlisp scheme mit-scheme chibi-scheme gsi pike swift cling evcxr " +
    "gore yaegi qjs gjs d8 js jsc mujs calc ngspice pgcli mycli litecli iredis hive beeline impala-shell spark-shell spark-sql pyspark " +
    "rails trino presto hbase vtysh sftp smbclient ncftp cadaver yafc " +
    "debugfs fdisk sfdisk parted gdisk sgdisk virsh nsupdate rndc gpg-connect-agent bluetoothctl nmcli ipmitool mdb dbx pdb jdb"
  ).split(" "),
);

/** A word that makes a program read its input as a file. */
const IS_INPUT = /^-$|(?:^|\/)(?:dev\/(?:stdin|fd\/)|proc\/)/;

/** Whether a command obeys what another one writes into it, as in `echo … | psql`, itself or by a program that it starts. */
export function obeysInput(words: readonly string[]): boolean {
  const [first = "", ...args] = words;
  if (OBEYS_INPUT.has(programName(first)) || OBEYS_INPUT.has(baseName(first))) return true;
  if (takesData(first)) return false;
  if (args.some((word) => IS_INPUT.test(word) || OPENS_SHELL.test(word))) return true;
  return wordsThatMayRun(first, args).some((word, at, all) => {
    const name = programName(word);
    return OBEYS_INPUT.has(name) || (READS_INPUT.test(name) && readsInput(all.slice(at + 1)));
  });
}

const SED_SCRIPT =
  /^(?:[\d$]+(?:,[\d$]+)?)?(?:[pdq=]|s([/|,#:])(?:\\.|(?!\1)[^\\\n])*\1(?:\\.|(?!\1)[^\\\n])*\1[gpIi\d]*)$/;

/** Whether a command's words do not show what it does, because its program runs other programs or code. */
export function isOpaqueProgram(words: readonly string[]): boolean {
  const [first = "", ...args] = words;
  const name = programName(first);
  // An unusual name may be read in several ways.
  if (name === "" || !/^[\w.+@:-]+$/.test(name) || first.includes("=")) return true;
  if (RUNNERS.has(name) || RUNNERS.has(baseName(first)) || /^ld(?:-linux|-musl|64)?[\w.-]*\.so/.test(name))
    return true;
  if (name === "sed" || name === "gsed") return !isPlainSed(args);
  if (name === "git") return isOpaqueGit(args);
  if (name.startsWith("git-")) return isOpaqueGit([name.slice(4), ...args]);
  // The arguments of a little-known program may be code of some language.
  if (!takesData(name) && args.some((word) => CODE.test(word))) return true;
  if (passesCode(name, args)) return true;
  // Another program may start an interpreter: `npx perl -e …`.
  if (wordsThatMayRun(name, args).some((word, at, all) => passesCode(programName(word), all.slice(at + 1))))
    return true;
  // The oldest form of tar's options has no dash.
  if (INLINE[name] === TAR && TAR.test(`-${args[0] ?? ""}`)) return true;
  if (name === "set") return !args.every((word) => PLAIN_SET.test(word));
  return READS_INPUT.test(name) && readsInput(args);
}

const CODE = /[$`;|&()<>!"']/;

/** Whether a known option of a program passes code or names a program. */
function passesCode(name: string, args: readonly string[]): boolean {
  if (Object.hasOwn(INLINE, name) && args.some((word) => INLINE[name]?.test(word))) return true;
  return Object.hasOwn(LONG, name) && args.some((word) => namesOption(word, LONG[name] ?? []));
}

/** Programs that run any command, when they appear among the words of another program. */
const SHELLS = new Set(
  "sh bash rbash dash ash zsh ksh mksh pdksh fish csh tcsh pwsh powershell busybox toybox sudo doas xargs".split(
    " ",
  ),
);

/** Long options that name a program or a shell line, in any program. */
const NAMES_PROGRAM =
  /^--?(?:[a-z0-9]+-)*(?:cmd|command|commands|exec|execute|pager|editor|shell|program|hook|hooks|renderer|runner|wrapper|launcher|askpass|preprocessor)(?:-[a-z]+)?(?:=|$)/i;

/** Settings on the command line that can name programs: `--config hooks.update=…`, `-c alias.x=…`. */
const SETS_PROGRAM =
  /(?:^|[.=])(?:hooks?|alias|aliases|pager|editor|ssh|merge-tools|extensions|extdiff)[.=]/i;

/** Subcommands that open a shell, which reads commands from its input. */
const OPENS_SHELL = /^(?:shell|ssh|develop|console|attach|repl|login|rsh|enter)$/;

/** Whether the words of a little-known program, or the name of an option, start another program or a shell. */
export function mayStartAny(command: string): boolean {
  const [program = "", ...args] = command.split(" ");
  const name = programName(program);
  if (takesData(name)) return false;
  if (args.some((word) => NAMES_PROGRAM.test(word) || SETS_PROGRAM.test(word))) return true;
  if (hasSubcommands(name)) {
    const verbs = args.filter((word) => !word.startsWith("-")).slice(0, 3);
    if (verbs.some((word) => OPENS_SHELL.test(word))) return true;
    if (verbs.some((word) => /^(?:run|exec)$/.test(word)) && args.some((word) => /^-[a-z]*[ie]/.test(word)))
      return true;
  }
  const words = wordsThatMayRun(name, args).flatMap((word) => word.split(/[=,:]/));
  return words.some((word) => SHELLS.has(programName(word)));
}

const PLAIN_SET = /^[-+][eufxvo]+$|^(?:pipefail|errexit|nounset|xtrace|noglob|verbose)$/;

/** Whether an interpreter gets no file, or one that is its input under another name. */
function readsInput(args: readonly string[]): boolean {
  const file = args.find((word) => !word.startsWith("-"));
  if (file === undefined) return !args.some(isQuestion);
  return /(?:^|\/)(?:dev|proc)\/|(?:^|\/)(?:stdin|\d+)$/.test(file);
}

const isQuestion = (word: string) => /^(?:--?v(?:ersion)?|-V|--?h(?:elp)?)$/.test(word);

/** Sed scripts can run commands and write files. Only the simplest are recognized. */
function isPlainSed(args: readonly string[]): boolean {
  const options = args.filter((word) => word.startsWith("-"));
  const script = args.find((word) => !word.startsWith("-"));
  return (
    options.every((word) => /^-[nErsiuz]+$/.test(word)) && script !== undefined && SED_SCRIPT.test(script)
  );
}
