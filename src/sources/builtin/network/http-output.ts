import type { HttpResponse } from "../../../network/http-client.ts";
import { bodyText } from "./body-text.ts";

/** What the tools of HTTP give back. */
interface HttpOutput {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** How `body` stands for the bytes that came. */
  readonly encoding: "text" | "base64";
  /** Where the answer came from, after redirects. */
  readonly url: string;
  /** Where the server sends to, when that is another host. */
  readonly redirect?: string;
}

/** An answer as a tool gives it back: text where it is text, Base64 where it is not. */
export function httpOutput({ status, headers, body, url }: HttpResponse): HttpOutput {
  const decoded = bodyText(body, headers["content-type"] ?? "");
  const content =
    decoded === undefined
      ? ({ body: body.toString("base64"), encoding: "base64" } as const)
      : ({ body: decoded.text, encoding: "text" } as const);
  return { status, headers, ...content, url, ...redirectNote({ status, headers, url }) };
}

/** The address of a redirect that was not followed because it leaves the host. */
export function redirectNote({ status, headers, url }: Omit<HttpResponse, "body">): { redirect?: string } {
  const { location } = headers;
  if (status < 300 || status > 399 || location === undefined) return {};
  const target = URL.parse(location, url);
  return target === null ? {} : { redirect: target.href };
}
