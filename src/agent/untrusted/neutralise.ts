// Marks by which chat templates tell whose turn it is. Written by a tool they are only text, and must stay that.
const TEMPLATE_TOKENS =
  /<[|｜][^<>|｜\n]{1,40}[|｜]>|<\/?(?:start_of_turn|end_of_turn|bos|eos|s|unk|pad|sep|cls)>|\[\/?(?:INST|SYS|AVAILABLE_TOOLS|TOOL_CALLS|TOOL_RESULTS)\]|<<\/?SYS>>|\[(?:gMASK|sMASK|UNUSED_TOKEN_\d+)\]/gi;

// Tags that agents and providers use for their own framing.
const FRAME_TAGS =
  /<(\/?)((?:antml:)?(?:function_calls?|function_results?|invoke|tool_(?:calls?|results?|response|use|code|outputs?)|system(?:[-_](?:prompt|reminder|message))?|assistant|human))(?=[\s/>])/gi;

const TURN_MARKS = /^([ \t]*)(Human|Assistant|System)(\s*:)/gm;

// Characters that show nothing: tags of a hidden alphabet, zero-width and turning marks, variation selectors in a row.
const HIDDEN =
  /[\u{e0000}-\u{e0fff}]+|[\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff\u180e]+|[\ufe00-\ufe0f]{2,}/gu;

/** Makes text from outside harmless to read: nothing in it can pass for a turn, a frame, or go unseen. The words stay. */
export function neutralise(text: string): string {
  return text
    .replace(HIDDEN, (run) => `[${[...run].length} hidden characters]`)
    .replace(TEMPLATE_TOKENS, (token) => `‹${token.slice(1, -1)}›`)
    .replace(FRAME_TAGS, (_all, slash, name) => `‹${slash}${name}`)
    .replace(TURN_MARKS, (_all, indent, name, colon) => `${indent}${name}\u00b7${colon}`);
}
