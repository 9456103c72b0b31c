/** The part of a reload report that is described. */
interface Report {
  readonly file?: string;
  readonly applied: readonly string[];
  readonly restart: readonly string[];
  readonly problems: readonly string[];
  readonly trusted: boolean;
  readonly ignored: readonly { readonly key: string }[];
}

const TEXTS = {
  en: {
    applied: (keys: string) => `Config changed. In effect now: ${keys}.`,
    restart: (keys: string, command: string) => `Restart \`${command}\` to use: ${keys}.`,
    problem: (why: string) =>
      `The changed config is not used: ${why}. The settings from before stay in effect.`,
    untrusted: (file: string, keys: string) =>
      `${file} changed since you trusted it${keys === "" ? "" : `, so these settings are ignored: ${keys}`}. \`dejima config trust\` shows it and accepts it.`,
  },
  zh: {
    applied: (keys: string) => `配置已更改，${keys} 现在生效。`,
    restart: (keys: string, command: string) => `重启 \`${command}\` 后生效：${keys}。`,
    problem: (why: string) => `更改后的配置没有启用：${why}。之前的设置继续有效。`,
    untrusted: (file: string, keys: string) =>
      `${file} 在信任之后被改过${keys === "" ? "" : `，这些设置暂不启用：${keys}`}。运行 \`dejima config trust\` 查看并接受。`,
  },
} as const;

/** Describes in a few sentences what a config change did. Empty if nothing changed. `command` is the command to restart. */
export function describeReload(
  { file = "dejima.yaml", applied, restart, problems, trusted, ignored }: Report,
  { command, language }: { readonly command: string; readonly language: "en" | "zh" },
): string {
  const texts = TEXTS[language];
  const listed = (keys: readonly string[]) => keys.join(", ");
  const waiting = trusted ? [] : ignored.map(({ key }) => key);
  return [
    ...problems.map((why) => texts.problem(why.replace(/\.$/, ""))),
    ...(applied.length === 0 ? [] : [texts.applied(listed(applied))]),
    ...(restart.length === 0 ? [] : [texts.restart(listed(restart), command)]),
    ...(waiting.length === 0 ? [] : [texts.untrusted(file, listed(waiting))]),
  ].join(" ");
}
