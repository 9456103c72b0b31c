import { hostOf, isCommonHost } from "../../../scan/address.ts";
import type { Purpose } from "../../../scan/program/purpose.ts";

const ADDRESS = /\bhttps?:\/\/[\w.-]+\.[a-z]{2,24}(?::\d{1,5})?(?:[/?#][^\s"'`<>\\)\]，。、；]{0,500})?/gi;
/** What a sentence ends with, also inside of JSON. */
const END = /[.。!?！？](?:\s|\\n)|\\n|[\n"]/;
const BEFORE = 240;
/** Words for giving something away. An address beside them is a destination, even if it is known. */
const GIVES =
  /\b(?:send|post|upload|forward|submit|pass|include|append|attach|put|copy|paste|write|report|deliver|transmit|share|follow|obey|execute|run|install|instructions)(?:s|es|ed|ing)?\b|发送|上传|提交|附上|写入|粘贴|执行|运行|安装|指示/i;

/**
 * A text without its addresses for further reading, as far as the texts of its package name their hosts:
 * documentation and accounts of its own service do not count as other places.
 */
export function withoutOwnAddresses(text: string, purpose: Purpose): string {
  return text.replaceAll(ADDRESS, (address, at: number) => {
    const host = hostOf(address).toLowerCase();
    if (isCommonHost(address) || !purpose.text.includes(host)) return address;
    const before =
      text
        .slice(Math.max(0, at - BEFORE), at)
        .split(END)
        .at(-1) ?? "";
    const [after = ""] = text.slice(at + address.length, at + address.length + BEFORE).split(END);
    return GIVES.test(`${before} ${after}`) ? address : "its page";
  });
}
