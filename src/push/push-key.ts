import { createPrivateKey, generateKeyPairSync, type KeyObject, sign } from "node:crypto";
import { mkdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { DejimaError } from "../contract/error.ts";
import { errnoOf } from "../support/disk/errno.ts";
import { thrownText } from "../support/thrown-text.ts";

/** How long one proof is valid. The standard permits a day. */
const PROOF_MS = 12 * 3_600_000;

/**
 * The key that identifies this server to push services: only its holder can send notifications to a
 * subscribed browser (VAPID, RFC 8292).
 */
export interface PushKey {
  /** In the format that browsers subscribe with. */
  readonly publicKey: string;
  /** The `Authorization` header for a request to the push service at this address. */
  authorization(endpoint: string, now: number): string;
}

/** Opens the key of a home. Creates one that only its owner can read if there is none. */
export function openPushKey(file: string, contact: string): PushKey {
  try {
    return pushKeyOf(readKey(file) ?? makeKey(file), contact);
  } catch (cause) {
    if (cause instanceof DejimaError) throw cause;
    throw new DejimaError(
      "io_error",
      `Cannot open the push key "${file}": ${thrownText(cause)}`,
      {},
      { cause },
    );
  }
}

function pushKeyOf(key: KeyObject, contact: string): PushKey {
  const { x = "", y = "" } = key.export({ format: "jwk" });
  const point = [Buffer.from([4]), Buffer.from(x, "base64url"), Buffer.from(y, "base64url")];
  const publicKey = Buffer.concat(point).toString("base64url");
  return {
    publicKey,
    authorization(endpoint, now) {
      const claims = {
        aud: new URL(endpoint).origin,
        exp: Math.floor((now + PROOF_MS) / 1_000),
        sub: contact,
      };
      const head = [{ typ: "JWT", alg: "ES256" }, claims]
        .map((part) => Buffer.from(JSON.stringify(part)).toString("base64url"))
        .join(".");
      const signature = sign("sha256", Buffer.from(head), { key, dsaEncoding: "ieee-p1363" });
      return `vapid t=${head}.${signature.toString("base64url")}, k=${publicKey}`;
    },
  };
}

function readKey(file: string): KeyObject | undefined {
  const found = statSync(file, { throwIfNoEntry: false });
  if (found === undefined) return undefined;
  if ((found.mode & 0o077) !== 0)
    throw new DejimaError(
      "io_error",
      `Cannot use the push key "${file}": others may read it. Make it yours alone: chmod 600 "${file}"`,
    );
  return createPrivateKey(readFileSync(file, "utf8"));
}

/** Another process may create it at the same time: the first one stays. */
function makeKey(file: string): KeyObject {
  const { privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  try {
    writeFileSync(file, privateKey.export({ type: "pkcs8", format: "pem" }), { mode: 0o600, flag: "wx" });
    return privateKey;
  } catch (cause) {
    const own = errnoOf(cause) === "EEXIST" && readKey(file);
    if (own) return own;
    throw cause;
  }
}
