import { isPlainSetting } from "../contract/self-starting/starting-part.ts";
import { namesOption } from "./option-names.ts";

/** Options of git itself, before its subcommand, that bring a setting: settings can name programs. */
const SETTINGS = /^(?:-c|--config-env|--exec-path=)/;
/** Forms of its subcommands that name a program. */
const PROGRAMS = /^(?:-u[^n]|ext::|foreach$)/;
const LONG =
  "upload-pack receive-pack exec extcmd open-files-in-pager tool external sign-with sendmail-cmd smtp-server to-cmd cc-cmd header-cmd".split(
    " ",
  );
/** Short options of one subcommand that name a program or bring a setting. */
const SHORT: Readonly<Record<string, RegExp>> = {
  grep: /^-[A-Za-z]*O/,
  rebase: /^-[A-Za-z]*x/,
  clone: /^-[A-Za-z]*[uc]|^--c(?:o(?:n(?:f(?:ig?)?)?)?)?(?:=|$)/,
};
/** Subcommands whose work is to run programs, or git itself. */
const RUNNERS =
  /^(?:filter-branch|mergetool|difftool|for-each-repo|hook|send-email|instaweb|web--browse|daemon|shell|remote-ext|submodule--helper)$/;

/** Whether what git would do cannot be told from its words: a setting, an option or a subcommand may name a program. */
export function isOpaqueGit(args: readonly string[]): boolean {
  const at = args.findIndex(
    (word, index) =>
      !word.startsWith("-") && !/^(?:-C|--(?:git-dir|work-tree|namespace))$/.test(args[index - 1] ?? ""),
  );
  const own = at === -1 ? args : args.slice(0, at);
  const [name = "", ...rest] = at === -1 ? [] : args.slice(at);
  if (own.some((word) => SETTINGS.test(word)) || RUNNERS.test(name)) return true;
  if (rest.some((word) => PROGRAMS.test(word) || namesOption(word, LONG))) return true;
  if (Object.hasOwn(SHORT, name) && rest.some((word) => SHORT[name]?.test(word))) return true;
  return (name === "bisect" && rest.includes("run")) || (name === "config" && changesSetting(rest));
}

/** Whether a setting is changed that may name a program, as every alias does. */
function changesSetting(words: readonly string[]): boolean {
  const operands = words.filter((word) => !word.startsWith("-"));
  const key = operands.findIndex((word) => word.includes("."));
  return key !== -1 && operands.length > key + 1 && !isPlainSetting(operands[key] ?? "");
}
