import { existsSync } from "node:fs";

/** Words quoted so that a shell parses them back unchanged. */
export function quoteWords(words: readonly string[]): string {
  return words.map((word) => `'${word.replaceAll("'", "'\\''")}'`).join(" ");
}

/**
 * A shell that can close descriptors of more than one digit: not every `sh` can, bash and busybox do. With a
 * socket as its input, bash assumes a remote login and runs `~/.bashrc`, wherever HOME points; `--norc` stops
 * that.
 */
const CLOSING_SHELL = existsSync("/bin/bash") ? ["/bin/bash", "--norc", "--noprofile", "-p"] : ["/bin/sh"];

/**
 * Lines of shell that become the program in `"$@"`, without any descriptor above `last`. Our parent may have
 * left some open, and a descriptor of a folder leads around every containment. The shell asks the kernel
 * which are open, and starts a second shell only if one has more than one digit.
 */
export function execWithout(last: number, redirections = ""): string {
  const close = `for fd in /proc/$$/fd/*; do fd=\${fd##*/}; [ "$fd" -le ${last} ] || eval "exec $fd>&-"; done; unset fd; exec "$@"`;
  return `dejima_close=
for dejima_fd in /proc/$$/fd/*; do
  dejima_fd=\${dejima_fd##*/}
  case $dejima_fd in
    [0-${last}]) ;;
    [0-9]) eval "exec $dejima_fd>&-" ;;
    *) dejima_close=1 ;;
  esac
done
[ -z "$dejima_close" ] || set -- ${quoteWords([...CLOSING_SHELL, "-c", close, "limits"])} "$@"
unset dejima_close dejima_fd
exec "$@" ${redirections}`;
}
