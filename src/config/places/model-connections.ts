import { chmodSync, lstatSync, readFileSync } from "node:fs";
import { mkdir } from "node:fs/promises";
import { dirname, join } from "node:path";
import { z } from "zod";
import { MODEL_PROVIDERS, type ModelProvider } from "../../contract/config-names.ts";
import { DejimaError } from "../../contract/error.ts";
import { replaceFile } from "../../support/disk/replace-file.ts";
import { thrownText } from "../../support/thrown-text.ts";
import type { EnvironmentVariables } from "../substitute-environment.ts";
import { configFolder } from "./state-folder.ts";

const connectionSchema = z.object({ apiKey: z.string().optional(), baseUrl: z.string().optional() });

const fileSchema = z.object({
  version: z.literal(1),
  /** The model that the user chose last, in any folder. */
  chosen: z.string().optional(),
  providers: z.partialRecord(z.enum(MODEL_PROVIDERS), connectionSchema),
});

/** The user's access to a provider: a key, and the only address that it may be sent to. */
type ModelConnection = z.infer<typeof connectionSchema>;
type Stored = z.infer<typeof fileSchema>;

/** The model keys that the user entered, and the chosen model. One file, readable only by its owner. */
export interface ModelConnections {
  /** The path of the file. `undefined` without a home directory. */
  readonly file: string | undefined;
  /** Reads the file. Ignores it if others could have written it. */
  read(): Readonly<Omit<Stored, "version">>;
  connect(provider: ModelProvider, connection: ModelConnection): Promise<void>;
  /** Removes the key and the address of a provider. Returns whether there was one. */
  forget(provider: ModelProvider): Promise<boolean>;
  choose(model: string | undefined): Promise<void>;
}

const NOTHING: Stored = { version: 1, providers: {} };

/** Opens the user's connections. Reads and writes nothing until a method is called. */
export function modelConnections(variables: EnvironmentVariables): ModelConnections {
  const folder = configFolder(variables);
  const file = folder && join(folder, "models.json");
  const read = () => (file === undefined ? NOTHING : readStored(file));
  async function change(next: (stored: Stored) => Stored): Promise<void> {
    if (file === undefined)
      throw new DejimaError(
        "io_error",
        "Cannot store the connection to a model: neither HOME nor XDG_CONFIG_HOME is set",
      );
    await writeStored(file, next(read()));
  }
  return {
    file,
    read,
    connect: (provider, connection) =>
      change((stored) => ({ ...stored, providers: { ...stored.providers, [provider]: connection } })),
    async forget(provider) {
      const { [provider]: removed, ...others } = read().providers;
      if (removed !== undefined) await change((stored) => ({ ...stored, providers: others }));
      return removed !== undefined;
    },
    choose: (chosen) =>
      change(({ chosen: _before, ...stored }) => (chosen === undefined ? stored : { ...stored, chosen })),
  };
}

function readStored(file: string): Stored {
  const found = lstatSync(file, { throwIfNoEntry: false });
  const user = process.getuid?.();
  if (found?.isFile() !== true) return NOTHING;
  if (user !== undefined && (found.uid !== user || (found.mode & 0o022) !== 0)) return NOTHING;
  try {
    // A copied or restored file may have lost its mode.
    if ((found.mode & 0o077) !== 0) chmodSync(file, 0o600);
    return fileSchema.parse(JSON.parse(readFileSync(file, "utf8")));
  } catch {
    return NOTHING;
  }
}

async function writeStored(file: string, stored: Stored): Promise<void> {
  try {
    await mkdir(dirname(file), { recursive: true, mode: 0o700 });
    await replaceFile(file, `${JSON.stringify(stored, null, 2)}\n`);
  } catch (cause) {
    const why = `Cannot store the connection to a model in "${file}": ${thrownText(cause)}`;
    throw new DejimaError("io_error", why, { file }, { cause });
  }
}
