import { oneLine } from "../../../text/one-line.ts";

const EVENT_END = /\r\n\r\n|\n\n|\r\r/g;
const LONGEST_END = 4;
/** Larger events are not checked: reading them twice would cost too much. */
const MAX_CHECKED = 64_000;
const MAX_SHOWN = 200;

/**
 * Watches an event stream for messages that are not JSON. The SDK drops them, and the request would wait for its timeout. Takes
 * the stream piece by piece; returns the beginning of a broken message.
 */
export function createEventCheck(): (piece: Uint8Array) => string | undefined {
  const decoder = new TextDecoder();
  let buffered = "";
  let isLarge = false;
  return (piece) => {
    // The earlier text contains no end, but may contain its first part.
    EVENT_END.lastIndex = Math.max(0, buffered.length - LONGEST_END);
    buffered += decoder.decode(piece, { stream: true });
    let broken: string | undefined;
    let from = 0;
    for (let end = EVENT_END.exec(buffered); end !== null; end = EVENT_END.exec(buffered)) {
      if (!isLarge) broken ??= brokenMessage(buffered.slice(from, end.index));
      from = EVENT_END.lastIndex;
      isLarge = false;
    }
    buffered = buffered.slice(from);
    if (buffered.length > MAX_CHECKED) {
      buffered = buffered.slice(-LONGEST_END);
      isLarge = true;
    }
    return broken;
  };
}

/** The data of an event that should be a message and is not JSON. */
function brokenMessage(event: string): string | undefined {
  const fields = event.split(/\r\n|\n|\r/).map((line) => /^(event|data)(?:: ?|$)(.*)$/.exec(line));
  const valuesOf = (name: string) => fields.flatMap((field) => (field?.[1] === name ? [field[2] ?? ""] : []));
  const data = valuesOf("data").join("\n");
  if (data === "" || !/^(?:message)?$/.test(valuesOf("event").at(-1) ?? "")) return undefined;
  try {
    JSON.parse(data);
    return undefined;
  } catch {
    return oneLine(data.slice(0, MAX_SHOWN));
  }
}
