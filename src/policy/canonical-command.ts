import type { Effect } from "../contract/effect.ts";

/**
 * Splits a shell command line into the commands it would run, each in one spelling: words joined by single blanks,
 * quotes resolved. What cannot be known before it runs (substitutions, variables, globs, redirections, here-documents,
 * assignments, control words) makes a command opaque: deny patterns still look at it, allow patterns never match it.
 */
export function canonicalCommands(line: string): Effect[] {
  const commands: Effect[] = [];
  let words: string[] = [];
  let word: string | undefined;
  let opaque = false;

  const endWord = () => {
    if (word !== undefined) words.push(word);
    word = undefined;
  };
  const endCommand = () => {
    endWord();
    if (words.length > 0 || opaque) commands.push(command(words, opaque));
    words = [];
    opaque = false;
  };

  for (let at = 0; at < line.length; at++) {
    const character = line.charAt(at);
    const rest = line.slice(at);
    if (character === " " || character === "\t") endWord();
    else if (/^(?:\|\||&&|\|&|;;|[;|&\n\r])/.test(rest)) {
      endCommand();
      if (/^(?:\|\||&&|\|&|;;)/.test(rest)) at++;
    } else if (character === "'") {
      const end = line.indexOf("'", at + 1);
      if (end === -1) return [whole(line)];
      word = (word ?? "") + line.slice(at + 1, end);
      at = end;
    } else if (character === '"') {
      const quoted = readDoubleQuoted(line, at + 1);
      if (quoted === undefined) return [whole(line)];
      word = (word ?? "") + quoted.text;
      opaque ||= quoted.opaque;
      at = quoted.end;
    } else if (character === "\\") {
      at++;
      if (line.charAt(at) !== "\n") word = (word ?? "") + line.charAt(at);
    } else {
      if ("$`<>(){}[]*?~!#".includes(character)) opaque = true;
      word = (word ?? "") + character;
    }
  }
  endCommand();
  return commands.length > 0 ? commands : [whole(line)];
}

function command(words: readonly string[], opaque: boolean): Effect {
  const [first = ""] = words;
  const hidden =
    opaque || first.includes("=") || CONTROL.has(first) || words.some((word) => /[\s\0]/.test(word));
  const target = words.join(" ");
  return hidden ? { kind: "command.run", target, opaque: true } : { kind: "command.run", target };
}

// Words that make the shell, or another program, run something that stands further along the line.
const CONTROL = new Set(
  (
    "if then elif else fi for while until do done case esac select function time coproc eval exec source . command builtin " +
    "env xargs sudo doas su nohup nice timeout watch setsid stdbuf sh bash dash zsh ksh fish busybox ssh find parallel"
  ).split(" "),
);

function whole(line: string): Effect {
  return { kind: "command.run", target: line, opaque: true };
}

function readDoubleQuoted(
  line: string,
  start: number,
): { text: string; end: number; opaque: boolean } | undefined {
  let text = "";
  let opaque = false;
  for (let at = start; at < line.length; at++) {
    const character = line.charAt(at);
    if (character === '"') return { text, end: at, opaque };
    if (character === "\\" && '$`"\\\n'.includes(line.charAt(at + 1))) {
      at++;
      text += line.charAt(at);
    } else {
      if (character === "$" || character === "`") opaque = true;
      text += character;
    }
  }
  return undefined;
}
