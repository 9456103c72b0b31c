const MAX_LINES = 3;
const MAX_LENGTH = 500;

/** Lines that say nothing by themselves: where in a program something happened, brackets, versions. */
const NOISE =
  /^(?:at\s.*|[{}()[\]^~|,;\s]*|Node\.js v\d.*|node:internal\/.*|code: '[A-Z_]+',?|requireStack: \[.*)$/;
const TELLING = /\b[A-Za-z]*(?:Error|Exception)\b|\berror\b|\bcannot\b|\bnot found\b|\bpanic|\bfatal\b/i;

/** What a program that ended wrote last, as far as it tells why. */
export function lastWords(stderr: string): string {
  const lines = stderr
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => !NOISE.test(line));
  const telling = lines.findLastIndex((line) => TELLING.test(line));
  const from = telling === -1 ? -MAX_LINES : telling;
  return lines.slice(from).slice(0, MAX_LINES).join(" | ").slice(0, MAX_LENGTH);
}
