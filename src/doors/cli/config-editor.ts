/** The edits of a config that commands make. */
type Edits = Pick<
  typeof import("../../config/edit/edit-servers.ts"),
  | "settingIn"
  | "withEntry"
  | "withGrants"
  | "withoutEntry"
  | "withoutServer"
  | "withRule"
  | "withSetting"
  | "withoutSetting"
  | "withSignIn"
  | "withWitnesses"
>;

/**
 * Loads the functions that change the config file. Loaded on use: most command lines never need a YAML
 * parser.
 */
export async function configEditor(): Promise<Edits & typeof import("./config-file.ts")> {
  const [edits, file] = await Promise.all([
    import("../../config/edit/edit-servers.ts"),
    import("./config-file.ts"),
  ]);
  return { ...edits, ...file };
}
