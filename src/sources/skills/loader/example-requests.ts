import { type HeaderValue, isMap } from "./header-fields.ts";
import { plainText } from "./plain-text.ts";

const MAX_EXAMPLES = 20;
const MAX_LENGTH = 500;

/** What people say in the examples of a skill: a list of requests, or of turns with what the user says. */
export function exampleRequests(value: HeaderValue | undefined): string[] {
  const items = Array.isArray(value) ? value : [];
  return items
    .map((item: HeaderValue) => (isMap(item) ? item.user : item))
    .flatMap((text) => (typeof text === "string" ? plainText(text).text.slice(0, MAX_LENGTH) : []))
    .filter((text) => text !== "")
    .slice(0, MAX_EXAMPLES);
}
