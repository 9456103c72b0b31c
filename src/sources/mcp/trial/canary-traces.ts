const MAX_DECODED = 20;
/** The second half of a letter that needs two units. */
const LOW_HALF = /(?<=[\ud800-\udbff])[\udc00-\udfff]/g;

/** The canaries in a text, however they are written: plain, encoded, reversed, or split. */
export function canaryTraces(text: string, canaries: ReadonlyMap<string, string>): string[] {
  const readings = [...new Set(readingsOf(text))];
  const steps = readings.flatMap(stepsOf);
  return [...canaries].flatMap(([canary, place]) => {
    const part = canary.slice(4, 24);
    const own = [...stepsOf(part), ...stepsOf([...part].reverse().join(""))];
    const isThere =
      readings.some((reading) => reading.includes(part)) ||
      // Every letter changed by the same key: the differences between the letters stay.
      own.some((each) => steps.some((step) => step.includes(each)));
    return isThere ? [place] : [];
  });
}

/** The differences between the letters of a text, by subtraction and by exclusive or. */
function stepsOf(text: string): Buffer[] {
  // Latin-1 keeps the low byte of each letter. A letter that needs two units counts once.
  const codes = Buffer.from(text.slice(0, 8_000).replaceAll(LOW_HALF, ""), "latin1");
  const length = Math.max(0, codes.length - 1);
  const [subtracted, combined] = [Buffer.alloc(length), Buffer.alloc(length)];
  for (let at = 0; at < length; at++) {
    const [one = 0, next = 0] = [codes[at], codes[at + 1]];
    subtracted[at] = next - one;
    combined[at] = one ^ next;
  }
  return [subtracted, combined];
}

function readingsOf(text: string): string[] {
  const plain = [text, percentDecoded(text)];
  const whole = [...new Set(plain)].join("\n");
  const pieces = whole.match(/[A-Za-z0-9+/_-]{24,}={0,2}/g)?.slice(0, MAX_DECODED) ?? [];
  const decoded = pieces.flatMap((piece) => [
    // A cut may have shifted it: Base64 is decoded from each of its four offsets.
    ...[0, 1, 2, 3].map((from) => Buffer.from(piece.slice(from), "base64").toString("latin1")),
    Buffer.from(piece, "hex").toString("latin1"),
  ]);
  // Also decode what was encoded twice.
  const twice = decoded.flatMap((piece) =>
    /^[A-Za-z0-9+/=_-]{24,}$/.test(piece) ? [Buffer.from(piece, "base64").toString("latin1")] : [],
  );
  const joined = text.replaceAll(/[^A-Za-z0-9]/g, "");
  return [
    ...plain,
    ...decoded,
    ...twice,
    joined,
    [...text].reverse().join(""),
    [...joined].reverse().join(""),
  ].flatMap((reading) => [reading, reading.toLowerCase()]);
}

function percentDecoded(text: string): string {
  return text.replaceAll(/%([0-9a-f]{2})/gi, (_all, code: string) =>
    String.fromCharCode(Number.parseInt(code, 16)),
  );
}
