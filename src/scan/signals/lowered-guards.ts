import type { Signal } from "../finding.ts";

const SHAPES: readonly (readonly [RegExp, string])[] = [
  [
    /\bxattr\s+-(?:c|d|r)\w*\b[^\n]{0,80}/gi,
    "removes the mark that lets the system check a downloaded program",
  ],
  [/\bspctl\s+--(?:master|global)-disable/gi, "turns off the system's check of programs"],
  [/(?:Add|Set)-MpPreference\b[^\n]{0,120}(?:Exclusion|-Disable)/gi, "turns off the virus scanner"],
  [
    /-ExecutionPolicy\s+Bypass\b[^\n]{0,80}(?:-File|-Command|-c)\b[^\n]{0,80}https?:/gi,
    "runs an unsigned script from outside",
  ],
  [/\bcsrutil\s+disable\b|\bsetenforce\s+0\b/gi, "turns off a protection of the system"],
];

/** Commands that switch off what would stop a bad program. */
export const loweredGuards: Signal = {
  name: "lowered-guards",
  hint: /xattr|spctl|mppreference|-executionpolicy|csrutil|setenforce/i,
  *find({ text }) {
    for (const [shape, message] of SHAPES) {
      for (const match of text.matchAll(shape)) yield { severity: "warning", message, offset: match.index };
    }
  },
};
