import { DejimaError } from "../contract/error.ts";
import { once } from "../support/once.ts";
import { type Admission, admitHost, judgeUnvisited, parseHostRules } from "./admit-host.ts";
import { decodeBody, limitBytes } from "./decode-body.ts";
import { fillSecrets, withoutValues } from "./egress/fill-secrets.ts";
import {
  checkUrl,
  follows,
  nextStep,
  redirectTarget,
  requestHeaders,
  type Step,
  sendsData,
  shownUrl,
} from "./follow-redirect.ts";
import type { HttpClient, HttpClientOptions, HttpRequest, HttpStream } from "./http-client.ts";
import { reusedConnections, singleConnections } from "./pinned-connection.ts";
import { requestFailure, unansweredFailure } from "./request-failure.ts";
import { type Answer, createDeadline, createStepLog, type StepLog, sendStep } from "./send-step.ts";

const WEB = ["http:", "https:"];
const METHOD = /^[A-Z]{3,20}$/;

/** Methods that would change the nature of the connection. */
const REFUSED_METHODS = new Set(["CONNECT", "TRACE", "TRACK"]);

/**
 * Creates the one client for outgoing requests. It stores no cookies and no credentials, reuses connections
 * only if configured, and uses no proxy.
 */
export function createHttpClient(options: HttpClientOptions): HttpClient {
  const { maxRedirects, timeoutMs, certificates } = options;
  const undici = once(() => import("undici"));
  const connections = options.reusesConnections === true ? reusedConnections() : singleConnections;
  const admission: Admission = {
    allow: parseHostRules(options.allow, "network.allow"),
    deny: parseHostRules(options.deny, "network.deny"),
    allowPrivate: parseHostRules(options.allowPrivate, "network.allowPrivate"),
    veto: options.veto,
    lookup: options.lookup,
  };

  return { open, request: async (request) => collect(await open(request)) };

  async function open(request: HttpRequest): Promise<HttpStream> {
    const { schemes = WEB, redirects = "anywhere", endless = false, signal } = request;
    const { signal: deadline, lift } = createDeadline(timeoutMs);
    const stop = signal === undefined ? deadline : AbortSignal.any([signal, deadline]);
    let step = firstStep(request, schemes);
    for (let count = 0; ; count++) {
      const context = { url: step.url, signal, deadline, timeoutMs };
      const log = createStepLog(options.log, { request, step, count });
      let answer: Answer | undefined;
      try {
        stop.throwIfAborted();
        answer = await send(step, { stop, log, endless, request });
        const { status, headers } = answer;
        const target = redirectTarget(step, { status, location: headers.location }, schemes);
        if (
          target === undefined ||
          !follows(step, target, status, redirects) ||
          !isPermitted(step, { target, status, callId: request.callId })
        ) {
          if (target !== undefined) judgeUnvisited(target, admission);
          if (endless) lift();
          return stream(answer, { request, step, log, fail: (error) => requestFailure(error, context) });
        }
        if (count === maxRedirects) throw tooManyRedirects(step, maxRedirects);
        step = nextStep(step, target, status);
        answer.close();
        log.end();
      } catch (error) {
        const unanswered = count === 0 && answer === undefined;
        const failure = unanswered ? unansweredFailure(error, context) : requestFailure(error, context);
        answer?.close();
        log.end(failure);
        throw failure;
      }
    }
  }

  /** Whether the rules permit a call to follow a redirect. */
  function isPermitted(from: Step, { target, status, callId }: Redirection): boolean {
    const next = nextStep(from, target, status);
    const step = { url: next.url.href, sends: sendsData(next), callId };
    const verdict = options.judgeRedirect?.(step) ?? "allow";
    if (verdict !== "deny") return verdict === "allow";
    throw new DejimaError(
      "host_blocked",
      `Cannot follow "${shownUrl(from.url)}" to "${shownUrl(target)}": a rule denies it`,
      { host: target.host },
    );
  }

  async function send(step: Step, { stop, log, endless, request }: StepLife): Promise<Answer> {
    const addresses = await unlessStopped(
      admitHost(step.url, { ...admission, sends: sendsData(step) }),
      stop,
    );
    const filled = await fillSecrets(step, request, options.secretsFor);
    const answer = await sendStep(await undici.get(), filled.step, {
      addresses,
      connections,
      timeoutMs,
      endless,
      certificates,
      signal: stop,
      onConnect: log.connected,
    });
    log.answered(answer.status);
    return filled.filter === undefined ? answer : withoutValues(answer, filled.filter);
  }

  function stream(answer: Answer, life: StreamLife): HttpStream {
    const { request, step } = life;
    const most = request.endless === true ? Number.POSITIVE_INFINITY : options.maxBytes;
    const maxBytes = Math.min(most, request.maxBytes ?? most);
    const { status, headers } = answer;
    return { url: step.url.href, status, headers, body: readBody(answer, maxBytes, life) };
  }
}

interface Redirection {
  readonly target: URL;
  readonly status: number;
  readonly callId: string | undefined;
}

interface StepLife {
  readonly stop: AbortSignal;
  readonly log: StepLog;
  readonly endless: boolean;
  readonly request: HttpRequest;
}

interface StreamLife {
  readonly request: HttpRequest;
  readonly step: Step;
  readonly log: StepLog;
  fail(error: unknown): DejimaError;
}

// The limit applies twice: to the bytes on the wire and to the decompressed body.
async function* readBody(answer: Answer, maxBytes: number, life: StreamLife): AsyncIterable<Uint8Array> {
  const { step, log, fail } = life;
  const what = `"${shownUrl(step.url)}"`;
  let failure: DejimaError | undefined;
  try {
    const raw = limitBytes(log.counted(answer.body), maxBytes, what);
    const encodings = step.method === "HEAD" ? "" : (answer.headers["content-encoding"] ?? "");
    yield* limitBytes(decodeBody(raw, encodings, what), maxBytes, what);
  } catch (error) {
    failure = fail(error);
    throw failure;
  } finally {
    answer.close();
    log.end(failure);
  }
}

async function collect({ body, ...head }: HttpStream) {
  const chunks: Uint8Array[] = [];
  for await (const chunk of body) chunks.push(chunk);
  return { ...head, body: Buffer.concat(chunks) };
}

function firstStep(request: HttpRequest, schemes: readonly string[]): Step {
  const method = (request.method ?? "GET").toUpperCase();
  if (!METHOD.test(method) || REFUSED_METHODS.has(method)) {
    throw new DejimaError("invalid_input", `Cannot send a request with the method "${method.slice(0, 40)}"`);
  }
  const url = checkUrl(request.url, { schemes });
  return { url, method, headers: requestHeaders(request.headers ?? {}), body: request.body };
}

async function unlessStopped<Value>(work: Promise<Value>, stop: AbortSignal): Promise<Value> {
  const { promise, reject } = Promise.withResolvers<never>();
  const onAbort = () => reject(stop.reason);
  stop.addEventListener("abort", onAbort, { once: true });
  if (stop.aborted) onAbort(); // the work may have aborted it in its first step
  try {
    return await Promise.race([work, promise]);
  } finally {
    stop.removeEventListener("abort", onAbort);
  }
}

function tooManyRedirects({ url }: Step, maxRedirects: number): DejimaError {
  return new DejimaError(
    "limit_exceeded",
    `Cannot reach "${shownUrl(url)}": it was redirected more than ${maxRedirects} times`,
    { host: url.host, maxRedirects },
  );
}
