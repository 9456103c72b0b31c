/** What changes the config file, loaded when a command does so: most command lines never need a YAML parser. */
export async function configEditor() {
  const [{ withEntry, withGrants, withPeople, withoutEntry, withoutServer, withRule, withWitnesses }, file] =
    await Promise.all([import("../../config/edit-servers.ts"), import("./mcp/server-file.ts")]);
  return { withEntry, withGrants, withPeople, withoutEntry, withoutServer, withRule, withWitnesses, ...file };
}
