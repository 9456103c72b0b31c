import { DejimaError } from "../contract/error.ts";
import { checkUrl, portOf, shownUrl } from "./check-url.ts";
import type { RedirectPolicy } from "./http-client.ts";
import { isForOneHost } from "./request-headers.ts";

/** One step of a request: where it goes and what it carries. */
export interface Step {
  readonly url: URL;
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Uint8Array | undefined;
}

const REDIRECTS = new Set([301, 302, 303, 307, 308]);

/** Where an answer leads; nothing when it is the answer itself. */
export function redirectTarget(
  step: Step,
  answer: { readonly status: number; readonly location: string | undefined },
  schemes: readonly string[],
): URL | undefined {
  if (!REDIRECTS.has(answer.status) || answer.location === undefined) return undefined;
  return checkUrl(answer.location, { schemes, base: step.url });
}

/** Whether a step sends data rather than only asks for it. */
export function sendsData({ method, body }: Step): boolean {
  return !isRead(method) || body !== undefined;
}

/** Whether a redirect is followed. Data that was meant for one host is not carried to another. */
export function follows(step: Step, target: URL, status: number, policy: RedirectPolicy): boolean {
  if (policy === "same-host") return isSameHost(step.url, target);
  return (
    target.origin === step.url.origin ||
    nextMethod(step.method, status) !== step.method ||
    isRead(step.method)
  );
}

/** The next step: the method as browsers change it, and without credentials once the origin changes. */
export function nextStep(step: Step, target: URL, status: number): Step {
  if (step.url.protocol === "https:" && target.protocol === "http:") {
    throw new DejimaError(
      "host_blocked",
      `Cannot follow "${shownUrl(step.url)}" to "${shownUrl(target)}": it leads from https to http`,
      { host: target.host },
    );
  }
  const method = nextMethod(step.method, status);
  const bare =
    method === step.method ? step.headers : without(step.headers, (name) => name.startsWith("content-"));
  const headers = target.origin === step.url.origin ? bare : without(bare, isForOneHost);
  return { url: target, method, headers, body: method === step.method ? step.body : undefined };
}

function nextMethod(method: string, status: number): string {
  if (isRead(method)) return method;
  if (status === 303) return "GET";
  return method === "POST" && (status === 301 || status === 302) ? "GET" : method;
}

function isRead(method: string): boolean {
  return method === "GET" || method === "HEAD";
}

function isSameHost(from: URL, to: URL): boolean {
  if (from.origin === to.origin) return true;
  const upgraded = from.protocol === "http:" && to.protocol === "https:";
  return upgraded && from.hostname === to.hostname && portOf(from) === 80 && portOf(to) === 443;
}

function without(
  headers: Readonly<Record<string, string>>,
  dropped: (name: string) => boolean,
): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !dropped(name)));
}
