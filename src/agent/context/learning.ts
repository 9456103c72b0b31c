import type { Store } from "../../store/store.ts";
import type { AgentState } from "../workflow/state.ts";

/** How often a tool or skill succeeded and failed for a kind of request. */
interface Experience {
  readonly served: number;
  readonly failed: number;
}

/** The experience with one user's requests, by kind of request and by name. */
export type LearnedExperience = Readonly<Record<string, Readonly<Record<string, Experience>>>>;

/** Experience per user. It is a small factor in ranking and can be shown and erased. */
export interface Learning {
  of(user: string): Promise<LearnedExperience>;
  learn(user: string, state: AgentState): Promise<void>;
  forget(user: string): Promise<boolean>;
}

const COLLECTION = "learning";
const MAX_WEIGHT = 0.1;
const MAX_COUNT = 1_000;

/** Stores the experience in a store. */
export function createLearning(store: () => Promise<Store>): Learning {
  const of = async (user: string): Promise<LearnedExperience> =>
    // Only `learn` writes it.
    ((await (await store()).documents.get(COLLECTION, user)) as LearnedExperience | undefined) ?? {};
  return {
    of,
    async learn(user, state) {
      const { receipts, activeSkills } = state;
      if (receipts.length === 0) return;
      const kind = kindOf(state.message);
      const learned = await of(user);
      const names = new Map(Object.entries(learned[kind] ?? {}));
      const add = (name: string, ok: boolean) => {
        const { served, failed } = names.get(name) ?? { served: 0, failed: 0 };
        const grown = ok ? { served: served + 1, failed } : { served, failed: failed + 1 };
        // Old experience decays, so that a repaired tool gets another chance.
        const full = grown.served + grown.failed > MAX_COUNT;
        names.set(name, full ? { served: grown.served / 2, failed: grown.failed / 2 } : grown);
      };
      for (const { tool, ok } of receipts) add(tool, ok);
      const well = receipts.some(({ ok }) => ok);
      for (const { name } of activeSkills) add(`skill:${name}`, well);
      await (await store()).documents.put(COLLECTION, user, {
        ...learned,
        [kind]: Object.fromEntries(names),
      });
    },
    forget: async (user) => (await store()).documents.delete(COLLECTION, user),
  };
}

const KINDS: readonly (readonly [kind: string, words: RegExp])[] = [
  ["time", /\btime\b|\bdate\b|几点|时间|日期|星期/i],
  ["run", /\brun\b|\bexecute\b|\bscript\b|运行|执行|脚本/i],
  ["file", /\bfiles?\b|\bfolder\b|\bread\b|\.\w{1,5}\b|文件|目录/i],
  ["search", /\bsearch\b|\bfind\b|\blook up\b|\bweather\b|\bnews\b|搜|查|找|天气|新闻/i],
  ["write", /\bwrite\b|\bcreate\b|\bsave\b|\bedit\b|写|创建|保存|修改/i],
];

/** The kind of a request, by its words. */
export function kindOf(message: string): string {
  return KINDS.find(([, words]) => words.test(message))?.[0] ?? "other";
}

/** From -0.1 to 0.1: how much better or worse than even a name has done for this kind of request. Little experience counts little. */
export function experienceBonus(learned: LearnedExperience, message: string, name: string): number {
  const kind = learned[kindOf(message)];
  const experience = kind !== undefined && Object.hasOwn(kind, name) ? kind[name] : undefined;
  if (experience === undefined) return 0;
  const { served, failed } = experience;
  return (MAX_WEIGHT * (served - failed)) / (served + failed + 4);
}
