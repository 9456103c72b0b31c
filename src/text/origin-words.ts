import { shortened } from "./text-end.ts";

type Language = "en" | "zh";

/** Where an argument came from, as the log stores it. */
interface RecordedOrigin {
  readonly from: string;
  readonly sources?: readonly string[] | undefined;
}

interface ArgumentOrigin extends RecordedOrigin {
  readonly path: string;
  readonly role: string;
  readonly value: string;
  readonly asks: boolean;
}

/** The origin of an argument, on one line. `asks`: it is why a person is asked. */
interface OriginLine {
  readonly text: string;
  readonly asks: boolean;
}

const FROM: Readonly<Record<Language, Readonly<Record<string, string>>>> = {
  en: {
    user: "from you",
    agreed: "you agreed to it in this run",
    made: "made in this run",
    record: "what your words point to",
    service: "from the service itself",
    planned: "in the plan of this run",
    typed: "you wrote it; it is asked about because it is executed",
    elsewhere: "you said it, but for something else",
    others: "from {sources}, not from you",
    nobody: "not from you; nothing that was read contains it word for word",
  },
  zh: {
    user: "你说的",
    agreed: "本次运行中你已同意",
    made: "本次运行中新建的",
    record: "你的话所指的那一个",
    service: "来自服务本身",
    planned: "在本次运行的计划里",
    typed: "你写的；因为要执行，所以询问",
    elsewhere: "你说过，但说的是另一件事",
    others: "来自 {sources}，不是你说的",
    nobody: "不是你说的；读过的内容里也没有原文",
  },
};

/** What else can be done about an unexplained value, besides approval and denial. */
const REMEDIES: Readonly<Record<Language, string>> = {
  en: "besides yes and no: write the value yourself, have it left out, or have a yes, no or choice read in isolation",
  zh: "除了同意和拒绝：可以自己写出这个值、让它省略，或单独隔离、或在子运行中读取一个是、否或选项",
};

const MAX_VALUE = 80;

/** What a question is about: a call, or the calls of a plan. */
interface AskedAbout {
  readonly origins?: readonly ArgumentOrigin[] | undefined;
  readonly lines?:
    | readonly { readonly verdict: string; readonly origins?: readonly ArgumentOrigin[] | undefined }[]
    | undefined;
}

/**
 * The origins of the arguments of a call: first those that are the reason for the question, then the rest. In a plan, the number of
 * the line comes before the argument.
 */
export function originLines(
  { origins = [], lines: calls = [] }: AskedAbout,
  language: Language,
): OriginLine[] {
  const planned = calls.flatMap(({ verdict, origins: own = [] }, at) =>
    verdict === "ask" ? own.map((origin) => ({ ...origin, path: `${at + 1}. ${origin.path}` })) : [],
  );
  const shown = [...origins, ...planned].filter(({ role }) => role !== "inert");
  const asking = shown.filter(({ asks }) => asks);
  const lines = [...asking, ...shown.filter(({ asks }) => !asks)].map((origin) => ({
    text: originText(origin, language),
    asks: origin.asks,
  }));
  return asking.length === 0 ? lines : [...lines, { text: REMEDIES[language], asks: false }];
}

/** The origin of an argument, in words: "from read_inbox, not from you". */
export function originWords({ from, sources = [] }: RecordedOrigin, language: Language): string {
  const others = language === "en" ? "others" : "他人";
  return (FROM[language][from] ?? "{sources}").replace("{sources}", () => sources.join(", ") || others);
}

function originText(origin: ArgumentOrigin, language: Language): string {
  const { path, value } = origin;
  const who = originWords(origin, language);
  const cut = shortened(value, MAX_VALUE);
  return language === "en" ? `${path}: "${cut}", ${who}` : `${path}：“${cut}”，${who}`;
}
