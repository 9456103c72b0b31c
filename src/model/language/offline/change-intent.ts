import { fieldsOf } from "../../../text/record.ts";
import { call, type Intent, say, type ToolResult } from "./intent.ts";
import { isFile, pathsIn, quotedIn } from "./named-path.ts";

const WRITES =
  /\b(?:write|save|put|store|create|make|generate|touch|new)\b|写入|写到|写进|写一个|写个|写上|保存|存到|存进|新建|创建|生成|建一?个|建立/i;
const APPENDS =
  /\b(?:append|add|make a note|(?:note|jot|write) down)\b|追加|添加|加上|加一行|加入|末尾加|后面加/i;
const DELETES = /\b(?:delete|remove|erase|rm)\b|删除|删掉|删了|移除/i;
const MOVES = /\b(?:rename|move|mv)\b|改名|重命名|移动|移到|挪到|挪/i;
const COPIES = /\b(?:copy|duplicate|cp)\b|复制|拷贝/i;
const FOLDERS =
  /\b(?:create|make|new|add)\s+(?:a |an |the )?(?:new )?(?:folder|directory)\s+(?:called |named )?([\w./-]+)|^mkdir\s+([\w./-]+)$|(?:新建|创建|建)(?:一个)?(?:新)?(?:叫|名为)?\s*([\w./-]+)\s*的?(?:文件夹|目录)|(?:新建|创建|建)(?:一个)?(?:新)?(?:文件夹|目录)\s*(?:叫|名为)?\s*([\w./-]+)/i;

const RESULT_NOUNS =
  "results?|outputs?|outcomes?|answers?|findings?|responses?|reply|info(?:rmation)?|data|reports?|lists?|contents?|summary|page|weather|forecast|temperature|time|news|log|table|matches|hits|files|names|sums?|totals?|products?|differences?|numbers?|figures?|values?|counts?|solutions?|conclusions?";

const HAN_RESULT_NOUNS =
  "结果|输出|回答|答案|内容|信息|数据|列表|清单|天气|天气预报|时间|得数|总数|总和|数值|数字|结论|报告|摘要|总结|它们?|这些|那些|这个";

/** Words that refer to an earlier result. A noun with an article alone, such as "the joke", is no content either. */
const REFERS = new RegExp(
  `^(?:(?:all )?(?:the|this|that|these|those|its|their|your)\\s+(?:[a-z]+\\s+){0,2})?(?:${RESULT_NOUNS})(?: (?:of|from|for) [\\w ]{1,40})?$|^(?:the|its|their|your)\\s+[a-z]+$|^(?:it|them|this|that|these|those|everything|what (?:you|it) (?:found|find|got|get|said|says|gave|gives))$|^(?:.{0,6}的)?(?:查询|搜索|运行|执行|检索|计算|统计|查到|得到|算出来|刚才|上面)?的?(?:${HAN_RESULT_NOUNS})$`,
  "i",
);

// "…, save to a.txt", "…，存到 a.txt": the content was named before.
const SAVES_IT =
  /^(?:save|store|write|put)(?: (?:to|into|in|as))\s|^(?:并|再|请)?(?:保存|存|写)(?:到|进|为|入)/i;

/** A request to change files: write, append, delete, move, copy. */
export function changeIntent(message: string): Intent | undefined {
  const folder = FOLDERS.exec(message)?.slice(1).find(Boolean);
  if (folder !== undefined && !isFile(folder)) return say("no-folder", folder);
  const [path, second] = pathsIn(message);
  if (path === undefined) return undefined;
  if (DELETES.test(message) && isFile(path)) return call("delete_file", { path });
  if (second !== undefined && COPIES.test(message)) return copyIntent(path, inFolder(second, path));
  if (second !== undefined && MOVES.test(message))
    return call("move_file", { from: path, to: inFolder(second, path) });
  if (APPENDS.test(message)) return appendIntent(message, path);
  return WRITES.test(message) ? writeIntent(message) : undefined;
}

function inFolder(target: string, source: string): string {
  return isFile(target) ? target : `${target.replace(/\/$/, "")}/${source.split("/").at(-1)}`;
}

function writeIntent(message: string): Intent | undefined {
  const path = pathsIn(message).at(-1) ?? "";
  const named = pathsIn(message)[0] ?? "";
  const quoted = quotedIn(message).find((text) => text !== path && text !== named);
  const escapeRegExp = (name: string) => name.replace(/[.*+?^${}()|[\]\\/]/g, "\\$&");
  const quote = "[`'\"“”「」]?";
  const before =
    new RegExp(
      `(?:write|save|put|store)\\s+(?:down\\s+)?(?:the (?:text|words?|line|content)s?\\s+)?(\\S[\\s\\S]*?)\\s+(?:to|into|in|as|inside)\\s+(?:an? |the )?(?:new )?(?:file )?(?:called |named )?${quote}${escapeRegExp(path)}`,
      "i",
    ).exec(message)?.[1] ??
    new RegExp(
      `(?:把|将)\\s*(\\S[\\s\\S]*?)\\s*(?:写入|写到|写进|保存到|存到|存进|保存为|存为)(?:到)?(?:文件)?\\s*${quote}${escapeRegExp(path)}`,
    ).exec(message)?.[1] ??
    new RegExp(
      `(?:写入|保存|写)\\s*(\\S[\\s\\S]*?)\\s*(?:到|进|至)(?:文件)?\\s*${quote}${escapeRegExp(path)}`,
    ).exec(message)?.[1];
  const after = new RegExp(
    `${escapeRegExp(named)}${quote}\\s*(?:文件)?[，,]?\\s*(?:[:：]|that (?:says|contains|reads)|with(?: the)?(?: (?:content|contents|text|line|words?))?|containing|saying|里?面?(?:写(?:着|上|入)?|内容(?:是|为|写)?)|，?内容(?:是|为)?)\\s*[:：]?\\s*(\\S[\\s\\S]*)$`,
    "i",
  ).exec(message)?.[1];
  const several = quotedIn(message).filter((text) => text !== path && text !== named).length > 1;
  if (several && quoted !== undefined && after === undefined) return say("which-content", path);
  // print('hi') is the content, not the text in its quotation marks.
  const context =
    after !== undefined && quoted !== undefined && !/^[`'"“「]/.test(after) && after.includes(quoted);
  if (quoted !== undefined && !context)
    return call("write_file", { path: before === undefined ? named : path, content: quoted });
  const unquotedText = after ?? before;
  if (
    quoted === undefined &&
    (unquotedText === undefined ? SAVES_IT.test(message) : REFERS.test(unquotedText.trim()))
  )
    return { kind: "call", tool: "write_file", input: { path }, takesResult: "content" };
  if (
    unquotedText !== undefined &&
    !/^(?:it|this|that|an?|the|一个|它|这个)?$/i.test(unquotedText) &&
    !/^(?:an? |the )?(?:new |text )?file\b/i.test(unquotedText)
  )
    return call("write_file", { path: after === undefined ? path : named, content: unquoted(unquotedText) });
  if (/\bempty\b|空的?(?:文件|白)|空文件/i.test(message)) return call("write_file", { path, content: "" });
  return /\b(?:file|create|new|touch)\b|文件|新建|创建/i.test(message)
    ? say("which-content", path)
    : undefined;
}

// No tool appends: the file is read, and written with the addition.
function appendIntent(message: string, path: string): Intent | undefined {
  const quoted = quotedIn(message).find((text) => text !== path);
  const named =
    /\b(?:append|add|(?:note|jot|write) down)\s+(?:an? |the )?(?:new )?(?:line|text|words?|entry|item)?\s*[:：]?\s*(\S[\s\S]*?)\s+(?:to|into|at|in)\s+/i.exec(
      message,
    )?.[1] ??
    /\b(?:saying|that says)\s+(\S[\s\S]*)$/i.exec(message)?.[1] ??
    /(?:追加|添加|加上|加入|加)(?:一行|一句|文字)?\s*[:：]?\s*(\S[\s\S]*)$/.exec(message)?.[1];
  const text = quoted ?? (named === undefined ? undefined : unquoted(named));
  if (text === undefined) return undefined;
  return withWhole(path, (content) =>
    call("write_file", {
      path,
      content: `${content === "" || content.endsWith("\n") ? content : `${content}\n`}${text}\n`,
    }),
  );
}

function copyIntent(from: string, to: string): Intent {
  return withWhole(from, (content) => call("write_file", { path: to, content }));
}

function withWhole(path: string, make: (content: string) => Intent): Intent {
  return {
    kind: "call",
    tool: "read_file",
    input: { path },
    next({ failed, data }: ToolResult) {
      const { content, more } = fieldsOf(data);
      if (failed || typeof content !== "string") return undefined;
      return more === true ? say("too-long", path) : make(content);
    },
  };
}

function unquoted(text: string): string {
  return text.trim().replace(/^[`'"“「](.*)[`'"”」]$/s, "$1");
}
