import { RequestError } from "@agentclientprotocol/sdk";
import { DejimaError } from "../../contract/error.ts";

/** An error as the protocol knows it: with the code of JSON-RPC, our words, and our code in its data. */
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

/** A handler whose errors of ours become errors of the protocol. */
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
