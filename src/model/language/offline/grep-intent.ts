import { call, type Intent } from "./intent.ts";
import { folderIn, isDefaultFolder } from "./file-intent.ts";
import { isFile, pathsIn, quotedIn } from "./named-path.ts";

const PLACE =
  "files?|folders?|code|source|project|workspace|director(?:y|ies)|repo(?:sitory)?|notes|documents?|everything|here";
const PLACE_ZH = "文件|代码|目录|项目|工程|文件夹|工作区|仓库|笔记|文档";
const TEXT =
  "(?:the )?(?:word |text |string |phrase |term |all occurrences of |occurrences of |mentions of |any )?(\\S.*?)";

// What is looked for is the first group that has something in it.
const SEARCH_FORMS: readonly RegExp[] = [
  /^grep\s+(?:-\w+\s+)*(\S+)/i,
  new RegExp(
    `\\b(?:which|what|in which|show(?: me)?|find|list)\\b.*\\b(?:files?|documents?|notes)\\b(?: (?:that|which))? (?:contain(?:s|ing)?|mention(?:s|ing)?|has|have|having|includ(?:e|es|ing)|says?|with) ${TEXT}[?.!]*$`,
    "i",
  ),
  /\bin which files? (?:does|do|is|are) (\S.*?) (?:appear|occur|mentioned|used|stand)/i,
  /\bfiles? (?:containing|mentioning|that contain|that mention) (\S.*?)[?.!]*$/i,
  new RegExp(
    `\\b(?:search|scan|go through|look through|grep)\\b (?:through |in )?(?:all |the |my |our |this )*(?:${PLACE}|[\\w./-]+\\.\\w+|[\\w.-]+/[\\w./-]*) for ${TEXT}[?.!]*$`,
    "i",
  ),
  new RegExp(
    `\\b(?:search|find|grep|look|scan)(?: for)? ${TEXT} (?:in|inside|within|through|across)\\b`,
    "i",
  ),
  /\bwhere (?:is|are|do (?:we|i) use) (\S+?) (?:used|defined|mentioned|called|declared|imported)/i,
  /\bdoes \S+ (?:contain|mention|include|have|say) (?:the (?:word|text) )?(\S.*?)[?.!]*$/i,
  /\bis (?:there )?(\S+) in [\w./-]+\.\w+/i,
  /(?:里面?|中|内|下面?)(?:的)?(?:所有)?(?:帮我)?(?:搜索|搜一下|搜|查找|查一下|查|找一下|找)(?:一下)?(?:所有|包含)?\s*(\S.*?)[。？?！!]*$/,
  new RegExp(
    `(?:搜索|搜一下|搜|查找|查一下|找一下|找)(?:一下)?(?:所有)?\\s*(?:${PLACE_ZH}|[\\w./-]+)\\s*(?:里面?|中|内)的?\\s*(\\S.*?)[。？?！!]*$`,
  ),
  /(?:哪里|哪儿|什么地方)(?:都)?(?:用到?了?|提到了?|出现了?|定义了?)\s*(\S.*?)[。？?！!]*$/,
  /\bmentions? of (\S.*?) in\b/i,
  /(?:哪些|哪个|什么|哪几个|有没有)(?:文件|地方|代码)(?:里面?|中)?(?:有|包含|含有|提到过?了?|出现过?了?|写了|用到?了?)\s*(\S.*?)[。？?！!]*$/,
  /(?:包含|含有|提到|带有)了?\s*(\S.*?)\s*的(?:所有)?(?:文件|地方|行)/,
  /(?:里面?|中)(?:有没有|是否有|有无|有)\s*(\S.*?)(?:这个词|吗)?[。？?！!]*$/,
];
const ZH_ASKS_CONTENT = /^(?:什么|啥|哪些|些什么|多少|几)/;

/** A wish to search the text of files. */
export function grepIntent(message: string): Intent | undefined {
  const text = message.trim();
  const form = SEARCH_FORMS.map((pattern) => pattern.exec(text)).find((found) => found !== null);
  const quoted = quotedIn(text).find((words) => !pathsIn(`"${words}"`).some(isFile));
  const bare =
    /^(?:please )?(?:search|find|look)(?: for)? ["'`“「]/i.test(text) ||
    /^(?:找一下|查找|搜索|找)\s*[“「"]/.test(text);
  if (form === undefined && !(quoted !== undefined && bare)) return undefined;
  const said =
    quoted ??
    form
      ?.slice(1)
      .find(Boolean)
      ?.replace(/[”"'`」]+$/, "");
  if (said === undefined || ZH_ASKS_CONTENT.test(said)) return undefined;
  const pattern = said.replace(/^(?:for|the word)\s+/i, "").trim();
  const place = placeOf(text, pattern);
  if (place === undefined || pattern === "" || pathsIn(pattern).length > 0) return undefined;
  return call("grep", { pattern, literal: true, ...place });
}

// Where it is to be searched; nothing when the message is about another place than files, such as a city.
function placeOf(message: string, pattern: string): { path?: string } | undefined {
  const rest = message.replace(pattern, " ");
  const [path] = pathsIn(rest);
  const folder = path ?? folderIn(rest);
  if (
    folder !== undefined &&
    (path !== undefined || isDefaultFolder(folder) || /folder|director|目录|文件夹/i.test(rest))
  )
    return { path: folder };
  const typed = /^grep\s+(?:-\w+\s+)*\S+\s+([\w./-]+)$/i.exec(message.trim())?.[1];
  if (typed !== undefined) return { path: typed };
  const word = /(?:在|从)\s*([\w.-]+)\s*(?:里|中|内|下)/.exec(rest)?.[1];
  if (word !== undefined) return { path: word };
  if (/^grep\b/i.test(message.trim())) return {};
  if (new RegExp(`\\b(?:${PLACE})\\b|${PLACE_ZH}`, "i").test(rest)) return {};
  return /\b(?:used|defined|declared|imported)\b|哪里|哪儿|什么地方/i.test(rest) ||
    quotedIn(message).length > 0
    ? {}
    : undefined;
}
