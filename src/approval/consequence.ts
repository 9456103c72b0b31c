import type { Title } from "../contract/asking/approval.ts";
import type { Effect, EffectKind } from "../contract/effect.ts";
import type { Tool } from "../contract/tool.ts";
import { commonFolder, shownPath, shownTarget } from "./effect-words.ts";

/** What a call would change, and whether that can be undone. */
interface Parts {
  readonly what: Title;
  readonly end: Title;
}

const UNDO: Title = { en: "this can be undone", zh: "可以撤销" };
const UNDO_PROGRAM: Title = {
  en: "changes can be undone unless the folder is too large to copy",
  zh: "改动可以撤销，除非文件夹太大无法备份",
};
const NO_UNDO: Title = { en: "this cannot be taken back", zh: "无法撤回" };
const UNKNOWN_UNDO: Title = { en: "undoing it may not be possible", zh: "可能无法撤销" };
const NOTHING: Title = { en: "nothing is changed", zh: "不会改动任何东西" };

const CHANGES_NOTHING: Title = { en: "Changes nothing.", zh: "不会改动任何东西。" };

const MAKES_CALLS: Title = {
  en: "Makes other calls, each of which is judged and asked about by itself.",
  zh: "会发起其他调用，每个调用都会单独审查和询问。",
};

type JudgedTool = Pick<Tool, "source" | "consequence"> & Partial<Pick<Tool, "flow" | "composes">>;

/** What a call does in one plain sentence: what, where, what is lost, and whether it can be undone. */
export function consequenceOf(
  { source, consequence, flow, composes }: JudgedTool,
  { input, effects, folder }: { input: unknown; effects: readonly Effect[]; folder: string },
): Title {
  if (source === "builtin" && consequence !== undefined)
    return typeof consequence === "function" ? consequence(input) : consequence;
  const own = effects.filter(({ inWord, mounted }) => inWord !== true && mounted !== true);
  const contained = source === "builtin" || source === "skill";
  // A built-in tool declares its effects: without any, and if it keeps nothing, it only looks something up.
  if (source === "builtin" && composes === true) return MAKES_CALLS;
  if (source === "builtin" && effects.length === 0 && flow?.keeps === "nothing") return CHANGES_NOTHING;
  const { what, end } = partsOf(own, { contained, folder });
  return { en: `${what.en}; ${end.en}.`, zh: `${what.zh}，${end.zh}。` };
}

interface Options {
  /** Whether the tool's programs run in a sandbox and its changes can be undone. */
  readonly contained: boolean;
  readonly folder: string;
}

function partsOf(effects: readonly Effect[], { contained, folder }: Options): Parts {
  const of = (...kinds: EffectKind[]) => effects.filter(({ kind }) => kinds.includes(kind));
  const place = (members: readonly Effect[]) => {
    const paths = [...new Set(members.map(({ target }) => target))];
    const [only = "."] = paths;
    return paths.length === 1 ? shownPath(only, folder) : shownPath(commonFolder(members), folder);
  };
  const names = (members: readonly Effect[]) =>
    [...new Set(members.map(({ kind, target }) => shownTarget(kind, target, folder)))].join(", ");
  const [money, messages] = [of("money.spend"), of("message.send")];
  const [deletes, writes, commands] = [of("file.delete"), of("file.write"), of("command.run")];
  const [sends, fetches, variables] = [of("host.send"), of("host.read"), of("env.write")];
  if (money.length > 0)
    return { what: { en: `Spends money: ${names(money)}`, zh: `会花钱：${names(money)}` }, end: NO_UNDO };
  if (messages.length > 0)
    return {
      what: { en: `Sends a message to ${names(messages)}`, zh: `会向 ${names(messages)} 发送消息` },
      end: NO_UNDO,
    };
  const rows = of("db.insert", "db.update", "db.delete", "db.schema", "db.call");
  if (rows.length > 0)
    return {
      what: { en: `Changes ${names(rows)} in the database`, zh: `会修改数据库中的 ${names(rows)}` },
      end: { en: "the preview says whether this can be undone", zh: "能否撤销见预览" },
    };
  if (commands.length > 0)
    return program({ sends, writes: [...writes, ...deletes], place, names, contained });
  if (sends.length > 0)
    return {
      what: { en: `Sends data to ${names(sends)}`, zh: `会向 ${names(sends)} 发送数据` },
      end: NO_UNDO,
    };
  const end = contained ? UNDO : UNKNOWN_UNDO;
  if (deletes.length > 0 && writes.length === 0)
    return { what: { en: `Deletes ${place(deletes)}`, zh: `会删除 ${place(deletes)}` }, end };
  if (writes.length > 0) {
    const changed = place([...writes, ...deletes]);
    return { what: { en: `Changes ${changed}`, zh: `会改动 ${changed}` }, end };
  }
  if (fetches.length > 0)
    return {
      what: { en: `Fetches from ${names(fetches)}`, zh: `会从 ${names(fetches)} 获取内容` },
      end: NOTHING,
    };
  if (variables.length > 0)
    return {
      what: { en: `Sets ${names(variables)} for this run`, zh: `会为本次运行设置 ${names(variables)}` },
      end: { en: "no file is changed", zh: "不改动文件" },
    };
  const reads = of("file.read", "env.read", "db.read");
  if (reads.length > 0)
    return { what: { en: `Reads ${names(reads)}`, zh: `会读取 ${names(reads)}` }, end: NOTHING };
  return {
    what: { en: "Does not say what it changes", zh: "没有说明会改动什么" },
    end: UNKNOWN_UNDO,
  };
}

interface ProgramParts extends Pick<Options, "contained"> {
  readonly sends: readonly Effect[];
  readonly writes: readonly Effect[];
  place(members: readonly Effect[]): string;
  names(members: readonly Effect[]): string;
}

function program({ sends, writes, place, names, contained }: ProgramParts): Parts {
  if (!contained)
    return {
      what: { en: "Runs a program outside of the sandbox", zh: "会在沙箱之外运行程序" },
      end: UNKNOWN_UNDO,
    };
  const reach =
    sends.length === 0
      ? { en: "", zh: "" }
      : {
          en: ` and can send data to ${names(sends)}, which cannot be taken back`,
          zh: `，并能向 ${names(sends)} 发送数据（无法撤回）`,
        };
  if (writes.length === 0)
    return {
      what: { en: `Runs in a sandbox${reach.en}`, zh: `会在沙箱中运行${reach.zh}` },
      end: { en: "it cannot change your files", zh: "改不了你的文件" },
    };
  const where = place(writes);
  return {
    what: {
      en: `Runs in a sandbox${reach.en} and can change or delete files under ${where}`,
      zh: `会在沙箱中运行${reach.zh}，可能修改或删除 ${where} 下的文件`,
    },
    end: UNDO_PROGRAM,
  };
}
