import {
  type Document,
  type DocumentOptions,
  isScalar,
  LineCounter,
  type ParseOptions,
  parseDocument,
  visit,
  YAMLParseError,
} from "yaml";

const MAX_ALIASES = 100;

/** Parses YAML or JSON into data. Throws the first mistake. */
export function yamlData(text: string): unknown {
  const document = yamlDocument(text);
  const [mistake] = document.errors;
  if (mistake !== undefined) throw mistake;
  return document.toJS({ maxAliasCount: MAX_ALIASES });
}

/**
 * Parses YAML or JSON in time linear in its length, with a mistake for a key that appears twice. The library would compare each key
 * with every other, and write warnings that quote the text straight to the terminal.
 */
export function yamlDocument(
  text: string,
  { lineCounter = new LineCounter(), ...options }: ParseOptions & DocumentOptions = {},
): Document {
  const document = parseDocument(text, { ...options, lineCounter, uniqueKeys: false, logLevel: "error" });
  visit(document, {
    Map(_key, map) {
      const seen = new Set<unknown>();
      for (const { key } of map.items) {
        if (!isScalar(key)) continue;
        if (seen.has(key.value)) {
          document.errors.push(duplicate(key.range?.[0] ?? 0, lineCounter));
          return visit.BREAK;
        }
        seen.add(key.value);
      }
      return undefined;
    },
  });
  return document;
}

function duplicate(offset: number, lineCounter: LineCounter): YAMLParseError {
  const place = lineCounter.linePos(offset);
  const words = `Map keys must be unique at line ${place.line}, column ${place.col}`;
  const mistake = new YAMLParseError([offset, offset + 1], "DUPLICATE_KEY", words);
  mistake.linePos = [place];
  return mistake;
}
