/** What a model wants to read before a request and before a document. */
interface Prefixes {
  readonly query: string;
  readonly document: string;
}

/** The families that were trained with such words, by how their names begin, after a publisher's. */
const FAMILIES: readonly (readonly [name: RegExp, prefixes: Prefixes])[] = [
  [/^nomic-embed/, { query: "search_query: ", document: "search_document: " }],
  [/^(?:multilingual-)?e5-(?!.*instruct)/, { query: "query: ", document: "passage: " }],
  [
    /^(?:mxbai-embed|snowflake-arctic-embed|bge-(?:small|base|large)-en)/,
    { query: "Represent this sentence for searching relevant passages: ", document: "" },
  ],
  [/^bge-(?:small|base|large)-zh/, { query: "为这个句子生成表示以用于检索相关文章：", document: "" }],
  [
    /^qwen3-embedding|^(?:multilingual-)?e5-.*instruct/,
    { query: "Instruct: Given a request, find the tools that serve it\nQuery: ", document: "" },
  ],
  [/^embeddinggemma/, { query: "task: search result | query: ", document: "title: none | text: " }],
];

/** The prefixes a model is known to want; none for others. */
export function knownPrefixes(model: string): Prefixes {
  const name = model.toLowerCase().replace(/^.*\//, "");
  return FAMILIES.find(([family]) => family.test(name))?.[1] ?? { query: "", document: "" };
}
