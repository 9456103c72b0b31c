/**
 * Runs inside the sandbox: a shell that waits for a few lines that end with a given mark, runs them, and thereby becomes
 * the program. It reads no further than the mark: what follows is the program's own input.
 */
export const WARM_SHELL = `\
code=
while IFS= read -r line; do
  [ "$line" = "$1" ] && eval "$code"
  code="$code$line
"
done
`;
