import { mkdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { DejimaError } from "../contract/error.ts";
import { thrownText } from "../support/thrown-text.ts";
import { KEY_BYTES } from "./seal.ts";

/** The variable that holds the key where several machines share a store. */
export const KEY_VARIABLE = "DEJIMA_VAULT_KEY";

interface KeyPlaces {
  /** The value of `DEJIMA_VAULT_KEY`, where it is set. */
  readonly given: string | undefined;
  /** Where the user's key file is or will be; `undefined` without a home directory. */
  readonly file: string | undefined;
}

/** The key that secrets are encrypted with: that of the environment, or of the user's key file, which is made if there is none. */
export function vaultKey({ given, file }: KeyPlaces): Uint8Array {
  if (given !== undefined && given !== "") return parseKey(given.trim(), KEY_VARIABLE);
  if (file === undefined) {
    throw new DejimaError(
      "io_error",
      `Cannot keep secrets: there is no home directory for the key. Set ${KEY_VARIABLE} to 32 bytes in Base64 (openssl rand -base64 32)`,
    );
  }
  try {
    return readKey(file) ?? makeKey(file);
  } catch (cause) {
    if (cause instanceof DejimaError) throw cause;
    throw new DejimaError("io_error", `Cannot open the key "${file}": ${thrownText(cause)}`, {}, { cause });
  }
}

function readKey(file: string): Uint8Array | undefined {
  const found = statSync(file, { throwIfNoEntry: false });
  if (found === undefined) return undefined;
  if ((found.mode & 0o077) !== 0 || found.uid !== (process.getuid?.() ?? found.uid)) {
    throw new DejimaError(
      "io_error",
      `Cannot use the key "${file}": others may read it or own it. Make it yours alone: chmod 600 "${file}"`,
    );
  }
  return parseKey(readFileSync(file, "utf8").trim(), file);
}

/** Another process may make it at the same time: the first one's stays. */
function makeKey(file: string): Uint8Array {
  const { randomBytes } = process.getBuiltinModule("node:crypto");
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  const key = randomBytes(KEY_BYTES);
  try {
    writeFileSync(file, `${key.toString("base64")}\n`, { mode: 0o600, flag: "wx" });
    return key;
  } catch (cause) {
    const own = cause instanceof Error && "code" in cause && cause.code === "EEXIST" && readKey(file);
    if (own) return own;
    throw cause;
  }
}

function parseKey(text: string, where: string): Uint8Array {
  const key = /^[0-9a-f]{64}$/i.test(text) ? Buffer.from(text, "hex") : Buffer.from(text, "base64");
  if (key.length === KEY_BYTES) return key;
  throw new DejimaError(
    "invalid_input",
    `Cannot use the key of ${where}: it must be 32 bytes in Base64 or hexadecimal (openssl rand -base64 32)`,
  );
}
