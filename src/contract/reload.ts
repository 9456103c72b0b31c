/** What came of reading the config again while a runtime runs. */
export interface ReloadReport {
  /** The config file, if there is one. */
  readonly file?: string;
  readonly at: string;
  /** Settings that changed and take effect now, such as `permissions.deny` or `mcpServers.files`. */
  readonly applied: readonly string[];
  /** Settings that changed and take effect only after a restart. */
  readonly restart: readonly string[];
  /** What could not be used, and why. The settings from before stay in effect. */
  readonly problems: readonly string[];
  /** Whether the user trusts the config as it stands now. */
  readonly trusted: boolean;
  /** Settings that are ignored until the config is trusted. */
  readonly ignored: readonly { readonly key: string; readonly why: string }[];
}
