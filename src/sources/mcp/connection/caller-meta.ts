import type { Client } from "@modelcontextprotocol/client";
import type { Dialogue } from "../../../contract/dialogue.ts";

// The protocol's own names. Its library is loaded only once there is a server to talk to.
const CAPABILITIES_KEY = "io.modelcontextprotocol/clientCapabilities";
const LOG_LEVEL_KEY = "io.modelcontextprotocol/logLevel";

/**
 * What a request of the newer protocol says of its caller: exactly what he can answer, so that the server asks nothing else. The
 * older protocol says this once, for all callers.
 */
export function callerMeta(
  client: Client,
  dialogue: Dialogue | undefined,
): { readonly _meta?: Record<string, unknown> } {
  if (client.getProtocolEra() !== "modern") return {};
  const { logLevel } = dialogue ?? {};
  return {
    _meta: {
      [CAPABILITIES_KEY]: capabilitiesOf(dialogue),
      ...(logLevel === undefined ? {} : { [LOG_LEVEL_KEY]: logLevel }),
    },
  };
}

/** Folders are always known: where the caller names none, they are those declared for the server. */
function capabilitiesOf(dialogue: Dialogue | undefined): object {
  if (dialogue?.capabilities !== undefined) return dialogue.capabilities;
  return {
    roots: {},
    ...(dialogue?.can("elicitation/create") === true ? { elicitation: { form: {} } } : {}),
    ...(dialogue?.can("sampling/createMessage") === true ? { sampling: {} } : {}),
  };
}
