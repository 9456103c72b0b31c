import type { paths } from "./api-types.ts";

type Method = "get" | "post" | "put" | "patch" | "delete";

/** The routes that answer a method. */
export type PathOf<M extends Method> = {
  [Path in keyof paths]: M extends keyof paths[Path] ? Path : never;
}[keyof paths];

type Operation<M extends Method, Path extends keyof paths> = paths[Path] extends {
  [Name in M]: infer Found;
}
  ? Found
  : never;

/** The JSON that a route answers with. */
export type Answer<M extends Method, Path extends keyof paths> =
  Operation<M, Path> extends { responses: { 200: { content: { "application/json": infer Data } } } }
    ? Read<Data>
    : never;

// The document calls a field optional if it may contain any JSON. It reads as `unknown`, absent or not.
type Read<Data> = Data extends readonly (infer Item)[]
  ? Read<Item>[]
  : Data extends object
    ? { [Name in keyof Data as unknown extends Data[Name] ? never : Name]: Read<Data[Name]> } & {
        [Name in keyof Data as unknown extends Data[Name] ? Name : never]-?: unknown;
      }
    : Data;

/** One item of a list. */
export type ItemOf<Path extends keyof paths> =
  Answer<"get", Path> extends readonly (infer Item)[] ? Item : never;

/** Lists that come in pages and whose path has no parameters. */
export type ListPath = {
  [Path in PathOf<"get">]: Answer<"get", Path> extends readonly unknown[]
    ? QueryOf<"get", Path> extends { cursor?: unknown }
      ? [ParamsOf<"get", Path>] extends [never]
        ? Path
        : never
      : never
    : never;
}[PathOf<"get">];

type ParamsOf<M extends Method, Path extends keyof paths> =
  Operation<M, Path> extends { parameters: { path: infer Params } } ? Params : never;

/** The query of a route. An optional field that is `undefined` is left out. */
export type QueryOf<M extends Method, Path extends keyof paths> =
  Operation<M, Path> extends { parameters: infer Parameters }
    ? "query" extends keyof Parameters
      ? Parameters extends { query?: infer Query }
        ? Loose<Query>
        : never
      : never
    : never;

type BodyOf<M extends Method, Path extends keyof paths> = "requestBody" extends keyof Operation<M, Path>
  ? Operation<M, Path> extends { requestBody?: { content: { "application/json": infer Body } } }
    ? Loose<Body>
    : never
  : never;

type Loose<Fields> = {
  [Name in keyof Fields]: Record<never, never> extends Pick<Fields, Name>
    ? Fields[Name] | undefined
    : Fields[Name];
};

type Field<Name extends string, Value> = [Value] extends [never]
  ? { readonly [Key in Name]?: undefined }
  : Record<never, never> extends Value
    ? { readonly [Key in Name]?: Value }
    : { readonly [Key in Name]: Value };

/** The options of a request: path parameters, query and body. */
export type CallOptions<M extends Method, Path extends keyof paths> = Field<"params", ParamsOf<M, Path>> &
  Field<"query", QueryOf<M, Path>> &
  Field<"body", BodyOf<M, Path>>;

/** The same as the last argument, which is optional if nothing in it is required. */
export type CallArguments<M extends Method, Path extends keyof paths> =
  Record<never, never> extends CallOptions<M, Path>
    ? [options?: CallOptions<M, Path>]
    : [options: CallOptions<M, Path>];

interface Parts {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, unknown>>;
  readonly body?: unknown;
}

/** The parameters, query and body of a request to any route. */
export function partsOf(options: unknown): Parts {
  // Each call is checked against its route; the sender treats all routes alike.
  return (options ?? {}) as Parts;
}

/** The URL of a route with its parameters and its query. */
export function addressOfCall(path: string, { params = {}, query = {} }: Parts): string {
  const filled = path.replaceAll(/\{(\w+)\}/g, (_whole, name: string) =>
    encodeURIComponent(params[name] ?? ""),
  );
  const given = Object.entries(query).flatMap(([name, value]) =>
    value === undefined || value === "" ? [] : [[name, String(value)]],
  );
  return given.length === 0 ? filled : `${filled}?${new URLSearchParams(given)}`;
}
