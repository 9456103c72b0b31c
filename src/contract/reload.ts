/** The result of reloading the config of a running runtime. */
export interface ReloadReport {
  /** The config file, if there is one. */
  readonly file?: string;
  readonly at: string;
  /** Settings that changed and take effect now, such as `permissions.deny` or `mcpServers.files`. */
  readonly applied: readonly string[];
  /** Settings that changed and take effect only after a restart. */
  readonly restart: readonly string[];
  /** Settings that could not be used, and why. The previous settings stay in effect. */
  readonly problems: readonly string[];
  /** Whether the user trusts the current config. */
  readonly trusted: boolean;
  /** Settings that are ignored until the config is trusted. */
  readonly ignored: readonly { readonly key: string; readonly why: string }[];
}
