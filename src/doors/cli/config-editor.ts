/** What changes the config file, loaded when a command does so: most command lines never need a YAML parser. */
export async function configEditor() {
  const [edits, file] = await Promise.all([
    import("../../config/edit-servers.ts"),
    import("./mcp/server-file.ts"),
  ]);
  const {
    withEntry,
    withGrants,
    withPeople,
    withoutEntry,
    withoutServer,
    withRule,
    withSignIn,
    withWitnesses,
  } = edits;
  return {
    ...{
      withEntry,
      withGrants,
      withPeople,
      withoutEntry,
      withoutServer,
      withRule,
      withSignIn,
      withWitnesses,
    },
    ...file,
  };
}
