import { generateKeyPairSync, randomUUID, sign } from "node:crypto";

/** A key and a certificate that vouches for itself, made anew: no key is kept in the repository. */
export function aCertificate(names: readonly string[]): { key: string; certificate: string } {
  const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "prime256v1" });
  const algorithm = sequence(objectId([0x2a, 0x86, 0x48, 0xce, 0x3d, 0x04, 0x03, 0x02])); // ECDSA with SHA-256
  // Of several with one name, only the first would be looked at.
  const name = sequence(
    element(0x31, sequence(objectId([0x55, 0x04, 0x03]), element(0x0c, Buffer.from(`test ${randomUUID()}`)))),
  );
  const year = 365 * 86_400_000;
  const validity = sequence(utcTime(Date.now() - year), utcTime(Date.now() + year));
  const alternatives = sequence(...names.map(alternativeName));
  const extensions = sequence(sequence(objectId([0x55, 0x1d, 0x11]), element(0x04, alternatives)));
  const body = sequence(
    element(0xa0, element(0x02, Buffer.from([2]))),
    element(0x02, Buffer.from([1])),
    algorithm,
    name,
    validity,
    name,
    publicKey.export({ type: "spki", format: "der" }),
    element(0xa3, extensions),
  );
  const signature = sign("sha256", body, privateKey);
  const whole = sequence(body, algorithm, element(0x03, Buffer.concat([Buffer.from([0]), signature])));
  const lines = whole.toString("base64").replace(/.{64}(?=.)/g, "$&\n");
  return {
    key: privateKey.export({ type: "pkcs8", format: "pem" }).toString(),
    certificate: `-----BEGIN CERTIFICATE-----\n${lines}\n-----END CERTIFICATE-----\n`,
  };
}

function element(tag: number, content: Buffer): Buffer {
  const { length } = content;
  const size = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.from([tag, ...size]), content]);
}

function sequence(...parts: readonly Buffer[]): Buffer {
  return element(0x30, Buffer.concat(parts));
}

function objectId(bytes: readonly number[]): Buffer {
  return element(0x06, Buffer.from(bytes));
}

function utcTime(time: number): Buffer {
  const digits = new Date(time).toISOString().replace(/\D/g, "").slice(2, 14);
  return element(0x17, Buffer.from(`${digits}Z`));
}

function alternativeName(name: string): Buffer {
  const numbers = /^[\d.]+$/.test(name) ? name.split(".").map(Number) : undefined;
  return numbers === undefined ? element(0x82, Buffer.from(name)) : element(0x87, Buffer.from(numbers));
}
