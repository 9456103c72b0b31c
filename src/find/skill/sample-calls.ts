/** One way to call a script in a trial: its arguments, and the files that the arguments name. */
export interface SampleCall {
  readonly args: readonly string[];
  readonly stdin: string;
  /** Invented files, by their path in the working folder. */
  readonly files: Readonly<Record<string, string>>;
}

const TEXT = "A short text for a trial. It has two sentences.\n";

const PDF = `%PDF-1.4
1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj
2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj
3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 200]/Contents 4 0 R/Resources<</Font<</F 5 0 R>>>>>>endobj
4 0 obj<</Length 44>>stream
BT /F 12 Tf 20 100 Td (A short text) Tj ET
endstream endobj
5 0 obj<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>endobj
trailer<</Root 1 0 R>>
%%EOF
`;

const CONTENTS: Readonly<Record<string, string>> = {
  csv: "name,amount\nfirst,1\nsecond,2\n",
  tsv: "name\tamount\nfirst\t1\n",
  json: '{"items":[{"name":"first","amount":1}]}\n',
  jsonl: '{"name":"first","amount":1}\n',
  yaml: "name: first\namount: 1\n",
  yml: "name: first\namount: 1\n",
  html: "<html><body><h1>A page</h1><p>Some text.</p></body></html>\n",
  xml: "<items><item>first</item></items>\n",
  pdf: PDF,
};

/** Maximum number of examples to try per script, besides a call without arguments. */
const MOST_EXAMPLES = 3;
const MOST_ARGUMENTS = 20;

/** How to call a script: as its skill's texts show it, otherwise with an invented file; and once without arguments. */
export function sampleCalls(script: string, text: string): SampleCall[] {
  const name = script.split("/").at(-1) ?? script;
  const examples = [...new Set(linesWith(name, text))].slice(0, MOST_EXAMPLES).map(callOf);
  const shown = examples.filter(({ args }) => args.length > 0);
  const usual = shown.length > 0 ? shown : [callOf("notes.txt")];
  return [...usual, { args: [], stdin: TEXT, files: {} }];
}

/** The text after the name of a script, up to the end of the command. */
function linesWith(name: string, text: string): string[] {
  return text.split("\n").flatMap((line) => {
    const at = line.indexOf(name);
    if (at === -1) return [];
    const rest = line.slice(at + name.length).slice(0, 500);
    return /^[\s`"']|^$/.test(rest) ? [(rest.split(/[`|;&]|(?<!<[\w -]*)>/)[0] ?? "").trim()] : [];
  });
}

function callOf(line: string): SampleCall {
  const files: Record<string, string> = {};
  const words = line.match(/"[^"]*"|'[^']*'|<[^>]*>|\[[^\]]*\]|\{[^}]*\}|[^\s"'<[{]+/g) ?? [];
  const args = words.slice(0, MOST_ARGUMENTS).flatMap((word) => {
    // Arguments in brackets are optional.
    if (word.startsWith("[")) return [];
    const at = word.startsWith("-") ? word.indexOf("=") + 1 : 0;
    if (word.startsWith("-") && at === 0) return [word];
    return [word.slice(0, at) + made(word.slice(at), files)];
  });
  return { args, stdin: TEXT, files };
}

function made(word: string, files: Record<string, string>): string {
  const plain = word.replaceAll(/["']/g, "");
  const isPlaceholder = /^[<{$]|^[A-Z][A-Z_]{2,}$/.test(plain);
  if (isPlaceholder) return placeholder(plain.toLowerCase(), files);
  const path = plain.replace(/^(?:\.{0,2}\/)+|^~\//, "");
  const [, extension] = /\.([A-Za-z]{1,5})$/.exec(path) ?? [];
  if (extension === undefined || /:\/\//.test(plain) || path.includes("..")) return plain;
  files[path] = CONTENTS[extension.toLowerCase()] ?? TEXT;
  return path;
}

function placeholder(name: string, files: Record<string, string>): string {
  if (/url|uri|link|website/.test(name)) return "https://example.com/page";
  if (/lang/.test(name)) return "en";
  if (/city|place|location/.test(name)) return "London";
  if (/date/.test(name)) return "2026-01-15";
  if (/number|count|amount|limit|port|size/.test(name)) return "1";
  if (/dir|folder/.test(name)) return ".";
  const extension = Object.keys(CONTENTS).find((one) => name.includes(one));
  if (extension !== undefined) return made(`sample.${extension}`, files);
  return /file|path|input|output|document/.test(name) ? made("notes.txt", files) : "A short text";
}
