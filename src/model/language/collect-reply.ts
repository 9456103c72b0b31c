import { DejimaError } from "../../contract/error.ts";
import type { EndReason, ModelCall, ModelPart, Usage } from "./language-model.ts";

/** A whole reply. */
interface ModelReply {
  readonly text: string;
  readonly calls: readonly ModelCall[];
  readonly usage: Usage;
  readonly reason: EndReason;
}

export const NO_USAGE: Usage = { inputTokens: 0, outputTokens: 0, cachedTokens: 0 };

/** Gathers a stream into a reply; `onPart` hears each part as it comes. A stream that was cut is an error. */
export async function collectReply(
  parts: AsyncIterable<ModelPart>,
  onPart: (part: ModelPart) => void = () => {},
): Promise<ModelReply> {
  let text = "";
  let usage = NO_USAGE;
  let reason: EndReason | undefined;
  const calls: ModelCall[] = [];
  for await (const part of parts) {
    if (part.type === "text-delta") text += part.text;
    else if (part.type === "tool-call") calls.push(part.call);
    else if (part.type === "usage") usage = part.usage;
    else if (part.type === "end") reason = part.reason;
    else if (part.type === "retry") {
      text = "";
      calls.length = 0;
    }
    onPart(part);
  }
  if (reason === undefined) {
    throw new DejimaError("server_unavailable", "Cannot use the model's reply: it broke off before its end", {
      retry: true,
    });
  }
  return { text, calls, usage, reason };
}

/** Adds up what two replies have used. */
export function addUsage(a: Usage, b: Usage): Usage {
  return {
    inputTokens: a.inputTokens + b.inputTokens,
    outputTokens: a.outputTokens + b.outputTokens,
    cachedTokens: a.cachedTokens + b.cachedTokens,
  };
}
