import { parse, YAMLParseError } from "yaml";
import { z } from "zod";
import { DejimaError } from "../../contract/error.ts";
import type { JsonSchema } from "../../contract/json-schema.ts";
import { measureJson } from "../../support/plain-json.ts";
import { thrownText } from "../../support/thrown-text.ts";

const MAX_STEPS = 16;

/** Where a value of the input goes in the request. */
export interface Parameter {
  readonly name: string;
  readonly in: "path" | "query" | "header";
  readonly required: boolean;
  readonly description: string;
  readonly schema: JsonSchema;
  readonly style: string;
  readonly explode: boolean;
}

/** One thing that the API does. */
export interface Operation {
  readonly id: string;
  readonly method: string;
  readonly path: string;
  readonly summary: string;
  readonly description: string;
  readonly parameters: readonly Parameter[];
  readonly body?: { readonly type: string; readonly required: boolean; readonly schema: JsonSchema };
}

/** An OpenAPI document, as far as tools are made from it. */
export interface ApiDocument {
  readonly title: string;
  /** Where the API is, as the document says; may be relative. */
  readonly server: string | undefined;
  readonly operations: readonly Operation[];
  /** The document's named schemas, which those of the operations refer to. */
  readonly schemas: Readonly<Record<string, JsonSchema>>;
}

const METHODS = ["get", "head", "post", "put", "patch", "delete", "options"] as const;
const PLACES = ["path", "query", "header"] as const;
/** Bodies that can be made from data, the best first. */
const BODY_TYPES = ["application/json", "application/x-www-form-urlencoded", "text/plain"];

const record = z.record(z.string(), z.unknown());
const documentSchema = z.looseObject({
  openapi: z.string(),
  info: z.looseObject({ title: z.string().default("") }).prefault({}),
  servers: z
    .array(z.looseObject({ url: z.string(), variables: z.record(z.string(), record).optional() }))
    .default([]),
  paths: z.record(z.string(), record).default({}),
  components: z.looseObject({ schemas: record.default({}) }).prefault({}),
});
const operationSchema = z.looseObject({
  operationId: z.string().optional(),
  summary: z.string().default(""),
  description: z.string().default(""),
  parameters: z.array(z.unknown()).default([]),
  requestBody: z.unknown().optional(),
});
const parameterSchema = z.looseObject({
  name: z.string(),
  in: z.string(),
  required: z.boolean().default(false),
  description: z.string().default(""),
  schema: record.default({}),
  style: z.string().optional(),
  explode: z.boolean().optional(),
});
const bodySchema = z.looseObject({
  required: z.boolean().default(false),
  content: z.record(z.string(), z.looseObject({ schema: record.default({}) })).default({}),
});

/** Reads an OpenAPI 3 document, JSON or YAML. `label` names it in errors. */
export function readDocument(text: string, label: string): ApiDocument {
  const raw = parsed(text, label);
  const shape = documentSchema.safeParse(raw);
  if (!shape.success || !shape.data.openapi.startsWith("3."))
    throw refused(
      label,
      "it is no OpenAPI 3 document (a Swagger 2 one can be converted, e.g. by swagger2openapi)",
    );
  const { info, servers, paths, components } = shape.data;
  const resolve = createResolver(raw);
  const operations = Object.entries(paths).flatMap(([path, item]) =>
    METHODS.flatMap((method) => {
      const given = item[method];
      if (given === undefined) return [];
      const operation = operationSchema.safeParse(given);
      if (!operation.success)
        throw refused(label, `${method.toUpperCase()} ${path} is not described as OpenAPI does`);
      return [readOperation({ method, path, shared: item.parameters, ...operation.data }, resolve)];
    }),
  );
  if (operations.length === 0) throw refused(label, "it describes no operation");
  return {
    title: info.title,
    server: serverOf(servers[0]),
    operations,
    schemas: components.schemas as Record<string, JsonSchema>, // checked again, one by one, where they are used
  };
}

function readOperation(
  {
    method,
    path,
    shared,
    operationId,
    ...given
  }: z.output<typeof operationSchema> & {
    method: string;
    path: string;
    shared: unknown;
  },
  resolve: (value: unknown) => unknown,
): Operation {
  const all = [...(Array.isArray(shared) ? shared : []), ...given.parameters].flatMap((value) => {
    const { success, data } = parameterSchema.safeParse(resolve(value));
    return success && isPlace(data.in) ? [{ ...data, in: data.in }] : [];
  });
  // An operation's own parameter takes the place of the shared one.
  const parameters = [...new Map(all.map((one) => [`${one.in} ${one.name}`, one])).values()].map(settled);
  const body = bodySchema.safeParse(resolve(given.requestBody));
  const type = body.success
    ? BODY_TYPES.find((known) => contentOf(body.data.content, known) !== undefined)
    : undefined;
  const { summary, description } = given;
  return {
    id: operationId ?? `${method} ${path}`,
    method: method.toUpperCase(),
    path,
    summary,
    description,
    parameters,
    ...(body.success && type !== undefined
      ? { body: { type, required: body.data.required, schema: contentOf(body.data.content, type) ?? {} } }
      : {}),
  };
}

function settled(given: z.output<typeof parameterSchema> & { in: Parameter["in"] }): Parameter {
  const style = given.style ?? (given.in === "query" ? "form" : "simple");
  return {
    name: given.name,
    in: given.in,
    required: given.required || given.in === "path",
    description: given.description,
    schema: given.schema as JsonSchema,
    style,
    explode: given.explode ?? style === "form",
  };
}

function contentOf(
  content: Readonly<Record<string, { schema: object }>>,
  type: string,
): JsonSchema | undefined {
  const key = Object.keys(content).find((name) => name.split(";")[0]?.trim().toLowerCase() === type);
  return key === undefined ? undefined : (content[key]?.schema as JsonSchema);
}

function serverOf(
  server: z.output<typeof documentSchema>["servers"][number] | undefined,
): string | undefined {
  return server?.url.replace(/\{([^{}]+)\}/g, (_, name: string) =>
    String(server.variables?.[name]?.default ?? ""),
  );
}

function isPlace(text: string): text is Parameter["in"] {
  return (PLACES as readonly string[]).includes(text);
}

function parsed(text: string, label: string): unknown {
  let document: unknown;
  try {
    document = parse(text, { maxAliasCount: 100 });
  } catch (cause) {
    if (cause instanceof YAMLParseError && cause.code === "RESOURCE_EXHAUSTION")
      throw refused(label, TOO_DEEP);
    const [line = ""] = thrownText(cause).split("\n");
    throw refused(label, `it is neither JSON nor YAML: ${line.slice(0, 300)}`);
  }
  const { fault } = measureJson(document, BOUNDS);
  if (fault === undefined) return document;
  if (fault.kind === "depth") throw refused(label, TOO_DEEP);
  throw refused(label, `${fault.path.slice(0, 200)} ${fault.problem}`);
}

const MAX_DEPTH = 200;
const BOUNDS = { maxDepth: MAX_DEPTH, maxSize: Number.POSITIVE_INFINITY };
const TOO_DEEP = `it is nested deeper than ${MAX_DEPTH} levels, which no API needs`;

function refused(label: string, why: string): DejimaError {
  return new DejimaError("invalid_input", `Cannot make tools from "${label}": ${why}`, { document: label });
}

/** Follows `$ref`s inside one document; what leads outside, nowhere or in a circle is nothing. */
function createResolver(document: unknown): (value: unknown) => unknown {
  return (value) => {
    let current = value;
    for (let step = 0; step < MAX_STEPS; step++) {
      const reference = referenceOf(current);
      if (reference === undefined) return current;
      current = pick(document, reference);
    }
    return undefined;
  };
}

function referenceOf(value: unknown): string | undefined {
  if (typeof value !== "object" || value === null || !("$ref" in value)) return undefined;
  return typeof value.$ref === "string" ? value.$ref : "";
}

function pick(document: unknown, reference: string): unknown {
  if (!reference.startsWith("#/")) return undefined;
  let current = document;
  for (const part of reference.slice(2).split("/")) {
    const key = decodeURIComponent(part).replaceAll("~1", "/").replaceAll("~0", "~");
    if (typeof current !== "object" || current === null || !Object.hasOwn(current, key)) return undefined;
    current = (current as Record<string, unknown>)[key];
  }
  return current;
}
