import { z } from "zod";

/** The MCP extension for interfaces, by the protocol's own name. */
export const UI_EXTENSION = "io.modelcontextprotocol/ui";

/** The media type of an interface's page. */
export const UI_MEDIA_TYPE = "text/html;profile=mcp-app";

/** The URI scheme of interfaces. */
export const UI_SCHEME = "ui://";

/** The key in a tool's definition for the pin of its interface. Only we write it. */
export const INTERFACE_KEY = "dejima/interface";

/** The older key for the URI of an interface. */
const OLD_KEY = "ui/resourceUri";

/**
 * The pin of an interface when the server described itself: a hash of its page and its requests, or why it
 * cannot be shown.
 */
const interfacePinSchema = z.union([
  z.object({ sha256: z.string(), characters: z.int() }),
  z.object({ problem: z.string() }),
]);

export type InterfacePin = z.infer<typeof interfacePinSchema>;

/** Who may call a tool: the model, the interface of its own server, or both. */
type Audience = "model" | "app";

interface WithMeta {
  readonly _meta?: Readonly<Record<string, unknown>> | undefined;
}

const uiSchema = z.looseObject({
  resourceUri: z.string().optional().catch(undefined),
  visibility: z.array(z.string()).optional().catch(undefined),
});

/** The URI of a tool's interface. `undefined` for a tool without one. */
export function interfaceUri({ _meta = {} }: WithMeta): string | undefined {
  const found = uiSchema.safeParse(_meta.ui);
  const uri = (found.success ? found.data.resourceUri : undefined) ?? _meta[OLD_KEY];
  return typeof uri === "string" && uri.startsWith(UI_SCHEME) && uri.length <= 2_000 ? uri : undefined;
}

/** Whether a tool may be called by the model, or by an interface. Default: both. */
export function mayCall({ _meta = {} }: WithMeta, who: Audience): boolean {
  const found = uiSchema.safeParse(_meta.ui);
  const visibility = found.success ? found.data.visibility : undefined;
  return visibility === undefined || visibility.includes(who);
}

/**
 * The pin of a tool's interface. `undefined` for a tool without one, and for one that was described before
 * pins existed.
 */
export function interfacePin({ _meta = {} }: WithMeta): InterfacePin | undefined {
  const found = interfacePinSchema.safeParse(_meta[INTERFACE_KEY]);
  return found.success ? found.data : undefined;
}

/**
 * The part of a definition about its interface. `undefined` if there is none, so that its hash stays the
 * same.
 */
export function interfaceParts({ _meta = {} }: WithMeta): object | undefined {
  const { ui, [OLD_KEY]: old, [INTERFACE_KEY]: pin } = _meta;
  return ui === undefined && old === undefined ? undefined : { ui, old, pin };
}
