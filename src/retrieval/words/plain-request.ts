/** Kinds of files. The extension is more informative than the name. */
const ENDINGS =
  `txt md markdown rst log csv tsv json jsonl yaml yml toml ini conf cfg env xml html htm css scss ts tsx jsx mjs py ipynb rb rs go
java kt c h cpp hpp cs php sh bash ps1 bat sql db sqlite pdf doc docx odt rtf xls xlsx ods ppt pptx key odp png jpg jpeg gif svg webp bmp
tiff heic ico mp3 wav flac ogg m4a mp4 mov avi mkv webm zip tar gz tgz bz2 xz rar 7z iso bin exe dmg apk pem crt lock bak tmp`
    .trim()
    .split(/\s+/)
    .join("|");

const URL_TEXT = /\b[a-z][a-z0-9+.-]*:\/\/[^\s<>"'，。；！？、）】]+|\bwww\.[^\s<>"'，。；！？、）】]+/giu;
const EMAIL = /[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63})+/gu;
const FILE = new RegExp(
  `(?<![\\w.@/\\\\~-])(?:~|\\.{1,2}|[A-Za-z]:)?(?:[/\\\\]?[\\w@+-][\\w@.+-]{0,80}[/\\\\])*[\\w@+-][\\w@.+-]{0,80}\\.(${ENDINGS})(?![\\w-])`,
  "giu",
);
const FOLDER =
  /(?<![\w.@/\\~:-])(?:~|\.{1,2})?[/\\]?[\w@+-][\w@.+-]{0,80}(?:[/\\][\w@+-][\w@.+-]{0,80}){0,11}[/\\](?![\w/\\])/gu;
const JSON_OBJECT = /\{\s*"[^"{}]{1,80}"\s*:[^{}]{0,2000}\}/gu;
const UUID = /\b[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\b/giu;
const LONG_RUN = /(?<![\w+/=-])[\w+/-]{6,}={0,2}(?![\w+/=-])/gu;
/** An id with the kind of thing before it: tsk_9f3a21. */
const KIND_AND_ID = /\b[a-z]{1,8}_(?=[0-9a-f]*\d)[0-9a-f]{2,32}\b/giu;
const HEXADECIMAL = /^(?=.*\d)[0-9a-f]{12,}$/iu;

/**
 * Replaces addresses, names of files and folders, ids and data in a request by their kind. "Get rid of draft-old.md" is about an md file,
 * not about drafts.
 */
export function plainRequest(request: string): string {
  if (!/[./\\@={\d]/u.test(request)) return request;
  return request
    .replaceAll(JSON_OBJECT, " json ")
    .replaceAll(URL_TEXT, " web page ")
    .replaceAll(EMAIL, " email address ")
    .replaceAll(UUID, " id ")
    .replaceAll(FILE, (_, ending: string) => ` ${ending.toLowerCase()} file `)
    .replaceAll(FOLDER, " folder ")
    .replaceAll(KIND_AND_ID, " id ")
    .replaceAll(LONG_RUN, (run) => {
      if (HEXADECIMAL.test(run)) return " id ";
      return isEncoded(run) ? " base64 " : run;
    });
}

/** Base64 mixes cases and digits as no word does, or ends with padding. */
function isEncoded(run: string): boolean {
  if (/[_/-]/u.test(run) && !run.endsWith("=")) return false;
  if (run.length % 4 === 0 && run.endsWith("=")) return true;
  return run.length >= 16 && /[a-z]/u.test(run) && /[A-Z]/u.test(run) && /\d/u.test(run);
}
