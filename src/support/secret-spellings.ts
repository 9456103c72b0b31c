const SHORT = 8;

/** All spellings of a secret: escaped for JSON once or twice, encoded for a URL, a page, a header, or as bytes, and reversed. */
export function spellingsOf(value: string): string[] {
  const quoted = JSON.stringify(value).slice(1, -1);
  const percent = encodeURIComponent(value);
  return [
    value,
    quoted,
    JSON.stringify(quoted).slice(1, -1),
    quoted.replaceAll("/", "\\/"),
    percent,
    percent.replaceAll(/%[0-9A-F]{2}/g, (byte) => byte.toLowerCase()),
    percent.replaceAll("%20", "+"),
    encodeURI(value),
    forPage(value),
    ...(value.length < SHORT ? [] : [[...value].reverse().join("")]),
    ...(value.length < SHORT ? [Buffer.from(value).toString("base64")] : encodings(Buffer.from(value))),
  ];
}

function forPage(value: string): string {
  const names: Readonly<Record<string, string>> = {
    "&": "amp",
    "<": "lt",
    ">": "gt",
    '"': "quot",
    "'": "#39",
  };
  return value.replaceAll(/[&<>"']/g, (character) => `&${names[character]};`);
}

/** Base64 in both alphabets, whatever bytes surround the secret in the encoded data, and hexadecimal. */
function encodings(bytes: Buffer): string[] {
  const hex = bytes.toString("hex");
  const everyByte = hex.replaceAll(/../g, "%$&");
  return [
    bytes.toString("base64"),
    bytes.toString("base64url"),
    ...base64Parts(bytes),
    hex,
    hex.toUpperCase(),
    everyByte,
    everyByte.toUpperCase(),
  ];
}

/** The Base64 text of bytes with unknown bytes before and after. Up to three more letters at the end depend on those, too. */
export function base64Parts(bytes: Buffer): string[] {
  return [0, 1, 2].flatMap((before) => {
    const padded = Buffer.concat([Buffer.alloc(before), bytes]);
    const known = padded.subarray(0, padded.length - (padded.length % 3)); // the last letters depend on what follows
    return (["base64", "base64url"] as const).map((alphabet) =>
      known.toString(alphabet).slice(Math.ceil((before * 8) / 6)),
    );
  });
}
