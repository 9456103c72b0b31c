import type { Fetch } from "./remote-fetch.ts";

/** How long the answer to a refresh stands for others that ask with the same token. */
const STANDS_MS = 30_000;

/**
 * Lets each refresh token be used once. Two calls that meet an expired token at the same time would both refresh it; a careful
 * authorization server takes the second for a theft, and the user would have to log in again.
 */
export function refreshOnce(send: Fetch, now: () => number): Fetch {
  const answers = new Map<string, { readonly at: number; readonly answer: Promise<Response> }>();
  return async (url, init) => {
    const form = typeof init?.body === "string" ? init.body : String(init?.body ?? "");
    if (!/(?:^|&)grant_type=refresh_token(?:&|$)/.test(form)) return send(url, init);
    for (const [key, { at }] of answers) if (now() - at > STANDS_MS) answers.delete(key);
    const key = `${url} ${form}`;
    const held = answers.get(key)?.answer ?? send(url, init);
    if (!answers.has(key)) answers.set(key, { at: now(), answer: held });
    try {
      return (await held).clone();
    } catch (error) {
      answers.delete(key);
      throw error;
    }
  };
}
