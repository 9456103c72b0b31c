/** What such code amounts to, and where: a hidden name, or a text that runs as code. */
type Place = readonly ["hidden" | "code", number];

/** Code that makes a text out of something that nobody can read. */
const DECODES = /\batob\s{0,9}\(|["'`](?:base64|hex)["'`]|fromCharCode|\.reverse\s{0,9}\(|\bWebAssembly\b/;
/** Functions of paths and addresses, whose results honest code loads. */
const OF_PATHS = "(?:path|url|join|resolve|dirname|String|fileURLToPath|pathToFileURL|require)";
/** A member of Node whose name comes from a function. */
const DECODED_MEMBER = /(?<![\w.$])process\s{0,9}\[\s{0,9}[\w$]{1,40}\s{0,9}\(/g;
/** A module whose name is computed, and a member of it whose name is computed as well. */
const COMPUTED_BOTH =
  /(?<![\w.$])require\s{0,9}\(\s{0,9}(?!["'`])[^()\n]{0,60}(?:\([^()\n]{0,60}\))?[^()\n]{0,20}\)\s{0,9}\[\s{0,9}[\w$]{1,40}\s{0,9}[\](]/g;
/** Further names for `require`: `const load = module.require.bind(module)`. */
const ALIAS =
  /\b(?:const|let|var)\s{1,9}([\w$]{1,40})\s{0,9}=\s{0,9}(?:(?:process\.mainModule|module)\.require\b|require\s{0,9}(?:[;,\n]|\.(?:bind|call)\b)|(?:\w{1,20}\.)?createRequire\s{0,9}\()/g;
/** Code in an address, which a worker or an import runs. */
const CODE_IN_ADDRESS =
  /(?<![\w.$])(?:import|new\s{1,9}Worker)\s{0,9}\([^;]{0,120}?["'`]data:(?:text|application)\/(?:java|ecma)script/g;
/** A file that is written, and one that is loaded as code, each under a name. */
const WRITTEN = /\bwriteFile(?:Sync)?\s{0,9}\(\s{0,9}([\w$]{1,60})\s{0,9},/g;
const LOADED = /(?<![\w.$])(?:require|import)\s{0,9}\(\s{0,9}([\w$]{1,60})\s{0,9}\)/g;

/** Finds where JavaScript loads modules whose names nobody can read, or code that is in no file of the package. */
export function* hiddenModules(text: string): Iterable<Place> {
  if (DECODES.test(text)) {
    const names = ["require", "import", ...Array.from(text.matchAll(ALIAS), ([, name = ""]) => name)];
    const called = names.map((name) => name.replaceAll("$", "\\$")).join("|");
    const decoded = new RegExp(
      `(?<![\\w.$])(?:${called})\\s{0,9}\\(\\s{0,9}(?!${OF_PATHS}\\b)[\\w$]{1,40}\\s{0,9}\\(`,
      "g",
    );
    for (const shape of [decoded, DECODED_MEMBER, COMPUTED_BOTH])
      for (const { index } of text.matchAll(shape)) yield ["hidden", index];
  }
  for (const { index } of text.matchAll(CODE_IN_ADDRESS)) yield ["code", index];
  const written = new Set(Array.from(text.matchAll(WRITTEN), ([, name = ""]) => name));
  for (const { index, 1: name = "" } of written.size === 0 ? [] : text.matchAll(LOADED))
    if (written.has(name)) yield ["code", index];
}

/** A module of Python whose name is decoded, put together or turned around. */
export const HIDDEN_IN_PYTHON =
  /\b(?:__import__|import_module)\s{0,9}\(\s{0,9}(?:(?:["'][^"'\n]{0,60}["']|\w{1,40})\s{0,9}\[\s{0,9}:|["']{2}\s{0,9}\.join|(?:\w{1,20}\.){0,3}(?:b64decode|fromhex|unhexlify|decode|chr)\s{0,9}\()/g;
