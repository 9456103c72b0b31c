import { globSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const root = fileURLToPath(new URL("../..", import.meta.url));

/** Phrases that a stranger stumbles over, with what to write instead. Tests and decisions of the past may quote them. */
const PHRASES: readonly (readonly [RegExp, string])[] = [
  [/[;,.] [Nn]othing (?:when|where|if) /, "`undefined` if …"],
  [/\b(?:it|that|this|which|text|one|they|id) (?:is|are) none\b(?! of)/, "is not one"],
  [/\bunless told\b/, "by default"],
  [/\bof whom\b|\bWho cannot\b|\bthat it was given\b/, "a sentence with its subject first"],
  [/\b(?:he|him|his)\b(?!")/, "they, the caller"],
  [/\b[Tt]here is no such\b|\bno such (?:thing|tool|skill|server|name|run)\b/, "… not found"],
  [/\bis there already\b/, "already exists"],
  [/\bdefaults hold\b/, "using defaults"],
  [
    /\b(?:desk|shelf|keeper|holdings|night watch|stand-in)\b/i,
    "queue, store, registry, resources, cleaner, placeholder",
  ],
  [/\bWhat shall be\b|\bMay \w+ run\b/, "the words of any user"],
  [/\banew\b/, "again"],
  [/\bSo many\b|\bso many (?:words|entries|vectors|queries|times)\b/, "the maximum number of …"],
  [/\bWhat is known of\b|\bwhat is no \w+ in it\b/, "the facts about …"],
  [/\bof ours\b|\bnothing of (?:it|them|theirs)\b/, "Dejima's …, nothing"],
  [/\bgo(?:es)? on with\b/, "continues"],
  [/\bstands? (?:there|twice|nowhere|in for|in its place)\b|\bas it stands\b/, "is, appears, the current …"],
  [/\bsays? nothing of\b|\bwhat became of\b/, "does not mention …, the outcome of …"],
  [/\blies (?:below|outside|elsewhere|there|beside)\b/, "is …"],
  [/\b(?:are|is) told (?:so|of)\b|\bWhat is said of\b/, "gets a message, the error for …"],
  [/\bput together of\b|\bLeaves nothing of\b|\bTakes every trace\b/, "consists of …, deletes …"],
  [/\bspoken of\b|\bspeaks? of\b/, "mentions …"],
  [/\b(?:may|must|cannot|can|not|which|none) holds?\b/, "contains, has, applies"],
  [
    /\b(?:run|process|folder|log|vector|sandbox|session|thread|engine)s? of (?:its|their) own(?! \w)/,
    "a separate …",
  ],
  [/\bdeeds?\b/, "act, action"],
  [/\blies? (?:in|at|on)\b/, "is in …"],
];

// Lists of words that are looked for, and the columns of tables that exist.
const DATA = /words\/extract-terms|intent\/concepts|store\/sqlite/;

const files = [
  "src/**/*.ts",
  "console/**/*.{ts,tsx}",
  "docs/*.md",
  "README.md",
  "CONTRIBUTING.md",
  "AGENTS.md",
]
  .flatMap((pattern) => globSync(pattern, { cwd: root }))
  .filter((path) => !path.endsWith(".test.ts") && !DATA.test(path));

/** Every line of these files that holds one of the phrases. */
function findPhrases(read: (path: string) => string, paths: readonly string[]): string[] {
  return paths.flatMap((path) =>
    read(path)
      .split("\n")
      .flatMap((line, index) =>
        PHRASES.filter(([phrase]) => phrase.test(line)).map(
          ([, instead]) => `${path}:${index + 1} ${line.trim()} (write: ${instead})`,
        ),
      ),
  );
}

test("nothing that a stranger reads is written in the dialect of its builders", () => {
  expect(files.length).toBeGreaterThan(700);
  expect(findPhrases((path) => readFileSync(`${root}${path}`, "utf8"), files)).toEqual([]);
});

test("each phrase is found where it is planted", () => {
  const planted = [
    "/** Reads a name; nothing when it is empty. */",
    "/** A text that is none. */",
    "/** Ours unless told. */",
    "// all of whom",
    "// the caller and his answer",
    "There is no such page",
    "it is there already",
    "the defaults hold",
    "the shelf of skills",
    "What shall be done?",
    "the index is made anew",
    "/** So many words are kept. */",
    "/** What is known of one hit. */",
    "the text is one of ours",
    "another process goes on with it",
    "the key stands twice",
    "the log says what became of each call",
    "a path that lies outside the folder",
    "later answers are told so",
    "a host put together of values",
    "a tool that is spoken of",
    "the message may hold a key",
    "each user has a process of their own",
    "a deed of the program",
    "the file lies in a folder",
  ];
  expect(planted.map((line) => findPhrases(() => line, ["a.ts"]).length)).toEqual(planted.map(() => 1));
});
