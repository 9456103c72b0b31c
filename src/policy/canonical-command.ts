import {
  type Assignment,
  type Command,
  forEachChild,
  parse,
  type Redirection,
  type SyntaxNode,
  type Word,
} from "unbash";
import type { Effect } from "../contract/effect.ts";
import { dropUnseen, holdsControl } from "../text/unseen.ts";
import { takesData } from "./known-programs.ts";
import { isOpaqueProgram } from "./opaque-program.ts";

/** How deep a command line may stand inside a word of another, as in `sh -c '…'`. */
const MAX_DEPTH = 4;
/** More commands than this in one line are not told apart any more. */
const MAX_COMMANDS = 200;
const MAX_LINE = 20_000;
/** Constructs inside one another cost the parser their square, and the stack. */
const MAX_OPENINGS = 300;
/** A command with more words is not known whole: fewer, where the words may name what its program runs. */
const MAX_DATA_WORDS = 400;
const MAX_WORDS = 100;
const MAX_TEXT = 10_000;

/**
 * Splits a shell command line into the commands it would run, wherever they stand in it, each in one spelling: words joined by
 * single blanks, quotes resolved. What cannot be known before it runs (substitutions, variables, globs, redirections,
 * assignments, control flow, programs that run other programs) makes a command opaque: deny patterns look inside it, allow
 * patterns never match it.
 */
export function canonicalCommands(line: string): Effect[] {
  if (line.length > MAX_LINE || (line.match(/[({`]/g)?.length ?? 0) > MAX_OPENINGS) return [whole(line)];
  const found: Effect[] = [];
  collect(line, { found, depth: 0, opaque: false, inWord: false });
  if (found.length === 0 || found.length > MAX_COMMANDS)
    return [whole(line), ...found.slice(0, MAX_COMMANDS)];
  return distinct(found);
}

interface Search {
  readonly found: Effect[];
  readonly depth: number;
  /** Whether nothing in this part of the line can be known whole. */
  readonly opaque: boolean;
  /** Whether this part is a word of a command, which need not run. */
  readonly inWord: boolean;
}

function collect(line: string, search: Search): void {
  if (search.depth > MAX_DEPTH || search.found.length > MAX_COMMANDS) return;
  const script = parse(line);
  const doubtful = script.errors !== undefined || /(?:^|\s)#/.test(line);
  if (script.errors !== undefined) search.found.push(whole(line, search));
  visit(script, line, { ...search, opaque: search.opaque || doubtful });
}

/** What only puts commands one after another; every other construct decides at run time what happens inside of it. */
const PLAIN = new Set<SyntaxNode["type"]>(["Script", "Statement", "AndOr", "Pipeline", "Command"]);

/** Constructs of bash alone. To another shell the same signs are commands: `((rm x))` is a subshell in a subshell. */
const BASH_ALONE = new Set<SyntaxNode["type"]>(["ArithmeticCommand", "ArithmeticFor", "TestCommand"]);

function visit(node: SyntaxNode, line: string, search: Search): void {
  if (BASH_ALONE.has(node.type)) search.found.push(whole(line, search));
  const plain = PLAIN.has(node.type) && !(node.type === "Pipeline" && node.prefixes.length > 0);
  const opaque = search.opaque || !plain;
  if (node.type === "Command") takeCommand(node, line, { ...search, opaque });
  if (node.type === "HereDocBody") collect(node.text, { ...search, depth: search.depth + 1, opaque: true });
  forEachChild(node, (child) => visit(child, line, { ...search, opaque: opaque || node.type === "Command" }));
}

function takeCommand(command: Command, line: string, search: Search): void {
  const parts = [...command.prefix, ...(command.name === undefined ? [] : [command.name]), ...command.suffix];
  const words = parts.map((part) => (part.type === "Word" ? part.value : line.slice(part.pos, part.end)));
  const target = words.join(" ");
  const opaque =
    search.opaque || isLong(words, target) || parts.some((part) => !isKnown(part)) || isOpaqueProgram(words);
  search.found.push(opaque ? whole(target, search) : { kind: "command.run", target });
  if (!opaque) return;
  // A word of such a command may be a command line of its own.
  for (const word of words.slice(1))
    if (/[\s'"\\;|&(){}<>$`]/.test(word))
      collect(word, { ...search, depth: search.depth + 1, opaque: true, inWord: true });
}

function isLong(words: readonly string[], target: string): boolean {
  if (takesData(words[0] ?? "")) return words.length > MAX_DATA_WORDS;
  return words.length > MAX_WORDS || target.length > MAX_TEXT;
}

/** Whether a word stands for exactly what is written, and for one word. */
function isKnown(part: Word | Assignment | Redirection): boolean {
  if (part.type !== "Word" || isHard(part.value)) return false;
  if (/^~|[:=]~/.test(part.text)) return false;
  return (part.parts ?? []).every((piece) => {
    if (piece.type === "DoubleQuoted") return piece.parts.every(({ type }) => type === "Literal");
    return piece.type === "Literal" || piece.type === "SingleQuoted";
  });
}

/** Whether a word holds blanks, or characters that are not seen. */
function isHard(word: string): boolean {
  return /[\s\0]/.test(word) || holdsControl(word) || dropUnseen(word) !== word;
}

function whole(line: string, { inWord }: Pick<Search, "inWord"> = { inWord: false }): Effect {
  const effect: Effect = { kind: "command.run", target: line, opaque: true };
  return inWord ? { ...effect, inWord } : effect;
}

/** Each command once; what surely runs stands for the same text in a word. */
function distinct(effects: readonly Effect[]): Effect[] {
  const found = new Map<string, Effect>();
  for (const effect of effects) {
    const key = `${effect.opaque === true}${effect.target}`;
    if (found.get(key) === undefined || effect.inWord !== true) found.set(key, effect);
  }
  return [...found.values()];
}
