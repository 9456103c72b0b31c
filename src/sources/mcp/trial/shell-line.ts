/** A program that a shell on trial starts. */
interface ShellProgram {
  readonly what: string;
  readonly detail: string;
}

/** The builtins of a shell. */
const OWN_WORDS = new Set(
  ". : [ [[ (( alias bg break builtin case cd command continue declare dirs echo eval exec exit export false fg for function getopts hash if jobs let local mapfile popd printf pushd pwd read readarray readonly return select set shift shopt source test times trap true type typeset ulimit umask unalias unset until wait while".split(
    " ",
  ),
);

/** Parses a command line that a shell printed. Returns `undefined` for a command that starts no program. */
export function shellProgram(line: string): ShellProgram | undefined {
  // Assignments come before the command, each on its own line or before the program.
  let rest = line.trim();
  for (let match = ASSIGNMENT.exec(rest); match !== null; match = ASSIGNMENT.exec(rest))
    rest = rest.slice(match[0].length).trimStart();
  if (/^(?:exec|command|builtin) [^-]/.test(rest)) rest = rest.slice(rest.indexOf(" ") + 1);
  const [quoted = ""] = /^(?:'[^']*'|"[^"]*"|[^\s'"])+/.exec(rest) ?? [];
  const what = quoted.replaceAll(/['"]/g, "");
  if (what === "" || OWN_WORDS.has(what) || !/^[\w./+-]+$/.test(what)) return undefined;
  return { what, detail: rest.slice(quoted.length).trim() };
}

const ASSIGNMENT = /^[A-Za-z_]\w{0,100}\+?=(?:\$?'[^']*'|"[^"]*"|[^\s'"])*(?=\s|$)/;
