/** What changes the config file, loaded when a command does so: most command lines never need a YAML parser. */
export async function configEditor() {
  const [edits, file] = await Promise.all([
    import("../../config/edit-servers.ts"),
    import("./mcp/server-file.ts"),
  ]);
  return { ...edits, ...file };
}
