/** A JSON Schema document. Its keywords are not typed: what comes from outside may hold any. */
export type JsonSchema = { readonly [keyword: string]: unknown };
