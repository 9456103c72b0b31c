import { query } from "json-p3";

/** What to look for in which data. */
export interface QueryJob {
  readonly path: string;
  readonly data: unknown;
  readonly limit: number;
}

/** The values found and where each stood, as many as were asked for, and how many there are. */
export interface Selection {
  readonly values: readonly unknown[];
  readonly paths: readonly string[];
  readonly total: number;
}

/** Evaluates a JSONPath query. Throws when it is none. */
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
