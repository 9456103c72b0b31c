import { dirname } from "node:path";
import type { Effect } from "../contract/effect.ts";
import type { Allowance, GrantOffer, GrantTerms } from "../contract/grant.ts";
import type { Tool } from "../contract/tool.ts";
import { definitionHash } from "./call-hash.ts";
import { isDestructive } from "./destructive.ts";
import { effectWords } from "./effect-words.ts";
import { scriptHashes } from "./script-hashes.ts";

export interface OfferOptions {
  readonly folder: string;
  readonly runId: string;
  /** Untrusted content that the run has read so far: the person agrees knowing of it. */
  readonly sources: readonly string[];
  readonly now: number;
}

const HOUR = 3_600_000;
const RUN_LIMITS = { hours: 24, uses: 100 };
const WIDE_LIMITS = { hours: 8, uses: 20 };

/**
 * The wider agreements that may be offered with a call, the narrowest first: the same again in this run; the same folder
 * or host for some hours. None for what destroys, sends or cannot be known.
 */
export async function grantOffers(
  call: { tool: Tool; effects: readonly Effect[] },
  { folder, runId, sources, now }: OfferOptions,
): Promise<GrantOffer[]> {
  if (isDestructive(call)) return [];
  const { tool, effects } = call;
  const scripts = await scriptHashes(effects, folder);
  const common = {
    tool: tool.name,
    definition: definitionHash(tool),
    scripts,
    folder,
    sources: [...sources],
  };
  const offer = (
    key: string,
    limits: typeof RUN_LIMITS,
    terms: Pick<GrantTerms, "allows" | "runId">,
  ): GrantOffer => ({
    key,
    words: offerWords(terms, limits, { tool, folder }),
    terms: { ...common, ...terms, expiresAt: now + limits.hours * HOUR, maxUses: limits.uses },
  });
  const exact = effects.map(({ kind, target }): Allowance => ({ kind, match: "exact", value: target }));
  const same = offer("run", RUN_LIMITS, { allows: exact, runId });
  if (effects.length === 0) return [same];
  return [same, offer("wide", WIDE_LIMITS, { allows: effects.map((effect) => widened(effect, folder)) })];
}

// A file stands for its folder, but for the workspace itself; an address for its host; a command only for itself.
function widened({ kind, target }: Effect, folder: string): Allowance {
  if (kind.startsWith("file.") && dirname(target) !== folder && dirname(target) !== "/")
    return { kind, match: "under", value: dirname(target) };
  const origin = kind.startsWith("host.") ? URL.parse(target)?.origin : undefined;
  return origin === undefined
    ? { kind, match: "exact", value: target }
    : { kind, match: "under", value: origin };
}

function offerWords(
  { allows, runId }: Pick<GrantTerms, "allows" | "runId">,
  { hours, uses }: typeof RUN_LIMITS,
  { tool, folder }: { tool: Tool; folder: string },
): GrantOffer["words"] {
  const effects = allows.map(({ kind, match, value }) => ({
    kind,
    target: match === "under" ? `${value}/*` : value,
  }));
  const words = effectWords(effects, { folder, contained: false });
  const what =
    allows.length === 0 ? { en: [`${tool.name}, with any input`], zh: [`${tool.name}（任意输入）`] } : words;
  return runId === undefined
    ? {
        en: `Yes, and for ${hours} hours up to ${uses} times: ${tool.name} ${what.en.join("; ")}`,
        zh: `同意，并在 ${hours} 小时内最多 ${uses} 次：${tool.name} ${what.zh.join("；")}`,
      }
    : {
        en: `Yes, and again in this run: ${what.en.join("; ")}`,
        zh: `同意，且本次运行内不再询问：${what.zh.join("；")}`,
      };
}
