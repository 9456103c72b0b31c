import { isIP } from "node:net";
import { z } from "zod";

/** Codes of the gateway after which a session cannot be resumed. */
const SESSION_ENDED = new Set([4003, 4004, 4007, 4009, 4010, 4011, 4012, 4013, 4014]);
const OP = { identify: 2, resume: 6 } as const;
/** Messages in servers and in private, with their content. */
const INTENTS = (1 << 9) | (1 << 12) | (1 << 15);
const PROPERTIES = { os: "linux", browser: "dejima", device: "dejima" };

const sessionSchema = z.looseObject({
  session_id: z.string(),
  resume_gateway_url: z.url({ protocol: /^wss?$/ }),
});

/**
 * Whether a session of this gateway may be resumed at an address: the bot's token is sent there. It must have the
 * gateway's protocol, and its host or another of its domain.
 */
export function mayResumeAt(address: string, gateway: string): boolean {
  const [there, known] = [new URL(address), new URL(gateway)];
  if (there.protocol !== known.protocol) return false;
  if (there.hostname === known.hostname) return true;
  const [, ...domain] = known.hostname.split(".");
  return domain.length > 1 && isIP(known.hostname) === 0 && there.hostname.endsWith(`.${domain.join(".")}`);
}

/**
 * The session at Discord's gateway. It outlives a lost connection: the next connection resumes it and
 * receives what was sent meanwhile.
 */
export function discordSession(token: string) {
  let session: { readonly id: string; readonly url: string } | undefined;
  let sequence: number | null = null;
  /** Whether the last connection to the session's own address got an answer. */
  let isReachable = true;

  return {
    /** The address to resume at. Undefined if the general address has to be used. */
    resumeUrl(): string | undefined {
      if (session === undefined || !isReachable) return undefined;
      isReachable = false;
      return session.url;
    },
    /** The first frame on a new connection. */
    greeting(): object {
      isReachable = true;
      return session === undefined
        ? { op: OP.identify, d: { token, intents: INTENTS, properties: PROPERTIES } }
        : { op: OP.resume, d: { token, session_id: session.id, seq: sequence } };
    },
    /** Remembers the session that READY begins. Without its fields, the next connection begins a new one. */
    begin(ready: unknown): void {
      const { data } = sessionSchema.safeParse(ready);
      session = data && { id: data.session_id, url: data.resume_gateway_url };
    },
    count(received: number | null | undefined): void {
      sequence = received ?? sequence;
    },
    sequence: () => sequence,
    /** Forgets the session, so that the next connection begins a new one. */
    end(): void {
      session = undefined;
      sequence = null;
    },
    endAfter(code: number): void {
      if (SESSION_ENDED.has(code)) this.end();
    },
  };
}
