import { base64Parts, spellingsOf } from "../../support/secret-spellings.ts";

/** Replaces secret values in a host's response by their placeholders, in every common encoding. */
export interface SecretFilter {
  text(text: string): string;
  /** Whether a text contains a value. */
  holds(text: string): boolean;
  bytes(bytes: Buffer): Buffer;
  /**
   * The same for a stream of bytes, where the end of each piece waits for the next one. For a program that
   * may measure it, the same number of bytes always waits (`alike`): the delay must not reveal whether
   * something looks like the beginning of a value. For ourselves, only a possible beginning waits (`needed`),
   * so that events arrive whole.
   */
  stream(pieces: AsyncIterable<Uint8Array>, waits: "alike" | "needed"): AsyncIterable<Buffer>;
}

interface Needle {
  /** In lower case, one character per byte. */
  readonly folded: string;
  readonly placeholder: string;
  /** Whether Base64 letters that follow may belong to the value, too. */
  readonly continues: boolean;
}

/** What may follow a value in Base64 and still reveal part of it. */
const REST_OF_BASE64 = /[A-Za-z0-9+/_-]{0,3}={0,2}/y;

const MAX_BASE64_REST = 5;

/** Creates the filter for these values. */
export function createSecretFilter(values: ReadonlyMap<string, string>): SecretFilter {
  const needles = [...values]
    .flatMap(([value, placeholder]) => needlesOf(value, placeholder))
    .sort((one, other) => other.folded.length - one.folded.length);
  const longest = needles.length === 0 ? 0 : (needles[0]?.folded.length ?? 0) + MAX_BASE64_REST;

  /** Replaces matches that begin before `until`. Returns the position up to which the text is processed. */
  function replace(text: string, until: number): { readonly out: string; readonly done: number } {
    const folded = text.toLowerCase();
    const next = new Map(needles.map((needle) => [needle, folded.indexOf(needle.folded)]));
    let out = "";
    let at = 0;
    for (;;) {
      let first: Needle | undefined;
      let start = until;
      for (const [needle, known] of next) {
        const found = known !== -1 && known < at ? folded.indexOf(needle.folded, at) : known;
        next.set(needle, found);
        if (found !== -1 && found < start) [first, start] = [needle, found];
      }
      if (first === undefined) break;
      out += text.slice(at, start) + first.placeholder;
      at = start + first.folded.length;
      if (first.continues) {
        REST_OF_BASE64.lastIndex = at;
        at += REST_OF_BASE64.exec(text)?.[0].length ?? 0;
      }
    }
    const done = Math.max(at, until);
    return { out: out + text.slice(at, done), done };
  }

  /** Where a value may begin that continues after the text. The end of the text if nowhere. */
  function beginningAt(text: string, from: number): number {
    const folded = text.toLowerCase();
    for (let at = from; at < folded.length; at++) {
      const rest = folded.slice(at);
      if (
        needles.some(
          (needle) => needle.folded.startsWith(rest) || (needle.continues && rest.startsWith(needle.folded)),
        )
      )
        return at;
    }
    return folded.length;
  }

  const bytes = (chunk: Buffer) => {
    if (needles.length === 0) return chunk;
    const text = chunk.toString("latin1");
    const { out } = replace(text, text.length);
    return out === text ? chunk : Buffer.from(out, "latin1");
  };

  return {
    bytes,
    text: (text) => bytes(Buffer.from(text, "latin1")).toString("latin1"),
    holds: (text) => needles.some(({ folded }) => text.toLowerCase().includes(folded)),
    async *stream(pieces, waits) {
      let rest = "";
      for await (const piece of pieces) {
        const text = rest + Buffer.from(piece).toString("latin1");
        const sure = Math.max(0, text.length - Math.max(0, longest - 1));
        const { out, done } = replace(text, waits === "alike" ? sure : beginningAt(text, sure));
        rest = text.slice(done);
        if (out !== "") yield Buffer.from(out, "latin1");
      }
      const { out } = replace(rest, rest.length);
      if (out !== "") yield Buffer.from(out, "latin1");
    },
  };
}

function needlesOf(value: string, placeholder: string): Needle[] {
  const bytes = Buffer.from(value);
  const wide = Buffer.from(value, "utf16le");
  const whole = [
    ...spellingsOf(value).map((text) => Buffer.from(text).toString("latin1")),
    wide.toString("latin1"),
    Buffer.from(wide).swap16().toString("latin1"),
  ];
  const parts = new Set(base64Parts(bytes).map((text) => text.toLowerCase()));
  return [...new Set([...whole.map((text) => text.toLowerCase()), ...parts])].map((folded) => ({
    folded,
    placeholder,
    continues: parts.has(folded),
  }));
}
