import { withoutSetting, withSetting } from "../../config/edit/edit-servers.ts";
import { listSettings } from "../../config/edit/list-settings.ts";
import { aboutSetting, settingSchema, settingValue } from "../../config/edit/setting-value.ts";
import type { Settings } from "../../config/load-config.ts";
import { DejimaError } from "../../contract/error.ts";
import type { Setting, SettingChange, SettingService } from "../../contract/setting.ts";
import type { Language } from "../../support/language-of.ts";
import { type ConfigChange, type ConfigWriter, TEAM_CONFIG } from "./config-writer.ts";

interface SettingParts {
  settings(): Settings;
  /** The config in use, with every secret redacted. */
  redactedConfig(): Promise<Settings["config"]>;
  personas(): Promise<string[]>;
  readonly writer: ConfigWriter;
}

/** Opens the settings of the config for people. */
export function openSettings({ settings, redactedConfig, personas, writer }: SettingParts): SettingService {
  async function list(language?: Language): Promise<Setting[]> {
    const [names, config] = await Promise.all([personas(), redactedConfig()]);
    return listSettings({ ...settings(), config }, language).map((setting) =>
      setting.key === "persona" ? { ...setting, kind: "choice", choices: names } : setting,
    );
  }

  async function changed(key: string, { file, report }: ConfigChange): Promise<SettingChange> {
    const setting = (await list()).find((each) => each.key === key);
    if (setting === undefined) throw new DejimaError("not_found", `Cannot find the setting "${key}"`);
    return { setting, file, restart: report.restart.some((name) => covers(name, key)) };
  }

  return {
    list,
    async set(key, words, doer) {
      const value = settingValue(key, words);
      const names = key === "persona" ? await personas() : [];
      if (key === "persona" && !names.includes(String(value)))
        throw new DejimaError("not_found", `Cannot find persona "${value}": there are ${names.join(", ")}`);
      const change = await writer
        .change(key, (text) => withSetting(text, key.split("."), value), doer)
        .catch((error: unknown) => {
          throw aboutSetting(error, key, words);
        });
      const { setting, ...rest } = await changed(key, change);
      // Until the restart, the previous value stays in use.
      return {
        ...rest,
        setting: rest.restart
          ? { ...setting, value: [...words], from: rest.file === TEAM_CONFIG ? "team" : "project" }
          : setting,
      };
    },
    async unset(key, doer) {
      settingSchema(key);
      const change = await writer.change(
        key,
        (text) => {
          const next = withoutSetting(text, key.split("."));
          if (next === undefined)
            throw new DejimaError(
              "not_found",
              `Cannot remove ${key}: the config of this folder does not set it`,
            );
          return next;
        },
        doer,
      );
      return changed(key, change);
    },
  };
}

/** Whether a name in a reload report, a setting or a section, covers this setting. */
function covers(name: string, key: string): boolean {
  return key === name || key.startsWith(`${name}.`) || name.startsWith(`${key}.`);
}
