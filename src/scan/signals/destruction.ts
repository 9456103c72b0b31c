import { fencedCode } from "../fenced-code.ts";
import type { Signal } from "../finding.ts";

const SHAPES: readonly (readonly [RegExp, string])[] = [
  [
    /\brm\s+(?:-\w+\s+|--[\w-]+\s+){1,4}["']?(?:\/|~\/?|\$\{?HOME\}?\/?)(?:\*)?["']?(?:\s*(?:$|[;&|#]|--no-preserve-root))/gim,
    "deletes all files of the person",
  ],
  [/\bdd\b[^\n]{0,80}\bof=\/dev\/(?:sd|nvme|vd|disk|hd)\w*/gi, "overwrites a disk"],
  [/\bmkfs(?:\.\w+)?\s[^\n]{0,60}\/dev\/(?:sd|nvme|vd|hd)\w*/gi, "formats a disk"],
  [/:\(\)\s*\{\s*:\s*\|\s*:\s*&\s*\}\s*;\s*:/g, "starts processes without end"],
  [
    /\bxmrig\b[^\n]{0,200}(?:-o|--url|--pool)\b|\bstratum\+(?:tcp|ssl):\/\/[^\n]{0,200}/gi,
    "lets the machine work for somebody's coins",
  ],
];

/** Commands that take everything from a person. Guides warn of them; a script that holds one means it. */
export const destruction: Signal = {
  name: "destruction",
  hint: /\brm\s|\bdd\s|mkfs|:\(\)|xmrig|stratum/i,
  *find({ text, isCode }) {
    for (const { text: program, offset } of isCode ? [{ text, offset: 0 }] : fencedCode(text)) {
      for (const [shape, message] of SHAPES) {
        for (const match of program.matchAll(shape)) {
          yield { severity: isCode ? "danger" : "warning", message, offset: offset + match.index };
        }
      }
    }
  },
};
