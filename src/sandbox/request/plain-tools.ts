/**
 * What a plain shell script cannot do without, and what a run keeps that was granted named programs only: files and text,
 * nothing that speaks with a network, interprets another language, packs, compiles or installs.
 */
export const PLAIN_TOOLS: readonly string[] = `
  [ basename cat chmod cmp comm cp cut date dd diff dirname du echo env expr false find fold grep egrep fgrep head id
  join ln ls md5sum mkdir mktemp mv nl nproc od paste printf pwd readlink realpath rm rmdir sed seq sh sha256sum sleep
  sort split stat tail tee test timeout touch tr true uname uniq wc which xargs yes
`
  .trim()
  .split(/\s+/);
