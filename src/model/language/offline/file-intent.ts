import { call, type Intent, say } from "./intent.ts";
import { folderIn, isDefaultFolder } from "./named-folder.ts";
import { isFile, pathsIn } from "./named-path.ts";

const LISTS =
  /\bhow many files\b|\beverything (?:in|under)\b|(?:几个|多少个?)文件|\b(?:list|show|what|which|see|look|give|display|see)\b.*\b(?:files?|folders?|director(?:y|ies)|dir)\b|^\W*(?:ls|dir|files)\b|\b(?:list|show)(?: me)? (?:everything|what(?:'s| is))\b|\bwhat(?:'s| is| do we have) (?:in )?(?:here|this place)\b|(?:列出|列一?下|列个|显示|看看|看一?下|查看|有哪些|有什么|有啥|哪些|都有啥).*(?:文件|目录)|(?:文件|目录)(?:夹)?(?:列表|清单|有哪些|里?(?:面|都)?有?(?:什么|啥|哪些)|下(?:面|都)?有?(?:什么|啥|哪些)|列出来|列一下)|(?:把|将).*文件.*列/i;
const NO_LIST = /\b(?:should|would|could i|how (?:do|can|to))\b|what is (?:a|an) \w+\W*$|是什么意思|什么是/i;
const READS =
  /\b(?:read|show|open|print|cat|type|display|view|see|look at|head|tail|more|less|summari[sz]e|explain|what(?:'s| is| does| do)|contents?|inside|says?|first|lines?)\b|读|打开|查看|看看|看一?下|看下|显示|打印|展示|内容|里面?有什么|里面?有啥|写了|写着|说了|讲了|是什么|总结|概括|解释|前\s*\d+\s*行|第\s*\d+/i;
const THIS_FILE =
  /\b(?:read|show|open|cat|print|display|view) (?:me )?it\b|(?:读|看|打开|显示)(?:一下|看)?它|把它(?:读|显示)|\b(?:this|that|the|same) file\b|这个文件|那个文件|该文件|此文件|文件里/i;

/** A wish to see the names in a folder. */
export function listIntent(message: string): Intent | undefined {
  const paths = pathsIn(message);
  // "Show the file a.txt" wants its content, not its name.
  if (paths.some(isFile) || NO_LIST.test(message)) return undefined;
  if (paths.some(isReadAsFile(message))) return undefined;
  if (/(?:这个|那个|该)文件(?!夹)|\b(?:this|that|the) file\b/i.test(message)) return undefined;
  const folder = folderIn(message);
  const named = folder !== undefined && (paths.length > 0 || isDefaultFolder(folder)) && READS.test(message);
  const everything = folder !== undefined && /\beverything (?:in|under)\b/i.test(message);
  if (!LISTS.test(message) && !named && !everything) return undefined;
  return call("list_files", folder === undefined ? {} : { path: folder });
}

/** A wish to read files: those that are named, or the one that was spoken of before. */
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
  const before = earlier.flatMap((said) => pathsIn(said).filter(isFile)).at(0);
  return [before === undefined ? say("which-file") : call("read_file", { path: before })];
}

// "Read /etc/hosts": what is read is a file, even without an ending.
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
