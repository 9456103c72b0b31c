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
import { containsControl, dropHidden } from "../text/hidden-characters.ts";
import { takesData } from "./known-programs.ts";
import { isOpaqueProgram, obeysInput } from "./opaque-program.ts";

/** Maximum nesting of command lines inside words of other command lines, as in `sh -c '…'`. */
const MAX_DEPTH = 4;
/** If a line has more commands, they are not separated. */
const MAX_COMMANDS = 200;
const MAX_LINE = 20_000;
/** Nested constructs cost the parser quadratic time, and stack. */
const MAX_OPENINGS = 300;
/** A command with more words counts as opaque. The limit is lower if the words may name what its program runs. */
const MAX_DATA_WORDS = 400;
const MAX_WORDS = 100;
const MAX_TEXT = 10_000;

/**
 * Splits a shell command line into all commands that it would run, each in canonical spelling: words joined by single blanks,
 * quotes resolved. Parts that are unknown before the command runs (substitutions, variables, globs, redirections, assignments,
 * control flow, programs that run other programs) make a command opaque: deny patterns look inside it, allow patterns never
 * match it.
 */
export function canonicalCommands(line: string): Effect[] {
  if (line.length > MAX_LINE || (line.match(/[({`]/g)?.length ?? 0) > MAX_OPENINGS)
    return [opaqueCommand(line)];
  const found: Effect[] = [];
  collect(line, { found, depth: 0, opaque: false, inWord: false });
  if (found.length === 0 || found.length > MAX_COMMANDS)
    return [opaqueCommand(line), ...found.slice(0, MAX_COMMANDS)];
  return distinct(found);
}

interface Search {
  readonly found: Effect[];
  readonly depth: number;
  /** Whether this part of the line is opaque as a whole. */
  readonly opaque: boolean;
  /** Whether this part is a word of a command and may thus not run. */
  readonly inWord: boolean;
}

function collect(line: string, search: Search): void {
  if (search.depth > MAX_DEPTH || search.found.length > MAX_COMMANDS) return;
  const script = parse(line);
  const uncertain = script.errors !== undefined || /(?:^|\s)#/.test(line);
  if (script.errors !== undefined) search.found.push(opaqueCommand(line, search));
  visit(script, line, { ...search, opaque: search.opaque || uncertain });
}

/** Constructs that only sequence commands. Every other construct decides at run time what happens inside it. */
const PLAIN = new Set<SyntaxNode["type"]>(["Script", "Statement", "AndOr", "Pipeline", "Command"]);

/** Constructs of bash only. Other shells parse the same characters as commands: `((rm x))` is a nested subshell. */
const BASH_ONLY = new Set<SyntaxNode["type"]>(["ArithmeticCommand", "ArithmeticFor", "TestCommand"]);

function visit(node: SyntaxNode, line: string, search: Search): void {
  if (BASH_ONLY.has(node.type)) search.found.push(opaqueCommand(line, search));
  const plain = PLAIN.has(node.type) && !(node.type === "Pipeline" && node.prefixes.length > 0);
  const opaque = search.opaque || !plain;
  if (node.type === "Command") takeCommand(node, line, { ...search, opaque });
  if (node.type === "HereDocBody") collect(node.text, { ...search, depth: search.depth + 1, opaque: true });
  const first = node.type === "Pipeline" ? node.commands[0] : undefined;
  forEachChild(node, (child) => {
    const piped = first !== undefined && child !== first && executesInput(child);
    visit(child, line, { ...search, opaque: opaque || node.type === "Command" || piped });
  });
}

/** Whether a part of a pipe executes its input, as a shell does. */
function executesInput(node: SyntaxNode): boolean {
  const command = node.type === "Statement" ? node.command : node;
  if (command.type !== "Command" || command.name === undefined) return false;
  return obeysInput(
    [command.name, ...command.suffix].flatMap((part) => (part.type === "Word" ? [part.value] : [])),
  );
}

function takeCommand(command: Command, line: string, search: Search): void {
  const parts = [...command.prefix, ...(command.name === undefined ? [] : [command.name]), ...command.suffix];
  const words = parts.map((part) => (part.type === "Word" ? part.value : line.slice(part.pos, part.end)));
  const target = words.join(" ");
  const opaque =
    search.opaque || isLong(words, target) || parts.some((part) => !isKnown(part)) || isOpaqueProgram(words);
  search.found.push(opaque ? opaqueCommand(target, search) : { kind: "command.run", target });
  if (!opaque) return;
  // A word of an opaque command may itself be a command line.
  for (const word of words.slice(1))
    if (/[\s'"\\;|&(){}<>$`]/.test(word))
      collect(word, { ...search, depth: search.depth + 1, opaque: true, inWord: true });
}

function isLong(words: readonly string[], target: string): boolean {
  if (takesData(words[0] ?? "")) return words.length > MAX_DATA_WORDS;
  return words.length > MAX_WORDS || target.length > MAX_TEXT;
}

/** Whether a word is exactly the text as written, and a single word. */
function isKnown(part: Word | Assignment | Redirection): boolean {
  if (part.type !== "Word" || hasHiddenParts(part.value)) return false;
  if (/^~|[:=]~/.test(part.text)) return false;
  return (part.parts ?? []).every((piece) => {
    if (piece.type === "DoubleQuoted") return piece.parts.every(({ type }) => type === "Literal");
    return piece.type === "Literal" || piece.type === "SingleQuoted";
  });
}

/** Whether a word contains blanks or invisible characters. */
function hasHiddenParts(word: string): boolean {
  return /[\s\0]/.test(word) || containsControl(word) || dropHidden(word) !== word;
}

function opaqueCommand(line: string, { inWord }: Pick<Search, "inWord"> = { inWord: false }): Effect {
  const effect: Effect = { kind: "command.run", target: line, opaque: true };
  return inWord ? { ...effect, inWord } : effect;
}

/** Removes duplicates. A command that certainly runs takes precedence over the same text inside a word. */
function distinct(effects: readonly Effect[]): Effect[] {
  const found = new Map<string, Effect>();
  for (const effect of effects) {
    const key = `${effect.opaque === true}${effect.target}`;
    if (found.get(key) === undefined || effect.inWord !== true) found.set(key, effect);
  }
  return [...found.values()];
}
