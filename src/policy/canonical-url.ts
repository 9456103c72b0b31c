import { DejimaError } from "../contract/error.ts";

/** One spelling of a URL: parsed, host lower-case and in ASCII, default port gone, no credentials, no fragment. */
export function canonicalUrl(text: string): string {
  const url = URL.parse(text);
  if (url === null || url.host === "") {
    throw new DejimaError(
      "host_blocked",
      `Cannot use "${shorten(text)}": it is not an absolute URL such as https://example.com/`,
    );
  }
  if (url.username !== "" || url.password !== "") {
    throw new DejimaError(
      "host_blocked",
      `Cannot use the URL of "${url.host}": it carries credentials; pass them as a header`,
    );
  }
  url.hash = "";
  url.hostname = url.hostname.replace(/\.$/, "");
  return url.href;
}

function shorten(text: string): string {
  return text.length > 100 ? `${text.slice(0, 100)}…` : text;
}
