import { defined } from "../../../support/defined.ts";
import { call, type Intent, say } from "./intent.ts";
import { isFile, pathsIn, quotedIn } from "./named-path.ts";

const PLACE =
  "files?|folders?|code|source|project|workspace|director(?:y|ies)|repo(?:sitory)?|notes|documents?|everything|here";

const PLACE_ZH = "文件|代码|目录|项目|工程|文件夹|工作区|仓库|笔记|文档";

const TEXT =
  "(?:the )?(?:word |text |string |phrase |term |all occurrences of |occurrences of |mentions of |any )?(\\S.*?)";

// The search text is the first non-empty group.
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

const KINDS: Readonly<Record<string, string>> = {
  python: "py",
  markdown: "{md,markdown}",
  javascript: "{js,mjs,cjs}",
  typescript: "ts",
  text: "txt",
  文本: "txt",
  yaml: "{yml,yaml}",
  shell: "sh",
  image: "{png,jpg,jpeg,gif,webp,svg}",
  picture: "{png,jpg,jpeg,gif,webp,svg}",
  photo: "{png,jpg,jpeg,gif,webp}",
  图片: "{png,jpg,jpeg,gif,webp,svg}",
};

const KNOWN_ENDINGS =
  "txt|md|py|js|mjs|ts|tsx|jsx|json|ya?ml|sh|pdf|csv|html?|css|png|jpe?g|gif|svg|go|rs|java|c|cpp|h|xml|toml|log|sql|docx?|xlsx?|zip|ini|env";

const KIND_WORDS = Object.keys(KINDS).join("|");

const OF_KIND = new RegExp(
  `(?<![\\w.])\\.?(${KNOWN_ENDINGS}|${KIND_WORDS})\\s*(?:scripts?|documents?|files?|文件|脚本|文档)`,
  "i",
);

const ENDING =
  /\bend(?:ing|s)? (?:in|with)\s+["'`]?\.?(\w{1,10})|以\s*\.?(\w{1,10})\s*结尾|(?:后缀|扩展名)(?:是|为)?\s*\.?(\w{1,10})/i;

const GLOB = /(?<![\w*])(?:\*\*\/)?[\w.-]*\*[\w.*-]*/;

const NAMED =
  /\bfiles?\s+(?:called|named|with (?:the )?name)\s+["'`]?([\w.-]+)|(?:名字|文件名)(?:里|中)?(?:有|包含|带|叫|是|为|含有)\s*[“"']?([\p{L}\d_.-]+?)[”"']?\s*的|叫做?\s*[“"']?([\w.-]+)[”"']?\s*的文件/iu;

const LOOKS =
  /\b(?:find|locate|where(?:'s| is| are)|search for|look for|is there|are there|do (?:i|we|you) have|list|show|which|what|any|all|get)\b|^ls\b|^dir\b|找|查找|搜索|在哪|哪里|有没有|列出|列一?下|有哪些|哪些|显示|看看|所有|名字|文件名/i;

const WHERE =
  /\b(?:find|locate|where(?:'s| is| are)|search for|look for|is there)\b|找|查找|搜索|在哪|在什么地方|哪里|有没有/i;

const EXISTS = /\bhow (?:big|large) is\b|多大|\bdoes\b.*\bexist\b|\bexists?\b|(?:是否|是不是)?存在/i;

const NO_NAME =
  /^(?:this|that|the|my|our|your|a|an|any|all|current|same|here|which|what|whole|each|every|new|working|home|it|there|them|me|files?|folders?|code|project|workspace|director(?:y|ies)|total|detail|order|general|contents?|list|show|print|display|listing|recursively|-.*)$/i;

const FORMS: readonly RegExp[] = [
  /^ls\s+(?:-\w+\s+)*([\w./][\w./-]*)$/i,
  /\b(?:folder|directory|dir)\s+(?:called\s+|named\s+)?([\w.-]+)/i,
  /\b([\w.-]+)\s+(?:folder|directory|dir)\b/i,
  /\b(?:in|inside|under|within|of|ls|dir)\s+(?:the\s+)?([\w.-]+)\s*[?!.]*$/i,
  /(?<![\w.-])([\w.-]+)\s*(?:这个|那个)?\s*(?:目录|文件夹)/,
  /(?:目录|文件夹)\s*(?:叫|名为)?\s*([\w.-]+)/,
  /(?:在|列出|看看|看下|查看|显示)\s*([\w.-]+)\s*(?:里面?|下面?|中|内)/,
];

const LISTS =
  /\bhow many files\b|\beverything (?:in|under)\b|(?:几个|多少个?)文件|\b(?:list|show|what|which|see|look|give|display|see)\b.*\b(?:files?|folders?|director(?:y|ies)|dir)\b|^\W*(?:ls|dir|files)\b|\b(?:list|show)(?: me)? (?:everything|what(?:'s| is))\b|\bwhat(?:'s| is| do we have) (?:in )?(?:here|this place)\b|(?:列出|列一?下|列个|显示|看看|看一?下|查看|有哪些|有什么|有啥|哪些|都有啥).*(?:文件|目录)|(?:文件|目录)(?:夹)?(?:列表|清单|有哪些|里?(?:面|都)?有?(?:什么|啥|哪些)|下(?:面|都)?有?(?:什么|啥|哪些)|列出来|列一下)|(?:把|将).*文件.*列/i;
const NO_LIST = /\b(?:should|would|could i|how (?:do|can|to))\b|what is (?:a|an) \w+\W*$|是什么意思|什么是/i;
const READS =
  /\b(?:read|show|open|print|cat|type|display|view|see|look at|head|tail|more|less|summari[sz]e|explain|what(?:'s| is| does| do)|contents?|inside|says?|first|lines?)\b|读|打开|查看|看看|看一?下|看下|显示|打印|展示|内容|里面?有什么|里面?有啥|写了|写着|说了|讲了|是什么|总结|概括|解释|前\s*\d+\s*行|第\s*\d+/i;
const THIS_FILE =
  /\b(?:read|show|open|cat|print|display|view) (?:me )?it\b|(?:读|看|打开|显示)(?:一下|看)?它|把它(?:读|显示)|\b(?:this|that|the|same) file\b|这个文件|那个文件|该文件|此文件|文件里/i;

/** A request to see the names in a folder. */
export function listIntent(message: string): Intent | undefined {
  const paths = pathsIn(message);
  // "Show the file a.txt" asks for its content, not its name.
  if (paths.some(isFile) || NO_LIST.test(message)) return undefined;
  if (paths.some(isReadAsFile(message))) return undefined;
  if (/(?:这个|那个|该)文件(?!夹)|\b(?:this|that|the) file\b/i.test(message)) return undefined;
  const folder = folderIn(message);
  const named = folder !== undefined && (paths.length > 0 || isDefaultFolder(folder)) && READS.test(message);
  const everything = folder !== undefined && /\beverything (?:in|under)\b/i.test(message);
  if (!LISTS.test(message) && !named && !everything) return undefined;
  return call("list_files", defined({ path: folder }));
}

/** A request to read files: the named ones, or the one mentioned before. */
export function readIntent(message: string, earlier: readonly string[]): Intent[] | undefined {
  const readAsFile = isReadAsFile(message);
  const paths = pathsIn(message).filter((path) => isFile(path) || readAsFile(path));
  const alone =
    paths.length === 1 &&
    message.trim().replace(/[?？。.!！`'"“”]+$/, "").length <= (paths[0]?.length ?? 0) + 6;
  if (paths.length > 0) {
    if (!READS.test(message) && !alone) return undefined;
    return paths.slice(0, 5).map((path) => call("read_file", { path, ...linesIn(message) }));
  }
  if (!READS.test(message) || !THIS_FILE.test(message)) return undefined;
  const before = earlier.flatMap((message) => pathsIn(message).filter(isFile)).at(0);
  return [before === undefined ? say("which-file") : call("read_file", { path: before })];
}

// "Read /etc/hosts": what is read is a file, even without an extension.
function isReadAsFile(message: string): (path: string) => boolean {
  const reads = /\b(?:read|cat|print|head|tail)\b|读/i.test(message);
  return (path) => reads && /[\\/]/.test(path) && !/[\\/]$/.test(path);
}

function linesIn(message: string): { fromLine?: number; maxLines?: number } {
  const [, from, to] =
    /\blines?\s+(\d{1,6})\s*(?:-|–|to|through|until)\s*(\d{1,6})/i.exec(message) ??
    /第?\s*(\d{1,6})\s*(?:行)?\s*(?:到|至|-)\s*第?\s*(\d{1,6})\s*行/.exec(message) ??
    [];
  if (from !== undefined && to !== undefined && Number(to) >= Number(from) && Number(from) > 0)
    return { fromLine: Number(from), maxLines: Math.min(2000, Number(to) - Number(from) + 1) };
  const first =
    /\b(?:first|top)\s+(\d{1,4})\s+lines?/i.exec(message)?.[1] ?? /前\s*(\d{1,4})\s*行/.exec(message)?.[1];
  return first === undefined || Number(first) === 0 ? {} : { maxLines: Math.min(2000, Number(first)) };
}

/** The folder that a message names, if any. */
function folderIn(message: string): string | undefined {
  const path = pathsIn(message).find((named) => !isFile(named));
  if (path !== undefined) return path;
  return FORMS.map((form) => form.exec(message)?.[1]).find(
    (name) => name !== undefined && !NO_NAME.test(name) && !isFile(name) && !/^\d+$/.test(name),
  );
}

/** Folders that projects usually have: as a bare word they mean the folder. */
function isDefaultFolder(word: string): boolean {
  return /^(?:src|lib|docs?|tests?|app|bin|scripts?|config|data|examples?|packages?|notes|skills|public|assets|build|dist|out)$/i.test(
    word,
  );
}

/** A request to find files by their names. */
export function findIntent(message: string): Intent | undefined {
  if (!LOOKS.test(message) && !EXISTS.test(message)) return undefined;
  const [path] = pathsIn(message).filter(isFile);
  if (path !== undefined && EXISTS.test(message)) return call("get_file_info", { path });
  const folder = folderIn(message.replace(NAMED, " ").replace(OF_KIND, " "));
  const within = defined({ path: folder });
  const named = NAMED.exec(message)?.slice(1).find(Boolean);
  if (named !== undefined)
    return call("list_files", { ...within, pattern: isFile(named) ? `**/${named}` : `**/*${named}*` });
  const glob = GLOB.exec(message)?.[0];
  if (glob !== undefined && /\w/.test(glob))
    return call("list_files", { ...within, pattern: glob.includes("/") ? glob : `**/${glob}` });
  const ending = ENDING.exec(message)?.slice(1).find(Boolean);
  const kind = OF_KIND.exec(message)?.[1]?.toLowerCase();
  const wanted = ending ?? (kind === undefined ? undefined : (KINDS[kind] ?? kind));
  if (wanted !== undefined) return call("list_files", { ...within, pattern: `**/*.${wanted}` });
  if (path === undefined || !WHERE.test(message) || quotedIn(message).some((text) => text !== path))
    return undefined;
  return call("list_files", { pattern: `**/${path.split("/").at(-1)}` });
}

/** A request to search the text of files. */
export function grepIntent(message: string): Intent | undefined {
  const text = message.trim();
  const form = SEARCH_FORMS.map((pattern) => pattern.exec(text)).find((found) => found !== null);
  const quoted = quotedIn(text).find((words) => !pathsIn(`"${words}"`).some(isFile));
  const bare =
    /^(?:please )?(?:search|find|look)(?: for)? ["'`“「]/i.test(text) ||
    /^(?:找一下|查找|搜索|找)\s*[“「"]/.test(text);
  if (form === undefined && !(quoted !== undefined && bare)) return undefined;
  const matched =
    quoted ??
    form
      ?.slice(1)
      .find(Boolean)
      ?.replace(/[”"'`」]+$/, "");
  if (matched === undefined || ZH_ASKS_CONTENT.test(matched)) return undefined;
  const pattern = matched.replace(/^(?:for|the word)\s+/i, "").trim();
  const place = placeOf(text, pattern);
  if (place === undefined || pattern === "" || pathsIn(pattern).length > 0) return undefined;
  return call("grep", { pattern, literal: true, ...place });
}

// The folder to search. `undefined` if the message is about a place other than files, such as a city.
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
