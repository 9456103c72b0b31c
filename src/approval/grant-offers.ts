import { dirname } from "node:path";
import type { Allowance, GrantOffer, GrantTerms, Party } from "../contract/asking/grant.ts";
import type { Effect } from "../contract/effect.ts";
import type { Tool } from "../contract/tool.ts";
import { visibleLine } from "../text/visible-text.ts";
import { exactInput, namingFields, patternInput, patternOf } from "./argument-pattern.ts";
import { definitionHash, scriptHashes } from "./call-hash.ts";
import { grantEffects, isDestructive } from "./destructive.ts";
import { shownTarget } from "./effect-words.ts";

export interface OfferOptions {
  readonly folder: string;
  readonly runId: string;
  /** Sources of untrusted content that the run has read so far. The person who approves sees them. */
  readonly sources: readonly string[];
  /** How much of it the run has read, so that further content ends the grant. */
  readonly reading: string;
  /** The source of all unexplained arguments, if a person may trust it for them. */
  readonly party?: Party | undefined;
  readonly now: number;
}

const HOUR = 3_600_000;
const RUN_LIMITS = { hours: 24, uses: 100 };
const PARTY_LIMITS = { hours: 1, uses: 20 };
const WIDE_LIMITS = { hours: 8, uses: 20 };

/**
 * The broader approvals that may be offered with a call, the narrowest first: the same call again in this run, similar calls in
 * this run, the same folder or host for some hours. Calls that destroy, send or are opaque get none. A run with untrusted
 * content gets only the first, and trust in the source of the arguments for this tool.
 */
export async function grantOffers(
  call: { tool: Tool; input?: unknown; effects: readonly Effect[] },
  { folder, runId, sources, reading, party, now }: OfferOptions,
): Promise<GrantOffer[]> {
  // A rehearsal is only valid for one call.
  if (call.tool.rehearse !== undefined || (isDestructive(call) && party === undefined)) return [];
  const { tool } = call;
  const effects = grantEffects(call.effects);
  const scripts = await scriptHashes(effects, folder);
  const common = {
    tool: tool.name,
    definition: definitionHash(tool),
    scripts,
    folder,
    sources: [...sources],
  };
  const trust =
    party === undefined
      ? []
      : [
          {
            key: "party",
            words: partyWords(tool.name, visibleLine(party.source)),
            terms: {
              ...common,
              allows: [],
              runId,
              reading,
              party,
              expiresAt: now + PARTY_LIMITS.hours * HOUR,
              maxUses: PARTY_LIMITS.uses,
            },
          },
        ];
  if (isDestructive(call)) return trust;
  const offer = (
    key: string,
    limits: typeof RUN_LIMITS,
    terms: Pick<GrantTerms, "allows" | "input" | "runId" | "reading">,
  ): GrantOffer => ({
    key,
    words: offerWords(terms, limits, { tool, folder, input: call.input }),
    terms: { ...common, ...terms, expiresAt: now + limits.hours * HOUR, maxUses: limits.uses },
  });
  const exact = effects.map(({ kind, target }): Allowance => ({ kind, match: "exact", value: target }));
  if (sources.length > 0) {
    const input = exactInput(call.input);
    const bound = offer("run", RUN_LIMITS, { allows: exact, input, runId, reading });
    return [bound, ...trust];
  }
  if (effects.length === 0) {
    const similar = patternInput(call.input);
    const same = offer("run", RUN_LIMITS, { allows: [], input: exactInput(call.input), runId });
    return similar === undefined
      ? [same]
      : [same, offer("pattern", WIDE_LIMITS, { allows: [], input: similar, runId })];
  }
  const patterns = effects.map((effect) => patternOf(effect));
  const similar = patterns.every((found) => found !== undefined) ? patterns.flat() : undefined;
  return [
    offer("run", RUN_LIMITS, { allows: exact, runId }),
    ...(similar === undefined ? [] : [offer("pattern", WIDE_LIMITS, { allows: similar, runId })]),
    offer("wide", WIDE_LIMITS, { allows: effects.map((effect) => widened(effect, folder)) }),
  ];
}

function partyWords(tool: string, source: string): GrantOffer["words"] {
  const { hours, uses } = PARTY_LIMITS;
  return {
    en: `Yes, and trust what ${source} has said so far for ${tool} in this run (${hours} hour, up to ${uses} times)`,
    zh: `同意，本次运行内 ${tool} 可用 ${source} 已给出的值（${hours} 小时，最多 ${uses} 次）`,
  };
}

// Widens a file to its folder (but never to the whole workspace) and an address to its host. A command stays exact.
function widened({ kind, target }: Effect, folder: string): Allowance {
  if (kind.startsWith("file.") && dirname(target) !== folder && dirname(target) !== "/")
    return { kind, match: "under", value: dirname(target) };
  const origin = kind.startsWith("host.") ? URL.parse(target)?.origin : undefined;
  return origin === undefined
    ? { kind, match: "exact", value: target }
    : { kind, match: "under", value: origin };
}

function offerWords(
  { allows, input, runId }: Pick<GrantTerms, "allows" | "input" | "runId">,
  { hours, uses }: typeof RUN_LIMITS,
  { tool, folder, input: callInput }: { tool: Tool; folder: string; input: unknown },
): GrantOffer["words"] {
  const what =
    input === undefined
      ? targetWords(allows, folder)
      : inputWords({ name: tool.name, open: input.open }, callInput);
  if (runId === undefined)
    return {
      en: `Yes, and don't ask again for ${tool.name} on ${what.en} for ${hours} hours (up to ${uses} times)`,
      zh: `同意，${hours} 小时内 ${tool.name} 用于 ${what.zh} 时不再询问（最多 ${uses} 次）`,
    };
  const similar = input?.open === true || allows.some(({ match }) => match === "pattern");
  return similar
    ? {
        en: `Yes, and don't ask again for ${what.en} in this run (up to ${uses} times)`,
        zh: `同意，本次运行内对 ${what.zh} 不再询问（最多 ${uses} 次）`,
      }
    : {
        en: `Yes, and don't ask again for ${what.en} in this run`,
        zh: `同意，本次运行内对 ${what.zh} 不再询问`,
      };
}

function targetWords(allows: readonly Allowance[], folder: string): GrantOffer["words"] {
  const patterns = new Set(allows.filter(({ match }) => match === "pattern").map(({ value }) => value));
  const targets = allows
    // The pattern with further words includes the exact command.
    .filter(({ match, value }) => match !== "exact" || !patterns.has(`${value} *`))
    .map(({ kind, match, value }) => {
      const shown = shownTarget(kind, match === "under" ? `${value}/*` : value, folder);
      return kind === "command.run" ? `\`${shown}\`` : shown;
    });
  const words = [...new Set(targets)].join(", ");
  return { en: words, zh: words };
}

function inputWords({ name, open }: { name: string; open: boolean }, input: unknown): GrantOffer["words"] {
  const shown = namingFields(input)
    .map(([field, json]) => visibleLine(`${field} = ${json}`))
    .join(", ");
  return open
    ? { en: `${name} with ${shown} and anything else`, zh: `${name}，其中 ${shown}，其余任意` }
    : { en: `${name} with the same input`, zh: `${name}，输入相同` };
}
