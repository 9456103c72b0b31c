type Language = "en" | "zh";

/** The part of a log record that is read. */
interface FlowRecord {
  readonly type: string;
  readonly callId?: string | undefined;
  readonly tool?: string | undefined;
  readonly origins?:
    | readonly {
        readonly path: string;
        readonly role: string;
        readonly from: string;
        readonly sources?: readonly string[] | undefined;
        readonly asks: boolean;
      }[]
    | undefined;
  readonly result?: { readonly ok: boolean } | undefined;
}

/** One arrow in the flow of a run: the origin of a value, and the argument that used it. */
interface FlowArrow {
  readonly from: string;
  readonly to: string;
  readonly callId: string;
  /** Whether it was a reason to ask a person. */
  readonly asks: boolean;
  /** How the call ended, in words. */
  readonly end: string;
}

const FROM: Readonly<Record<Language, Readonly<Record<string, string>>>> = {
  en: {
    user: "you",
    agreed: "you (agreed)",
    made: "this run",
    record: "what you pointed to",
    service: "the service itself",
    planned: "the plan",
    typed: "you",
    others: "others",
    nobody: "unknown",
  },
  zh: {
    user: "你",
    agreed: "你（已同意）",
    made: "本次运行",
    record: "你所指的对象",
    service: "服务本身",
    planned: "计划",
    typed: "你",
    others: "他人",
    nobody: "来源不明",
  },
};

const ENDS = {
  en: { ran: "ran", asked: "asked, ran", refused: "asked, not run", failed: "not run" },
  zh: { ran: "已执行", asked: "询问后执行", refused: "询问后未执行", failed: "未执行" },
} as const;

/** The flow of a run from source to sink, in the order of its calls. Empty if no call had to be explained. */
export function flowArrows(records: readonly FlowRecord[], language: Language): FlowArrow[] {
  const asked = new Set(records.flatMap(({ type, callId }) => (type === "approval-start" ? [callId] : [])));
  const ran = new Set(
    records.flatMap(({ type, callId, result }) =>
      type === "call-end" && result?.ok === true ? [callId] : [],
    ),
  );
  return records.flatMap(({ type, callId = "", tool = "", origins = [] }) => {
    if (type !== "call-start") return [];
    const words = ENDS[language];
    const end = ran.has(callId)
      ? asked.has(callId)
        ? "asked"
        : "ran"
      : asked.has(callId)
        ? "refused"
        : "failed";
    return origins
      .filter(({ role }) => role !== "inert")
      .map(({ path, from, sources = [], asks }) => ({
        from: sources.length > 0 ? sources.join(", ") : (FROM[language][from] ?? from),
        to: `${tool}.${path}`,
        callId,
        asks,
        end: words[end],
      }));
  });
}
