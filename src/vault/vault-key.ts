import { mkdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { DejimaError } from "../contract/error.ts";
import { errnoOf } from "../support/disk/errno.ts";
import { thrownText } from "../support/thrown-text.ts";
import { KEY_BYTES } from "./seal.ts";

/** The variable with the key, for machines that share a store. */
export const KEY_VARIABLE = "DEJIMA_VAULT_KEY";

/** The variable with earlier keys, separated by commas: they decrypt secrets and encrypt none. */
export const OLD_KEYS_VARIABLE = "DEJIMA_VAULT_OLD_KEYS";

/** Parses the keys from before. */
export function oldVaultKeys(given: string | undefined): Uint8Array[] {
  const texts = (given ?? "").split(",").map((text) => text.trim());
  return texts.filter((text) => text !== "").map((text) => parseKey(text, OLD_KEYS_VARIABLE));
}

interface KeyPlaces {
  /** The value of `DEJIMA_VAULT_KEY`, if it is set. */
  readonly environmentKey: string | undefined;
  /** The path of the user's key file, existing or not. `undefined` without a home directory. */
  readonly file: string | undefined;
  /** An entry in the system's keyring, if there is one. */
  keyring?(): KeyringEntry | undefined;
}

/** One entry in the system's keyring. */
interface KeyringEntry {
  read(): Promise<string | undefined>;
  write(value: string): Promise<void>;
  /** The command that shows it to a person. */
  readonly command: string;
}

/**
 * The content of the key file when the key itself is in the keyring. Without it another key would be created.
 */
const IN_KEYRING = "The key is in the keyring of the system";

/**
 * The encryption key of the secrets: from the environment, the user's key file, or the keyring. A new one is
 * stored in the keyring, else in the file.
 */
export async function vaultKey({ environmentKey, file, keyring }: KeyPlaces): Promise<Uint8Array> {
  if (environmentKey !== undefined && environmentKey !== "")
    return parseKey(environmentKey.trim(), KEY_VARIABLE);
  if (file === undefined) {
    throw new DejimaError(
      "io_error",
      `Cannot keep secrets: there is no home directory for the key. Set ${KEY_VARIABLE} to 32 bytes in Base64 (openssl rand -base64 32)`,
    );
  }
  try {
    return (
      (await readKey(file, keyring)) ?? (await makeInKeyring(file, keyring?.())) ?? (await makeKey(file))
    );
  } catch (cause) {
    if (cause instanceof DejimaError) throw cause;
    throw new DejimaError("io_error", `Cannot open the key "${file}": ${thrownText(cause)}`, {}, { cause });
  }
}

async function readKey(file: string, keyring: KeyPlaces["keyring"]): Promise<Uint8Array | undefined> {
  const found = statSync(file, { throwIfNoEntry: false });
  if (found === undefined) return undefined;
  if ((found.mode & 0o077) !== 0 || found.uid !== (process.getuid?.() ?? found.uid)) {
    throw new DejimaError(
      "io_error",
      `Cannot use the key "${file}": others may read it or own it. Make it yours alone: chmod 600 "${file}"`,
    );
  }
  const text = readFileSync(file, "utf8").trim();
  return text === IN_KEYRING ? keyInKeyring(keyring?.()) : parseKey(text, file);
}

/** Never creates a new key: everything encrypted with the old one would be lost. */
async function keyInKeyring(entry: KeyringEntry | undefined): Promise<Uint8Array> {
  const missing = (why: string) =>
    new DejimaError(
      "io_error",
      `Cannot read secrets: the key is in the keyring of the system, ${why}, or set ${KEY_VARIABLE} to it${entry === undefined ? "" : ` (${entry.command})`}`,
    );
  if (entry === undefined)
    throw missing("which cannot be reached from here. Run this in your desktop session");
  let text: string | undefined;
  try {
    text = await entry.read();
  } catch (error) {
    throw missing(`which does not answer (${thrownText(error)}). Unlock it`);
  }
  if (text === undefined) throw missing("and is no longer there. Put it back");
  return parseKey(text, "the keyring");
}

/** Stores a new key in the keyring. Returns `undefined` if that fails. */
async function makeInKeyring(file: string, entry: KeyringEntry | undefined): Promise<Uint8Array | undefined> {
  if (entry === undefined) return undefined;
  const { randomBytes } = process.getBuiltinModule("node:crypto");
  let text: string;
  try {
    text = (await entry.read()) ?? randomBytes(KEY_BYTES).toString("base64");
    await entry.write(text);
    if ((await entry.read()) !== text) return undefined;
  } catch {
    return undefined;
  }
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  writeFileSync(file, `${IN_KEYRING}\n`, { mode: 0o600, flag: "wx" });
  return parseKey(text, "the keyring");
}

/** Another process may create it at the same time: the first one stays. */
async function makeKey(file: string): Promise<Uint8Array> {
  const { randomBytes } = process.getBuiltinModule("node:crypto");
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  const key = randomBytes(KEY_BYTES);
  try {
    writeFileSync(file, `${key.toString("base64")}\n`, { mode: 0o600, flag: "wx" });
    return key;
  } catch (cause) {
    const own = errnoOf(cause) === "EEXIST" && (await readKey(file, undefined));
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
