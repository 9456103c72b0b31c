import {
  type Document,
  type DocumentOptions,
  type ErrorCode,
  isCollection,
  isScalar,
  LineCounter,
  type ParseOptions,
  parseDocument,
  type SchemaOptions,
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
 * Parses YAML or JSON in time linear in its length. Reports a repeated key, unless these are allowed, and an alias inside of its own
 * anchor. The library alone would compare each key with every other, build endless data, and print warnings that quote the text
 * straight to the terminal.
 */
export function yamlDocument(
  text: string,
  {
    lineCounter = new LineCounter(),
    uniqueKeys = true,
    ...options
  }: ParseOptions & DocumentOptions & SchemaOptions = {},
): Document {
  const document = parseDocument(text, { ...options, lineCounter, uniqueKeys: false, logLevel: "error" });
  for (const mistake of document.errors)
    if (mistake.code === "RESOURCE_EXHAUSTION") mistake.message = TOO_DEEP;
  const add = (code: ErrorCode, words: string, offset = 0) => {
    document.errors.push(mistakeAt(lineCounter.linePos(offset), { code, words, offset }));
    return visit.BREAK;
  };
  visit(document, {
    Alias(_key, { source, range }, path) {
      const isInside = path.some((node) => isCollection(node) && node.anchor === source);
      return isInside
        ? add("BAD_ALIAS", `The alias ${source.slice(0, 50)} refers to itself`, range?.[0])
        : undefined;
    },
    Map(_key, map) {
      if (uniqueKeys !== true) return undefined;
      const seen = new Set<unknown>();
      for (const { key } of map.items) {
        if (!isScalar(key)) continue;
        if (seen.has(key.value)) return add("DUPLICATE_KEY", "Map keys must be unique", key.range?.[0]);
        seen.add(key.value);
      }
      return undefined;
    },
  });
  return document;
}

const TOO_DEEP = "The text is nested too deep";

interface Mistake {
  readonly code: ErrorCode;
  readonly words: string;
  readonly offset: number;
}

function mistakeAt(place: { line: number; col: number }, { code, words, offset }: Mistake): YAMLParseError {
  const at = `${words} at line ${place.line}, column ${place.col}`;
  return Object.assign(new YAMLParseError([offset, offset + 1], code, at), {
    linePos: [place],
  });
}
