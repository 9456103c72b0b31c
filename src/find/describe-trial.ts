import { visibleLine } from "../text/visible-text.ts";
import { partInChinese, reportInChinese } from "./report-in-chinese.ts";
import type { TrialRecord } from "./trial-record.ts";

type Language = "en" | "zh";

const ENGLISH = {
  from: (what: string, registry: string) => `${what}, from ${registry}`,
  purpose: (text: string) => `What for: ${text}`,
  grade: (name: TrialRecord["grade"]) => `Grade: ${name}. ${ENGLISH.grades[name]}`,
  grades: {
    "nothing found": "These checks found nothing against it. That is no proof that it is harmless",
    careful: "Look at the warnings before you agree",
    dangerous: "It does things that no honest one does. It cannot be installed this way",
  } satisfies Record<TrialRecord["grade"], string>,
  against: "Against it:",
  different: (from: string) => `Different from ${from}:`,
  missing: (names: string) => `Not set yet, and needed: ${names}`,
  tools: (names: string) => `Tools: ${names || "none seen"}`,
  besides: "Known besides:",
  line: (text: string, source: string) => `${text} (${source})`,
  wanted: "In the trial it wanted to:",
  serverMay: "If you agree, it runs contained and may do this and nothing else:",
  skillMay:
    "If you agree, the model may read it, and its scripts run contained and may do this and nothing else:",
  hosts: (names: string) => (names === "" ? "reach no host" : `reach ${names}`),
  variables: (names: string) => (names === "" ? "get no variable" : `get the variables ${names}`),
  noFolder: "see no folder of yours",
  folders: (names: string) =>
    names === "" ? "see no folder of yours, only files that a call names" : `see ${names}`,
  programs: (names: string) =>
    names === "" ? "start no programs but plain tools of a shell" : `start the programs ${names}`,
  asksNot: "run its tools without asking you again: they can reach nothing",
  serverAsks: "its tools ask you as those of any other server do",
  skillAsks: "each script asks you as those of any other skill do",
};

const CHINESE: typeof ENGLISH = {
  from: (what, registry) => `${what}，来自 ${registry}`,
  purpose: (text) => `用途：${text}`,
  grade: (name) => `评级：${CHINESE.grades[name]}`,
  grades: {
    "nothing found": "没有发现问题。这些检查没有发现不利之处，但不能证明它无害",
    careful: "需要小心。同意之前请先看警告",
    dangerous: "危险。它会做正当软件不会做的事，不能这样安装",
  },
  against: "不利之处：",
  different: (from) => `与 ${from} 的不同：`,
  missing: (names) => `需要但还没有设置：${names}`,
  tools: (names) => `工具：${names || "没有看到"}`,
  besides: "其他已知情况：",
  line: (text, source) => `${text}（${source}）`,
  wanted: "它在试用中想要：",
  serverMay: "如果你同意，它会在隔离中运行，只能做以下这些：",
  skillMay: "如果你同意，模型可以阅读它，它的脚本会在隔离中运行，只能做以下这些：",
  hosts: (names) => (names === "" ? "不能连接任何主机" : `连接 ${names}`),
  variables: (names) => (names === "" ? "得不到任何变量" : `得到变量 ${names}`),
  noFolder: "看不到你的任何文件夹",
  folders: (names) => (names === "" ? "看不到你的任何文件夹，只能看到调用指明的文件" : `看到 ${names}`),
  programs: (names) => (names === "" ? "除 shell 的普通工具外，不能启动程序" : `启动程序 ${names}`),
  asksNot: "运行工具时不再询问你：它们碰不到任何东西",
  serverAsks: "它的工具像其他服务器的工具一样询问你",
  skillAsks: "每个脚本都像其他技能的脚本一样询问你",
};

const WORDS: Readonly<Record<Language, typeof ENGLISH>> = { en: ENGLISH, zh: CHINESE };

/** Describes a whole trial for a person: its purpose, the warnings, its permissions, and the other known facts. */
export function describeTrial(record: TrialRecord, purpose = "", language: Language = "en"): string {
  const { candidate, grade, lines, missing, definitions, update, skill } = record;
  const { type, identifier, version } = candidate.package;
  const words = WORDS[language];
  const told = (text: string) => visibleLine((language === "zh" ? reportInChinese(text) : undefined) ?? text);
  const from = (source: string) => visibleLine(language === "zh" ? partInChinese(source) : source);
  const listed = (severities: readonly string[]) =>
    lines
      .filter(({ severity }) => severities.includes(severity))
      .map(({ text, source }) => `  - ${words.line(told(text), from(source))}`);
  const against = listed(["danger", "warning"]);
  const tools = (definitions?.tools ?? []).map(({ name }) => visibleLine(name));
  const what = `${type} ${visibleLine(identifier)}${version === "" ? "" : ` ${visibleLine(version)}`}`;
  return [
    `${visibleLine(candidate.title || candidate.name)}: ${visibleLine(candidate.description).slice(0, 300)}`,
    words.from(what, visibleLine(candidate.registry)),
    ...(purpose === "" ? [] : [words.purpose(visibleLine(purpose))]),
    words.grade(grade),
    ...(against.length === 0 ? [] : [words.against, ...against]),
    ...(update === undefined
      ? []
      : [
          words.different(visibleLine(update.from)),
          ...update.differences.map((text) => `  - ${told(text)}`),
        ]),
    ...contractLines(record, words),
    ...(missing.length === 0 ? [] : [words.missing(shownNames(missing))]),
    ...(skill === undefined ? [words.tools(tools.slice(0, 20).join(", "))] : []),
    words.besides,
    ...listed(["notice", "fact"]),
  ].join("\n");
}

const shownNames = (names: readonly string[]): string => names.map(visibleLine).join(", ");

/** The enforced permissions, line by line. */
function contractLines({ contract, server, skill, grade }: TrialRecord, words: typeof ENGLISH): string[] {
  const shared = [words.hosts(shownNames(contract.hosts)), words.variables(shownNames(contract.variables))];
  const under = (heading: string, lines: readonly string[]) => [
    heading,
    ...[...shared, ...lines].map((line) => `  - ${line}`),
  ];
  // A dangerous candidate cannot be approved, so its lines promise nothing: they report what the trial observed.
  if (grade === "dangerous") {
    const { programs } = contract;
    return under(words.wanted, programs.length === 0 ? [] : [words.programs(shownNames(programs))]);
  }
  if (skill === undefined)
    return under(words.serverMay, [
      words.noFolder,
      server?.config.risk === "low" ? words.asksNot : words.serverAsks,
    ]);
  const { folders, programs } = skill.contract;
  return under(words.skillMay, [
    words.folders(shownNames(folders.map(({ path, access }) => `${path} (${access})`))),
    words.programs(shownNames(programs)),
    words.skillAsks,
  ]);
}
