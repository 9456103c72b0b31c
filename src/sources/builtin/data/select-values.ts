import { query } from "json-p3";

/** A JSONPath query and the data to search. */
export interface QueryJob {
  readonly path: string;
  readonly data: unknown;
  readonly limit: number;
}

/** The values found with their paths, up to the limit, and how many there are in all. */
export interface Selection {
  readonly values: readonly unknown[];
  readonly paths: readonly string[];
  readonly total: number;
}

/** Evaluates a JSONPath query. Throws if the text is not one. */
export function selectValues({ path, data, limit }: QueryJob): Selection {
  // The library types its input as JSON; the input was checked to be JSON data before the tool ran.
  const nodes = [...query(path, data as never)];
  const found = nodes.slice(0, limit);
  return {
    values: found.map(({ value }) => value),
    paths: found.map((node) => node.path),
    total: nodes.length,
  };
}
