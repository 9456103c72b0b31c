import { z } from "zod";
import { PERMISSION_MODES, type PermissionMode } from "../../contract/asking/permission-mode.ts";
import type { VerdictKind } from "../../contract/verdict.ts";
import { switchRules } from "../../policy/families.ts";
import type { Rule } from "../../policy/rule.ts";
import type { Store } from "../../store/store.ts";

/** The rules that a person turned on for one conversation. They are stored with the conversation. */
export interface ConversationRules {
  ofConversation(id: string): Promise<readonly string[]>;
  turnOn(id: string, rules: readonly string[]): Promise<void>;
  /** Removes one rule, or all of them. Returns whether a rule was removed. Takes effect at once, even in a running run. */
  forgetIn(id: string, rule?: string): Promise<boolean>;
  /** The mode of a conversation. Default: `act`. */
  modeOf(id: string): Promise<PermissionMode>;
  /** Sets the mode of a conversation. Takes effect at once, even in a running run, and survives a restart. */
  setMode(id: string, mode: PermissionMode): Promise<void>;
}

/** The conversation rules, with the changes made by this process. */
interface LiveRules extends ConversationRules {
  /** The rules of a conversation after the last change in this process. Returns `undefined` if there was none. */
  changed(id: string): readonly string[] | undefined;
  /** The mode of a conversation after the last change in this process. Returns `undefined` if there was none. */
  changedMode(id: string): PermissionMode | undefined;
}

const COLLECTION = "conversation-rules";
const MODES = "conversation-modes";
const modeSchema = z.object({ mode: z.enum(PERMISSION_MODES) });
const storedSchema = z.object({ rules: z.array(z.string()) });

/** The conversation rules of a store. */
export function conversationRules(store: () => Promise<Pick<Store, "documents">>): LiveRules {
  const changes = new Map<string, readonly string[]>();
  const modes = new Map<string, PermissionMode>();
  const documents = async () => (await store()).documents;
  async function ofConversation(id: string): Promise<readonly string[]> {
    const stored = storedSchema.safeParse(await (await documents()).get(COLLECTION, id));
    return stored.success ? stored.data.rules : [];
  }
  return {
    ofConversation,
    changed: (id) => changes.get(id),
    changedMode: (id) => modes.get(id),
    async modeOf(id) {
      const stored = await (await documents()).get(MODES, id);
      // Modes only tighten the rules, so an unreadable one falls back to the strictest.
      return stored === undefined ? "act" : (modeSchema.safeParse(stored).data?.mode ?? "read");
    },
    async setMode(id, mode) {
      // Stored first: a mode that could not be stored does not take effect.
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
      const stored = await ofConversation(id);
      const left = rule === undefined ? [] : stored.filter((one) => one !== rule);
      if (left.length === 0) await (await documents()).delete(COLLECTION, id);
      else await (await documents()).put(COLLECTION, id, { rules: left });
      changes.set(id, left);
      return left.length < stored.length;
    },
  };
}

/** Changes rules on behalf of a person: in the config of the folder, or for one conversation. */
export interface RuleChanges {
  /** Whether the user has a config in which rules of this folder can be saved. */
  readonly canSave: boolean;
  /** Adds rules to the config and applies them at once. `why` becomes a comment there. */
  change(
    rules: readonly string[],
    verdict: VerdictKind,
    reason: { readonly why: string; readonly by: string },
  ): Promise<void>;
  readonly conversations: LiveRules;
}

/** Rules turned on for the conversation of a run, and those that the person declined. */
export interface Switches {
  rules(): readonly Rule[];
  /** Turns rules on for the conversation and stores them with it. */
  turnOn(rules: readonly string[]): Promise<void>;
  /** Records that a person declined. The same rules are not offered again in this run. */
  decline(rules: readonly string[]): void;
  isDeclined(rules: readonly string[]): boolean;
  /** Serializes questions about things that are off: what the first answer turns on needs no second question. */
  oneAtATime<Result>(work: () => Promise<Result>): Promise<Result>;
}

export function createSwitches(conversation: string, turnedOn: readonly string[], live: LiveRules): Switches {
  let texts = turnedOn;
  const declined = new Set<string>();
  let rules = switchRules(texts, "this conversation");
  let last: Promise<unknown> = Promise.resolve();
  return {
    rules() {
      const now = live.changed(conversation) ?? texts;
      if (now !== texts) rules = switchRules(now, "this conversation");
      texts = now;
      return rules;
    },
    turnOn: (further) => live.turnOn(conversation, further),
    decline: (refused) => void declined.add(refused.join("\n")),
    isDeclined: (refused) => declined.has(refused.join("\n")),
    oneAtATime(work) {
      const done = last.then(work);
      last = done.catch(() => {});
      return done;
    },
  };
}
