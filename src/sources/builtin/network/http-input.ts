import { z } from "zod";

/** An absolute address. The client parses it strictly, the policy sees it in its one spelling. */
export const webAddress = z.string().min(1).max(8_000).describe("Absolute http or https URL");

export const requestHeaders = z
  .record(z.string(), z.string())
  .default({})
  .describe("Headers to send; none are added but User-Agent, Accept and Accept-Encoding");

/** Text as it is, or data that is sent as JSON. */
export const requestBody = z
  .union([z.string(), z.record(z.string(), z.unknown()), z.array(z.unknown())])
  .optional()
  .describe("Text, or data to send as JSON");

/** A body and the type that says what it is, unless the caller names one. */
export function outgoingBody(
  body: z.output<typeof requestBody>,
  headers: Readonly<Record<string, string>>,
): { body?: string; headers: Readonly<Record<string, string>> } {
  if (body === undefined) return { headers };
  const text = typeof body === "string" ? body : JSON.stringify(body);
  if (Object.keys(headers).some((name) => name.toLowerCase() === "content-type"))
    return { body: text, headers };
  const type = isJson(text) ? "application/json" : "text/plain;charset=utf-8";
  return { body: text, headers: { ...headers, "content-type": type } };
}

function isJson(text: string): boolean {
  if (!/^\s*[[{]/.test(text)) return false;
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
