import { isPlainSetting } from "../contract/self-starting/starting-part.ts";
import { namesOption } from "./known-programs.ts";

/** Options of git itself, before its subcommand, that pass a setting. Settings can name programs. */
const GIT_SETTINGS = /^(?:-c|--config-env|--exec-path=)/;

/** Arguments of its subcommands that name a program. */
const GIT_PROGRAMS = /^-u[^n]|(?:^|=)ext::|^foreach$/;

const GIT_LONG =
  "upload-pack receive-pack exec extcmd open-files-in-pager tool external sign-with sendmail-cmd smtp-server to-cmd cc-cmd header-cmd".split(
    " ",
  );

/** Short options of one subcommand that name a program or pass a setting. */
const GIT_SHORT: Readonly<Record<string, RegExp>> = {
  grep: /^-[A-Za-z]*O/,
  rebase: /^-[A-Za-z]*x/,
  clone: /^-[A-Za-z]*[uc]|^--c(?:o(?:n(?:f(?:ig?)?)?)?)?(?:=|$)|^--te/,
  init: /^--te/,
};

/** Git runs a strategy of another name as a program: `--strategy=x/../../bin/rm` runs `git-merge-x/../../bin/rm`. */
const GIT_STRATEGIES = /^(?:ort|recursive|resolve|octopus|ours|subtree)$/;

function namesOtherStrategy(subcommand: string, words: readonly string[]): boolean {
  const option = /^(?:rebase|merge|pull)$/.test(subcommand) ? /^(?:--str[a-z]*=?|-s)/ : /^--str[a-z]*(?:=|$)/;
  return words.some((word, at) => {
    if (!option.test(word) || /^--strategy-o/.test(word)) return false;
    const attached = word.replace(option, "");
    return !GIT_STRATEGIES.test(attached === "" ? (words[at + 1] ?? "") : attached);
  });
}

/** Subcommands of git and its best known extensions. Any other word may be an alias, which can run anything, or a foreign program. */
const GIT_SUBCOMMANDS = new Set(
  (
    "add am annotate annex apply archive bisect blame branch bugreport bundle cat-file check-attr check-ignore check-mailmap " +
    "check-ref-format checkout checkout-index cherry cherry-pick clean clone column commit commit-graph commit-tree config " +
    "count-objects credential describe diagnose diff diff-files diff-index diff-tree fast-export fast-import fetch fetch-pack flow " +
    "fmt-merge-msg for-each-ref format-patch fsck gc get-tar-commit-id grep hash-object help http-fetch http-push index-pack init " +
    "interpret-trailers lfs log ls-files ls-remote ls-tree mailinfo mailsplit maintenance merge merge-base merge-file merge-tree mktag " +
    "mktree multi-pack-index mv name-rev notes p4 pack-objects pack-redundant pack-refs patch-id prune prune-packed pull push " +
    "range-diff read-tree rebase reflog refs remote repack replace replay request-pull rerere reset restore rev-list rev-parse revert " +
    "rm send-pack shortlog show show-branch show-index show-ref sparse-checkout stage stash status stripspace submodule subrepo " +
    "subtree svn switch symbolic-ref tag town unpack-file unpack-objects update-index update-ref update-server-info upload-archive " +
    "upload-pack var verify-commit verify-pack verify-tag version whatchanged worktree write-tree"
  ).split(" "),
);

/** Subcommands whose purpose is to run programs, or git itself. */
const GIT_RUNNERS =
  /^(?:filter-branch|merge-index|merge-octopus|merge-resolve|mergetool|difftool|for-each-repo|hook|send-email|instaweb|web--browse|daemon|shell|remote-ext|submodule--helper)$/;

/** Whether git's words do not show what it would do: a setting, an option or a subcommand may name a program. */
export function isOpaqueGit(args: readonly string[]): boolean {
  const at = args.findIndex(
    (word, index) =>
      !word.startsWith("-") && !/^(?:-C|--(?:git-dir|work-tree|namespace))$/.test(args[index - 1] ?? ""),
  );
  const own = at === -1 ? args : args.slice(0, at);
  const [name = "", ...rest] = at === -1 ? [] : args.slice(at);
  if (own.some((word) => GIT_SETTINGS.test(word)) || GIT_RUNNERS.test(name)) return true;
  if (name !== "" && !GIT_SUBCOMMANDS.has(name) && !name.startsWith("remote-")) return true;
  if (rest.some((word) => GIT_PROGRAMS.test(word) || namesOption(word, GIT_LONG))) return true;
  if (Object.hasOwn(GIT_SHORT, name) && rest.some((word) => GIT_SHORT[name]?.test(word))) return true;
  if (namesOtherStrategy(name, rest)) return true;
  return (name === "bisect" && rest.includes("run")) || (name === "config" && changesSetting(rest));
}

/** Whether a setting is changed that may name a program, as every alias does. A renamed section changes what its settings are. */
function changesSetting(words: readonly string[]): boolean {
  if (words.some((word) => /^(?:-e|--?e(?:d(?:it?)?)?|(?:--)?ren(?:ame.*)?|edit)$/.test(word))) return true;
  const operands = words.filter((word) => !word.startsWith("-"));
  const key = operands.findIndex((word) => word.includes("."));
  return key !== -1 && operands.length > key + 1 && !isPlainSetting(operands[key] ?? "");
}
