import { resolve } from "node:path";
import { createSigningKey, signingKeyFile } from "../../../config/signing-key-file.ts";
import { DejimaError } from "../../../contract/error.ts";
import type { RunCommand } from "../command.ts";

/** `dejima log sign` */
export const run: RunCommand = async ({ output, settings, variables }) => {
  const { config, base } = await settings();
  const named = config.log.signingKey;
  const file = named === undefined ? signingKeyFile(variables) : resolve(base, named);
  if (file === undefined)
    throw new DejimaError(
      "io_error",
      "Cannot create a signing key: neither HOME nor XDG_CONFIG_HOME is set; set one, or name a file as log.signingKey",
    );
  const created = createSigningKey(file);
  output.data({ file, created }, () =>
    created
      ? `Created the signing key ${file}. Runs that end from now on are signed; keep a copy of it elsewhere.`
      : `Runs are already signed with ${file}. Delete it to stop; move it away and run this again for a new key.`,
  );
  return 0;
};
