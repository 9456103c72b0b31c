import type { LanguageModelV4StreamPart } from "@ai-sdk/provider";
import { DejimaError } from "../../contract/error.ts";

/** The most bytes of a reply: some 150,000 tokens, each sent in a message of its own. */
const MAX_REPLY_BYTES = 64 << 20;

/** The most characters of a reply, with all that the model thinks and writes into calls: several times what models write at most. */
const MAX_REPLY_CHARACTERS = 4 << 20;

/** The most calls of one reply. */
const MAX_REPLY_CALLS = 128;

/** Sends a request to this address alone: whoever answers with a redirection would get the key, too. The answer is cut when it gets too long. */
export const fetchOnlyThere: typeof fetch = async (input, init) => {
  const response = await fetch(input, { ...init, redirect: "error" });
  if (response.body === null) return response;
  let bytes = 0;
  const counted = new TransformStream<Uint8Array, Uint8Array>({
    transform(piece, controller) {
      bytes += piece.byteLength;
      if (bytes > MAX_REPLY_BYTES) controller.error(tooLong(`${MAX_REPLY_BYTES >> 20} MB`));
      else controller.enqueue(piece);
    },
  });
  const { status, statusText, headers } = response;
  return new Response(response.body.pipeThrough(counted), { status, statusText, headers });
};

/** Passes on the parts of a reply, as long as they are no more than a model can mean. */
export async function* boundedReply(
  parts: AsyncIterable<LanguageModelV4StreamPart>,
): AsyncGenerator<LanguageModelV4StreamPart> {
  let characters = 0;
  let calls = 0;
  for await (const part of parts) {
    if ("delta" in part) characters += part.delta.length;
    if (part.type === "tool-call") calls++;
    if (characters > MAX_REPLY_CHARACTERS) throw tooLong(`${MAX_REPLY_CHARACTERS} characters`);
    if (calls > MAX_REPLY_CALLS) throw tooLong(`${MAX_REPLY_CALLS} calls`);
    yield part;
  }
}

function tooLong(limit: string): DejimaError {
  return new DejimaError("server_unavailable", `Cannot use the model's reply: it is longer than ${limit}`, {
    retry: false,
  });
}
