import type { Signal } from "../finding.ts";

/** Two or more short literals that are put together, by plus signs or by joining a list. */
const PLUSSED = /(?:(["'`])[^"'`\n\\]{1,30}\1\s*\+\s*){1,12}(["'`])[^"'`\n\\]{1,30}\2/g;
const JOINED =
  /\[\s*(?:(["'`])[^"'`\n\\]{1,30}\1\s*,\s*){1,20}(["'`])[^"'`\n\\]{1,30}\2\s*,?\s*\]\s*\.join\(\s*(["'`])([^"'`]{0,2})\3\s*\)/g;
/** Names that nobody has a reason to take apart. */
const POWERFUL =
  /^(?:(?:node:)?child_process|eval|exec|execSync|spawn|fetch|require|Function|readFileSync|globalThis|process|env|subprocess|__import__|os\.system|curl .*|wget .*|.*https?:\/\/.*|.*\/\.?(?:ssh|aws|openclaw|config)\/.*)$/i;

/** Powerful names written in pieces, so that a search for them finds nothing. */
export const splitNames: Signal = {
  name: "split-names",
  *find({ text, isCode }) {
    if (!isCode) return;
    for (const shape of [PLUSSED, JOINED]) {
      for (const match of text.matchAll(shape)) {
        const pieces = match[0].replace(/\.join\([\s\S]*$/, "").match(/(["'`])([^"'`]*)\1/g) ?? [];
        const joined = pieces.map((piece) => piece.slice(1, -1)).join(match[4] ?? "");
        const whole = pieces.some((piece) => /^["'`]https?:\/\/|^["'`](?:curl|wget) /.test(piece));
        if (whole || !POWERFUL.test(joined)) continue;
        yield {
          severity: "danger",
          message: `puts together the name ${JSON.stringify(joined.slice(0, 60))}`,
          offset: match.index,
        };
      }
    }
  },
};
