import { z } from "zod";
import type { Language } from "./words/messages.ts";

/** One setting of the config, as people read and change it. */
export const settingSchema = z.object({
  key: z.string().describe("Its place in the config, such as tools.timeout"),
  about: z.string().describe("What it means"),
  kind: z.enum(["text", "switch", "choice", "list"]).describe("How its value is entered"),
  choices: z.array(z.string()).describe("The values there are, for a choice"),
  value: z.array(z.string()).describe("The value in use, as written in a config; several for a list"),
  default: z.array(z.string()),
  from: z.enum(["default", "project", "team", "user"]).describe("Which config decides it"),
});
export type Setting = z.output<typeof settingSchema>;

/** The result of changing a setting. */
export const settingChangeSchema = z.object({
  setting: settingSchema,
  file: z.string().describe("The config that was changed"),
  restart: z.boolean().describe("Whether it takes effect only after a restart"),
});
export type SettingChange = z.output<typeof settingChangeSchema>;

/** Reads and changes single settings of the config of a project. */
export interface SettingService {
  /** Every setting that can be changed, described in the given language. Default: English. */
  list(language?: Language): Promise<Setting[]>;
  /** Writes the setting into the config and applies it. A wrong value changes nothing. */
  set(key: string, words: readonly string[], doer?: { readonly by: string }): Promise<SettingChange>;
  /** Removes the setting from the config, so that the user's own value or the default applies. */
  unset(key: string, doer?: { readonly by: string }): Promise<SettingChange>;
}

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
