import { z } from "zod";
import { PERMISSION_MODES, type PermissionMode } from "../../contract/permission-mode.ts";
import type { VerdictKind } from "../../contract/verdict.ts";
import { switchRules } from "../../policy/families.ts";
import type { Rule } from "../../policy/rule.ts";
import type { Store } from "../../store/store.ts";

/** The rules that a person turned on for one conversation. They stay with the conversation. */
export interface ConversationRules {
  ofConversation(id: string): Promise<readonly string[]>;
  /** Adds rules. */
  turnOn(id: string, rules: readonly string[]): Promise<void>;
  /** Removes one rule, or all of them. Says whether there was one. Holds at once, also in a run that is under way. */
  forgetIn(id: string, rule?: string): Promise<boolean>;
  /** The mode that was chosen for a conversation. Default: `act`. */
  modeOf(id: string): Promise<PermissionMode>;
  /** Chooses the mode of a conversation. Holds at once, also in a run that is under way, and after a restart. */
  setMode(id: string, mode: PermissionMode): Promise<void>;
}

/** The conversation rules, and what this process has changed of them. */
interface LiveRules extends ConversationRules {
  /** The rules of a conversation since the last change here. Returns `undefined` if there was none. */
  changed(id: string): readonly string[] | undefined;
  /** The mode of a conversation since it was last chosen here. Returns `undefined` if it was not. */
  changedMode(id: string): PermissionMode | undefined;
}

const COLLECTION = "conversation-rules";
const MODES = "conversation-modes";
const modeSchema = z.object({ mode: z.enum(PERMISSION_MODES) });
const keptSchema = z.object({ rules: z.array(z.string()) });

/** The conversation rules of a store. */
export function conversationRules(store: () => Promise<Pick<Store, "documents">>): LiveRules {
  const changes = new Map<string, readonly string[]>();
  const modes = new Map<string, PermissionMode>();
  const documents = async () => (await store()).documents;
  async function ofConversation(id: string): Promise<readonly string[]> {
    const kept = keptSchema.safeParse(await (await documents()).get(COLLECTION, id));
    return kept.success ? kept.data.rules : [];
  }
  return {
    ofConversation,
    changed: (id) => changes.get(id),
    changedMode: (id) => modes.get(id),
    async modeOf(id) {
      const kept = await (await documents()).get(MODES, id);
      // A mode that cannot be read was chosen to tighten: the strictest holds.
      return kept === undefined ? "act" : (modeSchema.safeParse(kept).data?.mode ?? "read");
    },
    async setMode(id, mode) {
      // Kept first: a mode that could not be kept was not chosen.
      if (mode === "act") await (await documents()).delete(MODES, id);
      else await (await documents()).put(MODES, id, { mode });
      modes.set(id, mode);
    },
    async turnOn(id, rules) {
      const all = [...new Set([...(await ofConversation(id)), ...rules])];
      await (await documents()).put(COLLECTION, id, { rules: all });
      changes.set(id, all);
    },
    async forgetIn(id, rule) {
      const kept = await ofConversation(id);
      const left = rule === undefined ? [] : kept.filter((one) => one !== rule);
      if (left.length === 0) await (await documents()).delete(COLLECTION, id);
      else await (await documents()).put(COLLECTION, id, { rules: left });
      changes.set(id, left);
      return left.length < kept.length;
    },
  };
}

/** Where rules are changed for a person: in the config of the folder, or for one conversation. */
export interface RuleChanges {
  /** Whether there is a config of the user's own to keep rules of this folder in. */
  readonly isKept: boolean;
  /** Puts rules into the config and applies them at once; `why` becomes a comment there. */
  change(
    rules: readonly string[],
    verdict: VerdictKind,
    reason: { readonly why: string; readonly by: string },
  ): Promise<void>;
  readonly conversations: LiveRules;
}

/** What is turned on for the conversation of a run, and what stays off in it. */
export interface Switches {
  rules(): readonly Rule[];
  /** Turns rules on for the conversation, and remembers it with the conversation. */
  turnOn(rules: readonly string[]): Promise<void>;
  /** A person said no: the same is not offered again in this run. */
  decline(rules: readonly string[]): void;
  isDeclined(rules: readonly string[]): boolean;
  /** Runs one question about something that is off after another: what the first turns on needs no second question. */
  oneAtATime<Result>(work: () => Promise<Result>): Promise<Result>;
}

/** Makes the switches of a run. */
export function createSwitches(conversation: string, turnedOn: readonly string[], kept: LiveRules): Switches {
  let texts = turnedOn;
  const declined = new Set<string>();
  let rules = switchRules(texts, "this conversation");
  let last: Promise<unknown> = Promise.resolve();
  return {
    rules() {
      const now = kept.changed(conversation) ?? texts;
      if (now !== texts) rules = switchRules(now, "this conversation");
      texts = now;
      return rules;
    },
    turnOn: (further) => kept.turnOn(conversation, further),
    decline: (refused) => void declined.add(refused.join("\n")),
    isDeclined: (refused) => declined.has(refused.join("\n")),
    oneAtATime(work) {
      const done = last.then(work);
      last = done.catch(() => {});
      return done;
    },
  };
}
