import { MESSENGER_NAMES, type MessengerName } from "../../config/schema/messengers.ts";
import { DejimaError } from "../../contract/error.ts";
import type { MessengerProblem } from "../../contract/user/messenger.ts";
import type { Runtime } from "../../runtime.ts";
import { thrownText } from "../../support/thrown-text.ts";
import type { OpenMessenger } from "./messenger-door.ts";

/**
 * The doors, each loaded when the config names it. Spelled out, because a bundle contains only imports with
 * literal names.
 */
const DOORS: { readonly [Name in MessengerName]: () => Promise<{ readonly open: OpenMessenger<Name> }> } = {
  telegram: () => import("./telegram/open-telegram.ts"),
  qq: () => import("./qq/open-qq.ts"),
  feishu: () => import("./feishu/open-feishu.ts"),
  dingtalk: () => import("./dingtalk/open-dingtalk.ts"),
  wecom: () => import("./wecom/open-wecom.ts"),
  slack: () => import("./slack/open-slack.ts"),
  discord: () => import("./discord/open-discord.ts"),
};

/**
 * Opens the messengers of the config, and follows its changes until it is closed. One that cannot be opened
 * is reported and does not affect the others.
 */
export async function openMessengers({
  runtime,
  onFault,
}: {
  readonly runtime: Runtime;
  onFault(error: unknown): void;
}): Promise<{ readonly names: readonly string[]; close(): Promise<void> }> {
  const open = new Map<string, { close(): Promise<void> }>();
  const turns = new Map<string, Promise<void>>();

  async function openOne<Name extends MessengerName>(name: Name): Promise<void> {
    const settings = runtime.settings.config.channels[name];
    if (settings === undefined || !settings.enabled) return;
    const reporter = reporterOf(runtime, name, onFault);
    try {
      const { open: door } = await DOORS[name]();
      const revealed = await withSecrets(runtime, name, settings);
      const { onFault: reportFault, onState } = reporter;
      // The settings under a name are those of its messenger, which the compiler cannot infer from the map.
      const own = revealed as Parameters<typeof door>[0]["settings"];
      const opened = await door({ runtime, settings: own, onFault: reportFault, onState });
      open.set(name, {
        close() {
          reporter.end();
          return opened.close();
        },
      });
    } catch (error) {
      reporter.onFault(error);
      reporter.onState(false);
    }
  }

  async function shut(name: string): Promise<void> {
    const door = open.get(name);
    open.delete(name);
    await door?.close();
  }

  function reopen(name: MessengerName): Promise<void> {
    const turn = (turns.get(name) ?? Promise.resolve()).then(async () => {
      await shut(name);
      await openOne(name);
    });
    turns.set(name, turn.catch(onFault));
    return turn;
  }

  await Promise.all(MESSENGER_NAMES.map(reopen));
  const unfollow = await runtime.channels.onChange(reopen);
  return {
    names: MESSENGER_NAMES.filter((name) => open.has(name)),
    async close() {
      unfollow();
      await Promise.all(turns.values());
      for (const name of [...open.keys()]) {
        await shut(name);
        await runtime.channels.report(name as MessengerName, { state: "idle" }); // a key of the config's messengers
      }
    },
  };
}

/** Reports the state of a messenger to the runtime. */
function reporterOf(runtime: Runtime, name: MessengerName, onFault: (error: unknown) => void) {
  let state: "connecting" | "connected" | "failing" = "connecting";
  let since = new Date().toISOString();
  let problem: MessengerProblem | undefined;
  let ended = false;
  const publish = () => {
    if (!ended) void runtime.channels.report(name, { state, since, problem }).catch(onFault);
  };
  publish();
  return {
    onFault(error: unknown) {
      onFault(error);
      const found = problemOf(error);
      void runtime
        .redact(found.text)
        .then((text) => {
          problem = { ...found, text, at: new Date().toISOString() };
          if (state === "connecting") state = "failing";
          publish();
        })
        .catch(onFault);
    },
    onState(connected: boolean) {
      const next = connected ? "connected" : "failing";
      if (next !== state) since = new Date().toISOString();
      state = next;
      const at = new Date().toISOString();
      if (connected) problem = undefined;
      else problem ??= { kind: "unreachable", text: LOST, at };
      publish();
    },
    /** The messenger is closed: later reports are ignored. */
    end() {
      ended = true;
    },
  };
}

const LOST = "There is no connection; trying again";

const NAMED = /^\$\{secret:(\w+)\}$/;

/** Settings with the values of `${secret:NAME}` filled in. Each secret must be bound to this messenger. */
async function withSecrets(runtime: Runtime, name: MessengerName, settings: object): Promise<object> {
  const entries = Object.entries(settings).map(async ([key, value]) => {
    const secret = typeof value === "string" ? NAMED.exec(value)?.[1] : undefined;
    return [
      key,
      secret === undefined ? value : await runtime.secrets.reveal(secret, { user: `channel:${name}` }),
    ];
  });
  return Object.fromEntries(await Promise.all(entries));
}

/** How messengers say that they reject the keys. */
const REFUSED =
  /\bstatus 40[013]\b|\b401\b|\bunauthori[sz]ed\b|\b(?:invalid|not|no|token)_(?:auth|authed|revoked|expired)\b|account_inactive|invalidClient|\bcode 1000[0-9]\b|\bcode 1001[0-9]\b|404: Not Found/i;

const MAX_MESSAGE_LENGTH = 500;

/** The kind of an error at a messenger, for which doors have a sentence. */
function problemOf(error: unknown): Pick<MessengerProblem, "kind" | "text"> {
  const text = thrownText(error).slice(0, MAX_MESSAGE_LENGTH);
  const cause = error instanceof Error && error.cause instanceof DejimaError ? error.cause : error;
  if (cause instanceof DejimaError && typeof cause.details.secret === "string")
    return { kind: "secret", text };
  if (/\bsecret\b/i.test(text) && cause instanceof DejimaError && cause.code === "not_found")
    return { kind: "secret", text };
  if (REFUSED.test(text) || (cause instanceof DejimaError && cause.details.refused === true))
    return { kind: "refused", text };
  const isAway =
    cause instanceof DejimaError && (cause.code === "server_unavailable" || cause.code === "timeout");
  return {
    kind: isAway || /Network request|ECONN|ENOTFOUND|fetch failed/i.test(text) ? "unreachable" : "other",
    text,
  };
}
