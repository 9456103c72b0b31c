import type { IncomingHttpHeaders } from "node:http";

/** A request that came whole, in the plainest form that there is. */
export interface PlainPost {
  readonly headers: IncomingHttpHeaders;
  readonly body: unknown;
}

/** Reads the requests of one connection. */
export interface PlainPostReader {
  /**
   * The request that these bytes are, no less and no more. Nothing when they are anything else or could be read in two ways:
   * that is for a whole HTTP parser to say.
   */
  read(bytes: Buffer): PlainPost | undefined;
}

interface PlainHead {
  readonly headers: IncomingHttpHeaders;
  readonly length: number;
}

const REQUEST_LINE = "POST /mcp HTTP/1.1";
const HEADERS_END = "\r\n\r\n";
const MAX_HEAD = 8_192;
const FIELD = /^([A-Za-z0-9-]+):[ \t]*([\x21-\x7e](?:[\x20-\x7e]*[\x21-\x7e])?)$/;

/** Fields that say how a message is framed or what is to become of the connection. */
const FRAMING = new Set(["transfer-encoding", "content-encoding", "trailer", "te", "upgrade", "expect"]);

/** Makes a reader. Clients say the same of every request, so that the last head is compared before it is taken apart. */
export function createPlainPostReader(): PlainPostReader {
  let lastText = "";
  let lastHead: PlainHead | undefined;

  function headOf(text: string): PlainHead | undefined {
    if (text !== lastText) {
      lastHead = parseHead(text);
      lastText = text;
    }
    return lastHead;
  }

  return {
    read(bytes) {
      const end = bytes.indexOf(HEADERS_END);
      if (end < 0 || end > MAX_HEAD) return undefined;
      const head = headOf(bytes.toString("latin1", 0, end));
      const start = end + HEADERS_END.length;
      if (head === undefined || bytes.length !== start + head.length) return undefined;
      try {
        return { headers: head.headers, body: JSON.parse(bytes.toString("utf8", start)) };
      } catch {
        return undefined;
      }
    },
  };
}

function parseHead(text: string): PlainHead | undefined {
  const [first, ...lines] = text.split("\r\n");
  if (first !== REQUEST_LINE) return undefined;
  const headers: Record<string, string> = Object.create(null);
  for (const line of lines) {
    const [, given, value] = FIELD.exec(line) ?? [];
    const name = given?.toLowerCase();
    if (name === undefined || value === undefined || name in headers || FRAMING.has(name)) return undefined;
    headers[name] = value;
  }
  const { "content-length": length = "", connection = "keep-alive" } = headers;
  if (!/^[0-9]{1,7}$/.test(length) || connection.toLowerCase() !== "keep-alive") return undefined;
  return { headers, length: Number(length) };
}
