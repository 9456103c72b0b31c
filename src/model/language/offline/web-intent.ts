import { call, type Intent } from "./intent.ts";

const ADDRESS = /\bhttps?:\/\/[^\s"'`<>，。？！、）)]+/i;
const OPENS =
  /\b(?:open|read|fetch|get|show|visit|load|download|summari[sz]e|what(?:'s| is))\b|打开|读|看|访问|抓取|获取|下载|内容|总结/i;
const SEARCHES =
  /\b(?:search|look up|google|bing|find out|weather|news|forecast)\b|搜索|搜一?下|^搜\s|查一?下|查查|上网|网上|找一下|天气|新闻|百度|谷歌/i;
const NO_SEARCH = /\bsearch (?:your|my) (?:feelings|soul|heart)\b/i;

/** A request to read a page, or to search the web. */
export function webIntent(message: string): Intent | undefined {
  const url = ADDRESS.exec(message)?.[0].replace(/[.,;:!?]+$/, "");
  const host =
    /(?<![\w@.-])(?:[a-z0-9-]+\.)+(?:com|org|net|io|cn|dev|app|edu|gov)(?:\/[^\s，。？！]*)?(?![\w.])/i.exec(
      message,
    )?.[0];
  if (
    url === undefined &&
    host !== undefined &&
    /\b(?:open|visit|fetch|load|go to)\b|打开|访问/i.test(message)
  )
    return call("fetch", { url: `https://${host}` });
  if (url !== undefined)
    return OPENS.test(message.replace(url, " ")) || message.trim() === url
      ? call("fetch", { url })
      : undefined;
  if (!SEARCHES.test(message) || NO_SEARCH.test(message)) return undefined;
  return call("web_search", { query: queryOf(message) });
}

function queryOf(message: string): string {
  const text = message
    .trim()
    .replace(/^(?:please |can you |could you |hey,? |帮我|请|麻烦你?|给我|能不能|可以)+\s*/gi, "")
    .replace(
      /^(?:search(?: the (?:web|internet)| online)?(?: for)?|look up|google(?: for)?|bing|find out|(?:上网|在?网上)?(?:查一?下|查查|查|搜索一?下|搜索|搜一?下|搜|找一下)|百度一?下|谷歌一?下)[\s:：]*/i,
      "",
    )
    .replace(/[。？?！!.]+$/, "")
    .trim();
  return (text === "" ? message.trim() : text).slice(0, 300);
}
