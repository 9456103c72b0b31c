import { z } from "zod";
import type { Command } from "../../command.ts";
import { defineCommand } from "../../define-command.ts";

/** The shells that a script can be made for. */
const SHELLS = ["bash", "zsh", "fish"] as const;

const completion = defineCommand({
  path: ["completion"],
  summary: "Print a completion script for bash, zsh or fish",
  input: z.object({
    shell: z.enum(SHELLS, `there are scripts for ${SHELLS.join(", ")}`),
  }),
  arguments: ["shell"],
  examples: ['eval "$(dejima completion bash)"', "dejima completion fish | source"],
  async run({ output, commands }, { shell }) {
    const script = completionScript(shell, await commands());
    output.data({ shell, script }, () => script);
    return 0;
  },
});

/** The commands of this file. */
export const COMMANDS = [completion];

type Shell = (typeof SHELLS)[number];

/** A completion script, generated from the table of commands. */
export function completionScript(shell: Shell, commands: readonly Command[]): string {
  return { bash, zsh, fish }[shell](commands);
}

function branches(commands: readonly Command[]): Map<string, string[]> {
  const next = new Map<string, string[]>();
  const add = (at: string, word: string) => {
    const words = next.get(at) ?? [];
    if (!words.includes(word)) next.set(at, [...words, word]);
  };
  for (const { path, options } of commands) {
    for (const [index, word] of path.entries()) add(path.slice(0, index).join(" "), word);
    for (const { flags } of options) add(path.join(" "), flags.split(/[ ,]/)[0] ?? "");
    for (const global of ["--json", "--home", "--config", "--help"]) add(path.join(" "), global);
  }
  return next;
}

function bash(commands: readonly Command[]): string {
  const next = branches(commands);
  const cases = [...next].map(
    ([at, words]) => `    "${at}") COMPREPLY=($(compgen -W "${words.join(" ")}" -- "$word"));;`,
  );
  const paths = [...next.keys()].filter((at) => at !== "").map((at) => `"${at}"`);
  return `_dejima() {
  local word="\${COMP_WORDS[COMP_CWORD]}" at="" skip="" part
  for part in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    if [ -n "$skip" ]; then skip=""; continue; fi
    case "$part" in
      ${valued(commands).join("|")}) skip=1;;
      -*) ;;
      *) case "\${at:+$at }$part" in ${paths.join("|")}) at="\${at:+$at }$part";; esac;;
    esac
  done
  case "$at" in
${cases.join("\n")}
  esac
}
complete -F _dejima dejima
`;
}

/** The options that take a value. */
function valued(commands: readonly Command[]): string[] {
  const flags = commands.flatMap(({ options }) => options.map((option) => option.flags));
  const taking = flags.filter((flag) => flag.includes("<")).map((flag) => flag.split(/[ ,]/)[0] ?? "");
  return [...new Set(["--home", "--config", ...taking])];
}

function zsh(commands: readonly Command[]): string {
  return `autoload -U +X bashcompinit && bashcompinit\n${bash(commands)}`;
}

function fish(commands: readonly Command[]): string {
  const lines = commands.map(({ path, summary }) => {
    const word = path.at(-1);
    const condition = path.length === 1 ? "__fish_use_subcommand" : `__fish_seen_subcommand_from ${path[0]}`;
    return `complete -c dejima -f -n '${condition}' -a '${word}' -d '${summary.replaceAll("'", "")}'`;
  });
  const groups = [...new Set(commands.filter(({ path }) => path.length > 1).map(({ path }) => path[0]))];
  return [
    ...groups.map((group) => `complete -c dejima -f -n __fish_use_subcommand -a '${group}'`),
    ...lines,
    "",
  ].join("\n");
}
