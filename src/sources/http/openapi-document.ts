import { YAMLParseError } from "yaml";
import { z } from "zod";
import type { JsonSchema } from "../../contract/data/json-schema.ts";
import { DejimaError } from "../../contract/error.ts";
import { measureJson } from "../../support/json.ts";
import { thrownText } from "../../support/thrown-text.ts";
import { yamlData } from "../../support/yaml-data.ts";
import { isRecord } from "../../text/record.ts";
import { visibleLine } from "../../text/visible-text.ts";

/** A parameter: a value of the input and its place in the request. */
export interface Parameter {
  readonly name: string;
  readonly in: "path" | "query" | "header";
  readonly required: boolean;
  readonly description: string;
  readonly schema: JsonSchema;
  readonly style: string;
  readonly explode: boolean;
}

/** One operation of an API. */
export interface Operation {
  readonly id: string;
  readonly method: string;
  readonly path: string;
  readonly summary: string;
  readonly description: string;
  readonly parameters: readonly Parameter[];
  readonly body?: { readonly type: string; readonly required: boolean; readonly schema: JsonSchema };
}

/** The parts of an OpenAPI document that tools are made from. */
export interface ApiDocument {
  readonly title: string;
  /** The address of the API in the document; may be relative. */
  readonly server: string | undefined;
  readonly operations: readonly Operation[];
  /** The named schemas that the operations refer to. */
  readonly schemas: Readonly<Record<string, JsonSchema>>;
}

const METHODS = ["get", "head", "post", "put", "patch", "delete", "options"] as const;

const PLACES = ["path", "query", "header"] as const;

/** Body types that can be made from data, the preferred one first. */
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
      "it is not an OpenAPI 3 document (convert a Swagger 2 one, for example with swagger2openapi)",
    );
  const { info, servers, paths, components } = shape.data;
  const resolve = createResolver(raw);
  const operations = Object.entries(paths).flatMap(([path, item]) =>
    METHODS.flatMap((method) => {
      const rawOperation = item[method];
      if (rawOperation === undefined) return [];
      const operation = operationSchema.safeParse(rawOperation);
      if (!operation.success)
        throw refused(
          label,
          `${method.toUpperCase()} ${visibleLine(path.slice(0, 200))} is not a valid OpenAPI operation`,
        );
      return [readOperation({ method, path, shared: item.parameters, ...operation.data }, resolve)];
    }),
  );
  if (operations.length === 0) throw refused(label, "it describes no operation");
  return {
    title: info.title,
    server: serverOf(servers[0]),
    operations,
    schemas: onlySchemas(components.schemas),
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
  // A parameter of the operation replaces a shared one of the same name.
  const parameters = [...new Map(all.map((one) => [`${one.in} ${one.name}`, one])).values()].map(toParameter);
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

function toParameter(parameter: z.output<typeof parameterSchema> & { in: Parameter["in"] }): Parameter {
  const style = parameter.style ?? (parameter.in === "query" ? "form" : "simple");
  return {
    name: parameter.name,
    in: parameter.in,
    required: parameter.required || parameter.in === "path",
    description: parameter.description,
    schema: parameter.schema,
    style,
    explode: parameter.explode ?? style === "form",
  };
}

function contentOf(
  content: Readonly<Record<string, { schema: JsonSchema }>>,
  type: string,
): JsonSchema | undefined {
  const key = Object.keys(content).find((name) => name.split(";")[0]?.trim().toLowerCase() === type);
  return key === undefined ? undefined : content[key]?.schema;
}

function isPlace(text: string): text is Parameter["in"] {
  return PLACES.some((place) => place === text);
}

function onlySchemas(schemas: Readonly<Record<string, unknown>>): Record<string, JsonSchema> {
  return Object.fromEntries(
    Object.entries(schemas).flatMap(([name, schema]) => (isRecord(schema) ? [[name, schema]] : [])),
  );
}

function serverOf(
  server: z.output<typeof documentSchema>["servers"][number] | undefined,
): string | undefined {
  return server?.url.replace(/\{([^{}]+)\}/g, (_, name: string) =>
    String(server.variables?.[name]?.default ?? ""),
  );
}

const MAX_DEPTH = 200;

const BOUNDS = { maxDepth: MAX_DEPTH, maxSize: Number.POSITIVE_INFINITY };

const TOO_DEEP = `it is nested deeper than ${MAX_DEPTH} levels, which no API needs`;

function parsed(text: string, label: string): unknown {
  let document: unknown;
  try {
    document = yamlData(text);
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

function refused(label: string, why: string): DejimaError {
  return new DejimaError("invalid_input", `Cannot make tools from "${label}": ${why}`, { document: label });
}

const MAX_STEPS = 16;

/** Follows `$ref`s inside a document. Returns `undefined` for one that leads outside, nowhere or in a circle. */
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
    const key = decodePointerPart(part);
    if (key === undefined || typeof current !== "object" || current === null) return undefined;
    current = Object.getOwnPropertyDescriptor(current, key)?.value;
  }
  return current;
}

/** Decodes one part of a JSON pointer in a `$ref`. Returns `undefined` if its escapes are not valid. */
export function decodePointerPart(part: string): string | undefined {
  try {
    return decodeURIComponent(part).replaceAll("~1", "/").replaceAll("~0", "~");
  } catch {
    return undefined;
  }
}
