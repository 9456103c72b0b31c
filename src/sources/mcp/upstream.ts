import type {
  CompleteRequestParams,
  CompleteResult,
  GetPromptResult,
  Prompt,
  ReadResourceResult,
  Resource,
  ResourceTemplateType,
  ServerCapabilities,
} from "@modelcontextprotocol/client";
import { defined } from "../../support/defined.ts";
import type { RequestTools, ServerConnection } from "./connection/server-connection.ts";
import type { ServerRequest } from "./connection/server-request.ts";
import {
  type AgreedInterface,
  agreedInterface,
  refuseChangedInterface,
} from "./interface/agreed-interface.ts";
import { interfaceUri } from "./interface/interface-meta.ts";
import type { Pin } from "./pin.ts";
import { sendsNothing } from "./tool/server-effects.ts";

/** The caller of a request: its cancellation, its answers and its progress. */
type UpstreamCaller = Pick<ServerRequest, "signal" | "user" | "dialogue" | "onProgress">;

/** What a server offers besides its tools, for doors that pass it on. Names and shapes are the protocol's. */
export interface Upstream {
  readonly server: string;
  /** Whether its input can leave this machine, according to its containment and its user. */
  readonly sends: boolean;
  /** The server's last known capabilities. `undefined` for one that was never started. Starts none. */
  capabilities(): ServerCapabilities;
  /** All of them, over all pages. Empty if the server does not offer them. */
  resources(caller?: UpstreamCaller): Promise<Resource[]>;
  resourceTemplates(caller?: UpstreamCaller): Promise<ResourceTemplateType[]>;
  prompts(caller?: UpstreamCaller): Promise<Prompt[]>;
  /** Refuses an interface that is not the accepted one. */
  readResource(uri: string, caller?: UpstreamCaller): Promise<ReadResourceResult>;
  /** Whether one of its tools has an interface. Starts nothing. */
  hasInterface(tool: string): boolean;
  /** The interface of one of its tools, by the server's name for it. `undefined` for a tool without one. */
  interfaceOf(tool: string, caller?: UpstreamCaller): Promise<AgreedInterface | undefined>;
  getPrompt(
    name: string,
    caller?: UpstreamCaller & { readonly arguments?: Record<string, string> },
  ): Promise<GetPromptResult>;
  complete(
    params: Pick<CompleteRequestParams, "ref" | "argument" | "context">,
    caller?: UpstreamCaller,
  ): Promise<CompleteResult>;
  /** Reports changes of a resource to the source's `onNotice`. Returns a function that unsubscribes. */
  watch(uri: string): Promise<() => Promise<void>>;
}

/** The port of one server. `pin` is its accepted description. */
export function upstreamOf(connection: ServerConnection, pin: () => Pin | undefined): Upstream {
  const { settings, request, watch } = connection;
  const capabilities = () => pin()?.agreed.capabilities ?? {};
  const ask = <Result>(
    purpose: string,
    { signal, user, dialogue, onProgress }: UpstreamCaller,
    work: (tools: RequestTools) => Promise<Result>,
    lists = false,
  ) =>
    request({ purpose, repeatable: true, lists, signal, user, dialogue, ...defined({ onProgress }) }, work);
  const list = <Result>(
    what: string,
    caller: UpstreamCaller,
    work: (tools: RequestTools) => Promise<Result>,
  ) => ask(`list the ${what}`, caller, work, true);
  async function readResource(uri: string, caller: UpstreamCaller = {}): Promise<ReadResourceResult> {
    const result = await ask(`read "${uri}"`, caller, ({ client, options, meta }) =>
      client.readResource({ uri, ...meta }, options),
    );
    refuseChangedInterface(uri, result, { server: settings.name, pin: pin() });
    return result;
  }

  return {
    server: settings.name,
    sends: !sendsNothing(settings),
    capabilities,
    watch,
    resources: (caller = {}) =>
      list("resources", caller, async ({ client, options }) =>
        client.getServerCapabilities()?.resources === undefined
          ? []
          : (await client.listResources(undefined, options)).resources,
      ),
    resourceTemplates: (caller = {}) =>
      list("resource templates", caller, async ({ client, options }) =>
        client.getServerCapabilities()?.resources === undefined
          ? []
          : (await client.listResourceTemplates(undefined, options)).resourceTemplates,
      ),
    prompts: (caller = {}) =>
      list("prompts", caller, async ({ client, options }) =>
        client.getServerCapabilities()?.prompts === undefined
          ? []
          : (await client.listPrompts(undefined, options)).prompts,
      ),
    readResource,
    hasInterface(tool) {
      const definition = pin()?.agreed.tools.find(({ name }) => name === tool);
      return definition !== undefined && interfaceUri(definition) !== undefined;
    },
    interfaceOf: (tool, caller) =>
      agreedInterface(tool, { settings, pin: pin() }, (uri) => readResource(uri, caller)),
    getPrompt: (name, { arguments: input = {}, ...caller } = {}) =>
      ask(`get the prompt "${name}"`, caller, ({ client, options, meta }) =>
        client.getPrompt({ name, arguments: input, ...meta }, options),
      ),
    complete: (params, caller = {}) =>
      ask("complete an argument", caller, ({ client, options }) => client.complete(params, options)),
  };
}
