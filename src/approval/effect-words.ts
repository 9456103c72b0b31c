import { dirname, relative } from "node:path";
import type { Words } from "../contract/asking/approval.ts";
import type { Effect, EffectKind } from "../contract/effect.ts";
import { shortened } from "../text/text-end.ts";
import { visibleLine } from "../text/visible-text.ts";

interface WordsOptions {
  /** The workspace. Paths inside it are shown relative to it. */
  readonly folder: string;
  /** Whether commands of this tool run in a sandbox. */
  readonly contained: boolean;
  /** Whether the tool is built in, so that it declares all of its effects. Default: no. */
  readonly builtin?: boolean;
}

type Language = keyof Words;
type Phrase = (target: string, count: number) => string;

const MAX_TARGET = 160;

/** The phrases for one target and for several, in each language. */
const PHRASES: Readonly<Record<Exclude<EffectKind, "command.run">, Readonly<Record<Language, Phrase>>>> = {
  "file.read": files("reads", "读取"),
  "file.write": files("writes", "写入"),
  "file.delete": files("deletes", "删除"),
  "host.read": { en: (host) => `fetches from ${host}`, zh: (host) => `从 ${host} 获取内容` },
  "host.send": { en: (host) => `can send data to ${host}`, zh: (host) => `可以向 ${host} 发送数据` },
  "env.read": { en: (name) => `reads the variable ${name}`, zh: (name) => `读取变量 ${name}` },
  "env.write": {
    en: (name) => `sets the variable ${name} for this run`,
    zh: (name) => `为本次运行设置变量 ${name}`,
  },
  "message.send": { en: (to) => `sends a message to ${to}`, zh: (to) => `向 ${to} 发送消息` },
  "db.read": { en: (table) => `reads ${table} in the database`, zh: (table) => `读取数据库中的 ${table}` },
  "db.insert": { en: (table) => `adds rows to ${table}`, zh: (table) => `向 ${table} 添加行` },
  "db.update": { en: (table) => `changes rows of ${table}`, zh: (table) => `修改 ${table} 中的行` },
  "db.delete": { en: (table) => `deletes rows of ${table}`, zh: (table) => `删除 ${table} 中的行` },
  "db.schema": { en: (table) => `changes the definition of ${table}`, zh: (table) => `修改 ${table} 的结构` },
  "db.call": { en: (name) => `calls the database function ${name}`, zh: (name) => `调用数据库函数 ${name}` },
  "money.spend": { en: (what) => `spends money: ${what}`, zh: (what) => `花费金钱：${what}` },
};

/** For calls without effects. Built-in tools declare theirs, so nothing outside of Dejima changes. */
const NO_EFFECTS = {
  builtin: { en: "changes nothing outside of Dejima", zh: "不改动 Dejima 以外的东西" },
  unknown: { en: "does not say what it would touch", zh: "没有说明会影响什么" },
} as const;

/** Describes in English and Chinese what a call would do: "deletes 3 files under ./data". */
export function effectWords(all: readonly Effect[], options: WordsOptions): Words {
  // Every program sees its mounted folder, and a word of a command is shown with the command.
  const effects = all.filter(({ mounted, inWord }) => mounted !== true && inWord !== true);
  return { en: wordsIn("en", effects, options), zh: wordsIn("zh", effects, options) };
}

function wordsIn(language: Language, effects: readonly Effect[], options: WordsOptions): string[] {
  if (effects.length === 0) return [NO_EFFECTS[options.builtin === true ? "builtin" : "unknown"][language]];
  const groups = Map.groupBy(effects, ({ kind }) => kind);
  return [...groups].flatMap(([kind, members]) => {
    if (kind === "command.run") return members.map((effect) => command(language, effect, effects, options));
    const targets = [...new Set(members.map(({ target }) => shownTarget(kind, target, options.folder)))];
    const [only = ""] = targets;
    const phrase = PHRASES[kind][language];
    if (targets.length === 1) return [phrase(only, 1)];
    if (kind.startsWith("file."))
      return [phrase(shownPath(commonFolder(members), options.folder), targets.length)];
    return targets.map((target) => phrase(target, 1));
  });
}

function files(verb: string, character: string): Readonly<Record<Language, Phrase>> {
  return {
    en: (place, count) => (count === 1 ? `${verb} ${place}` : `${verb} ${count} files under ${place}`),
    zh: (place, count) =>
      count === 1 ? `${character} ${place}` : `${character} ${place} 下的 ${count} 个文件`,
  };
}

function command(language: Language, effect: Effect, all: readonly Effect[], options: WordsOptions): string {
  const hosts = all.filter(({ kind }) => kind.startsWith("host.")).map(({ target }) => hostOf(target));
  const line = `\`${shorten(effect.target)}\``;
  const opaque = effect.opaque === true;
  if (language === "en") {
    const reach = hosts.length === 0 ? "without network" : `that reaches ${hosts.join(", ")}`;
    const place = options.contained ? ` in a sandbox ${reach}` : "";
    return `runs ${line}${place}${opaque ? "; parts of it are only known while it runs" : ""}`;
  }
  const reach = hosts.length === 0 ? "无网络的" : `可访问 ${hosts.join("、")} 的`;
  const place = options.contained ? `在${reach}沙箱中` : "";
  return `${place}运行 ${line}${opaque ? "；其中一部分只有运行时才能确定" : ""}`;
}

/** A target as a person reads it, on one line: a path relative to the workspace, the host of an address. */
export function shownTarget(kind: EffectKind, target: string, folder: string): string {
  if (kind.startsWith("file.")) return shownPath(target, folder);
  return kind.startsWith("host.") ? hostOf(target) : shorten(target);
}

/** A path as a person reads it, relative to the workspace if it is inside. */
export function shownPath(path: string, folder: string): string {
  const inside = relative(folder, path);
  if (inside === "") return "./";
  return shorten(inside.startsWith("..") ? path : `./${inside}`);
}

/** The common parent folder. */
export function commonFolder(members: readonly Effect[]): string {
  const [first = [], ...rest] = members.map(({ target }) => dirname(target).split("/"));
  const length = rest.reduce((common, parts) => {
    const differs = first.slice(0, common).findIndex((part, at) => part !== parts[at]);
    return differs === -1 ? common : differs;
  }, first.length);
  return first.slice(0, length).join("/") || "/";
}

function hostOf(url: string): string {
  return URL.parse(url)?.host ?? shorten(url);
}

function shorten(text: string): string {
  const line = visibleLine(text);
  return shortened(line, MAX_TARGET);
}
