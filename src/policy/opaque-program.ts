import { baseName, programName } from "./program-name.ts";

/** Programs and shell words that run something which stands further along the line, in a file or in their input. */
const RUNNERS = new Set(
  // the shell's own words
  (
    "if then elif else fi for while until do done case esac select function time coproc eval exec source . command builtin " +
    "trap alias unalias hash enable bind complete [[ (( ! { } mapfile readarray export declare typeset local readonly " +
    // shells
    "sh bash rbash dash ash zsh ksh mksh pdksh fish csh tcsh pwsh powershell cmd nu elvish xonsh busybox toybox " +
    // other users, rights and views
    "sudo sudoedit doas su runuser run0 pkexec setpriv capsh sg newgrp chroot fchroot unshare nsenter fakeroot proot firejail bwrap " +
    "systemd-run systemd-nspawn machinectl firejail start-stop-daemon daemonize chpst softlimit s6-setuidgid gosu su-exec tini " +
    // priorities, limits, time
    "env nice renice ionice chrt taskset numactl prlimit cpulimit choom uclampset nohup setsid disown stdbuf unbuffer timeout gtimeout " +
    "watch at batch crontab flock lckdo setarch linux32 linux64 i386 x86_64 uname26 eatmydata faketime torsocks torify proxychains " +
    // many times, for each
    "xargs parallel find fd fdfind entr watchexec nodemon inotifywait forall foreach " +
    // terminals and recorders
    "script tmux screen expect rlwrap dtach abduco xvfb-run dbus-run-session dbus-launch ssh-agent gpg-agent xterm " +
    // watchers of programs
    "strace ltrace dtrace gdb lldb perf valgrind rr catchsegv ld.so gprofng heaptrack bpftrace " +
    // elsewhere
    "ssh sshpass mosh rsh rexec socat ncat " +
    // editors run commands of the file or of their options
    "vi vim nvim view ex ed rvim gvim emacs emacsclient"
  ).split(" "),
);

/** Options with which an interpreter runs code from the command line. */
const INLINE: Readonly<Record<string, RegExp>> = {
  python: /^-[A-Za-z]*c|^-$|^\/dev\//,
  pypy: /^-[A-Za-z]*c|^-$|^\/dev\//,
  perl: /^-[A-Za-z0-9]*[eEMm]|^-$|^\/dev\//,
  ruby: /^-[A-Za-z0-9]*[er]|^-$|^\/dev\//,
  node: /^-[A-Za-z]*[epri]|^--(?:eval|print|require|import|loader|experimental-loader|input-type)|^-$|^\/dev\//,
  nodejs: /^-[A-Za-z]*[epri]|^--(?:eval|print|require|import|loader|input-type)|^-$|^\/dev\//,
  deno: /^(?:eval|repl|-)$/,
  bun: /^-[A-Za-z]*[epr]|^--(?:eval|print|preload)|^(?:exec|-)$/,
  php: /^-[A-Za-z]*[rBREd]|^--run|^-$/,
  lua: /^-[A-Za-z]*[el]|^-$/,
  luajit: /^-[A-Za-z]*[el]|^-$/,
  tclsh: /^-$/,
  rscript: /^-e|^--eval/,
  r: /^-e|^--eval/,
  julia: /^-[A-Za-z]*[eE]|^--(?:eval|print)/,
  osascript: /^-e/,
  guile: /^-c/,
  awk: /system|getline|[|@"]|^-[fEil]|^--(?:file|exec|include|load)/,
  gawk: /system|getline|[|@"]|^-[fEil]|^--(?:file|exec|include|load)/,
  mawk: /system|getline|[|@"]|^-[fW]/,
  nawk: /system|getline|[|@"]|^-f/,
  make: /^-[A-Za-z]*[fE]|^--(?:eval|file|makefile)|=/,
  gmake: /^-[A-Za-z]*[fE]|^--(?:eval|file|makefile)|=/,
  tar: /^--(?:to-command|checkpoint-action|use-compress-program|rsh-command|info-script|new-volume-script)|^-[A-Za-z]*[IF]/,
  rsync: /^-[A-Za-z]*e|^--(?:rsh|rsync-path)/,
  zip: /^-[A-Za-z]*T|^--unzip-command/,
  nc: /^-[A-Za-z]*[ec]|^--(?:exec|sh-exec)/,
  scp: /^-[A-Za-z]*[SoF]/,
  sftp: /^-[A-Za-z]*[SobF]/,
  sort: /^--compress-program/,
  split: /^--filter/,
  npm: /^-c$|^--(?:call|script-shell|shell)/,
  npx: /^-c$|^--(?:call|shell)/,
  pnpm: /^-c$|^--(?:shell-mode|script-shell)/,
  yarn: /^--script-shell/,
  docker: /^--entrypoint/,
  podman: /^--entrypoint/,
  go: /^-(?:toolexec|exec)/,
  cargo: /^--config/,
  cmake: /^-[EP]/,
  man: /^-[A-Za-z]*[PH]|^--(?:pager|html)/,
};

/** Programs that read what they run from their input unless they are given a file. */
const READS_INPUT = /^(?:python|pypy|perl|ruby|node|nodejs|php|lua|luajit|tclsh|julia|osascript)$/;

const SCRIPT_OF_SED = /^(?:[\d$]+(?:,[\d$]+)?)?(?:[pdq=]|s([/|,#:])[^\n]*?\1[^\n]*?\1[gpIi\d]*)$/;

/** Whether what a command does cannot be told from its words, because its program runs other programs or code. */
export function isOpaqueProgram(words: readonly string[]): boolean {
  const [first = "", ...args] = words;
  const name = programName(first);
  // A name that is no plain one may be read in several ways.
  if (name === "" || !/^[\w.+@:-]+$/.test(name) || first.includes("=")) return true;
  if (RUNNERS.has(name) || RUNNERS.has(baseName(first)) || /^ld(?:-linux|-musl|64)?[\w.-]*\.so/.test(name))
    return true;
  if (name === "sed" || name === "gsed") return !isPlainSed(args);
  if (name === "git") return isOpaqueGit(args);
  const inline = Object.hasOwn(INLINE, name) ? INLINE[name] : undefined;
  if (inline !== undefined && args.some((word) => inline.test(word))) return true;
  return READS_INPUT.test(name) && args.every((word) => word.startsWith("-")) && !args.some(isQuestion);
}

const isQuestion = (word: string) => /^(?:--?v(?:ersion)?|-V|--?h(?:elp)?)$/.test(word);

/** Scripts of sed can run commands and write files; only the plainest are known. */
function isPlainSed(args: readonly string[]): boolean {
  const options = args.filter((word) => word.startsWith("-"));
  const script = args.find((word) => !word.startsWith("-"));
  return (
    options.every((word) => /^-[nErsiuz]+$/.test(word)) && script !== undefined && SCRIPT_OF_SED.test(script)
  );
}

/** Options of git itself, before its subcommand, that bring a setting: settings can name programs. */
const GIT_SETTINGS = /^(?:-c|--config-env|--exec-path=)/;
/** Options and forms of its subcommands that name a program. */
const GIT_PROGRAMS =
  /^(?:--(?:upload-pack|receive-pack|exec|extcmd|open-files-in-pager|tool|external|sign-with)\b|-u[^n]|ext::|foreach$|filter-branch$|mergetool$|difftool$)/;

function isOpaqueGit(args: readonly string[]): boolean {
  const subcommand = args.findIndex(
    (word, at) =>
      !word.startsWith("-") && !/^(?:-C|--(?:git-dir|work-tree|namespace))$/.test(args[at - 1] ?? ""),
  );
  const own = subcommand === -1 ? args : args.slice(0, subcommand);
  const rest = subcommand === -1 ? [] : args.slice(subcommand);
  if (own.some((word) => GIT_SETTINGS.test(word)) || rest.some((word) => GIT_PROGRAMS.test(word)))
    return true;
  const [name = "", next = ""] = rest;
  return (name === "bisect" && next === "run") || (name === "rebase" && rest.includes("-x"));
}
