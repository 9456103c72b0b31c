import type { CallToolResult, Client } from "@modelcontextprotocol/client";
import { DejimaError } from "../../../contract/error.ts";
import type { QuickOptions, QuickRequests } from "../wire/quick-requests.ts";
import type { SessionOptions } from "./open-session.ts";

interface QuickCallOptions extends QuickOptions {
  readonly client: Client;
  readonly identity: SessionOptions["identity"];
}

interface CallParams {
  readonly name: string;
  readonly _meta?: Record<string, unknown>;
}

// The protocol's own names; its library is loaded only once there is a server to talk to.
const VERSION_KEY = "io.modelcontextprotocol/protocolVersion";
const INFO_KEY = "io.modelcontextprotocol/clientInfo";

/** Calls a tool past the SDK. A request of the newer protocol says each time who it is from and what it speaks. */
export async function quickCall(
  quick: QuickRequests,
  params: CallParams,
  { client, identity, ...options }: QuickCallOptions,
): Promise<CallToolResult> {
  const modern = client.getProtocolEra() === "modern";
  const about = { [VERSION_KEY]: client.getNegotiatedProtocolVersion(), [INFO_KEY]: identity };
  const whole = modern ? { ...params, _meta: { ...params._meta, ...about } } : params;
  const result = await quick.request("tools/call", whole, options);
  if (isResult(result)) return result;
  throw new DejimaError("server_unavailable", `"${params.name}" answered with something that is no result`);
}

/** As much of the shape as anything here relies on. What needs more input is looked at where it is answered. */
function isResult(value: unknown): value is CallToolResult {
  if (typeof value !== "object" || value === null) return false;
  const { content, resultType, _meta } = value as {
    content?: unknown;
    resultType?: unknown;
    _meta?: unknown;
  };
  if (_meta !== undefined && (typeof _meta !== "object" || _meta === null)) return false;
  if (resultType === "input_required") return true;
  return content === undefined || (Array.isArray(content) && content.every(isBlock));
}

function isBlock(block: unknown): boolean {
  if (typeof block !== "object" || block === null) return false;
  const { type, text } = block as { type?: unknown; text?: unknown };
  return typeof type === "string" && (type !== "text" || typeof text === "string");
}
