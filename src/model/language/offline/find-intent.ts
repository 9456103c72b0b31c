import { call, type Intent } from "./intent.ts";
import { folderIn } from "./named-folder.ts";
import { isFile, pathsIn, quotedIn } from "./named-path.ts";

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

/** A wish to find files by their names. */
export function findIntent(message: string): Intent | undefined {
  if (!LOOKS.test(message) && !EXISTS.test(message)) return undefined;
  const [path] = pathsIn(message).filter(isFile);
  if (path !== undefined && EXISTS.test(message)) return call("get_file_info", { path });
  const folder = folderIn(message.replace(NAMED, " ").replace(OF_KIND, " "));
  const within = folder === undefined ? {} : { path: folder };
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
