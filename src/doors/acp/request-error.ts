import { RequestError } from "@agentclientprotocol/sdk";
import { DejimaError } from "../../contract/error.ts";

/** An error as a JSON-RPC error, with our message, and our code in its data. */
function requestError(error: DejimaError): RequestError {
  const data = { code: error.code };
  return new RequestError(CODES[error.code] ?? INTERNAL, error.message, data);
}

const INTERNAL = -32603;
const CODES: Readonly<Partial<Record<DejimaError["code"], number>>> = {
  not_found: -32002,
  invalid_input: -32602,
  too_large: -32602,
  conflict: -32600,
  limit_exceeded: -32600,
};

/** Wraps a handler so that our errors become protocol errors. */
export function answering<Context, Response>(
  handle: (context: Context) => Promise<Response>,
): (context: Context) => Promise<Response> {
  return async (context) => {
    try {
      return await handle(context);
    } catch (error) {
      throw error instanceof DejimaError ? requestError(error) : error;
    }
  };
}
