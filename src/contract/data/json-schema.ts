/** A JSON Schema document. Its keywords are not typed, because a foreign schema may contain any. */
export type JsonSchema = { readonly [keyword: string]: unknown };
