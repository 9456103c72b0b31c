const BOUNDARY =
  /(?<=[.!?;])\s+|\n+|,\s+(?=and\b|then\b|also\b)|\b(?:and|then|also)\b|(?<=[。！？；])|然后|并且|另外|同时|还有|此外|接着|最后|顺便|[，,]\s*(?:并|再|还要)/u;

const HAN = /[\u3400-\u9fff]/u;

const EACH_HAN = /[\u3400-\u9fff]/gu;

const MAX_PARTS = 8;

const LONG_REQUEST = 60;

const LONG_HAN_REQUEST = 24;

const ENGLISH = `a an the of to in on for and or is are be am was were i me my we our you your it its this that these those
can could would should will do does did have has had with from by as at what which who how when where there here please
help need want like get give tell know some any about if so not no but just also us them they he she his her let make
use using im id via into than then up out`;

const CHINESE = `的 了 吗 呢 吧 啊 我 你 他 她 们 是 在 有 和 与 就 都 也 要 想 请 帮 给 把 被 让 能 会 可 以 这 那 个 一 下 些 什 么 怎 样 为
帮我 请帮 我想 我要 可以 能不 不能 一下 什么 怎么 如何 哪些 这个 那个 一个 我的 给我 是否 有没 没有`;

/** Words about how something is asked, not what. They have a low weight. */
export const STOP_WORDS: ReadonlySet<string> = new Set(`${ENGLISH} ${CHINESE}`.split(/\s+/));

const RUN = /[\u3040-\u30ff\u3400-\u9fff]+|[a-z0-9]+|[\p{L}\p{N}]+/gu;
const FIRST_KANA = "\u3040";
const LAST_HAN = "\u9fff";
const MAX_TERM_LENGTH = 40;

/**
 * The search terms of a normalised text, repeated as they occur. Words lose their plural s. Chinese and Japanese give
 * each character and each pair of neighbours, so that two-character words are found.
 */
export function extractTerms(normalized: string): string[] {
  const terms: string[] = [];
  for (const [run] of normalized.matchAll(RUN)) {
    if (isIdeographic(run)) {
      for (let at = 0; at < run.length; at++) {
        terms.push(run.slice(at, at + 1));
        if (at + 1 < run.length) terms.push(run.slice(at, at + 2));
      }
    } else {
      terms.push(withoutPlural(run.slice(0, MAX_TERM_LENGTH)));
    }
  }
  return terms;
}

/** The number of content words in a normalised request. Two ideographs count as one word, stop words do not count. */
export function contentLength(normalized: string): number {
  let length = 0;
  for (const [run] of normalized.matchAll(RUN)) {
    if (isIdeographic(run)) length += Math.max(1, run.length / 2);
    else if (!STOP_WORDS.has(run)) length++;
  }
  return length;
}

/** Whether a term consists of ideographs. */
export function isIdeographic(term: string): boolean {
  return term >= FIRST_KANA && term.slice(0, 1) <= LAST_HAN;
}

function withoutPlural(word: string): string {
  if (word.length > 4 && word.endsWith("ies")) return `${word.slice(0, -3)}y`;
  if (word.length > 4 && /(?:ss|sh|ch|x|z)es$/.test(word)) return word.slice(0, -2);
  if (word.length > 3 && word.endsWith("s") && !/(?:ss|us|is)$/.test(word)) return word.slice(0, -1);
  return word;
}

/** The steps of a long request, which may need different tools. Empty if it has one need. */
export function splitRequest(request: string): string[] {
  const han = request.match(EACH_HAN)?.length ?? 0;
  if (request.length < LONG_REQUEST && han < LONG_HAN_REQUEST) return [];
  const parts = request
    .split(BOUNDARY)
    .map((part) => part.trim())
    .filter((part) => part.length >= (HAN.test(part) ? 8 : 16));
  return parts.length > 1 ? parts.slice(0, MAX_PARTS) : [];
}

/** Words that join a further need to a request. */
const JOINING =
  /\b(?:also|then|additionally|moreover|furthermore|as well as|finally|in addition|besides|plus|afterwards|lastly)\b|然后|并且|另外|同时|还有|此外|接着|最后|顺便|[，,]\s*(?:并|再|还要)/iu;

/** Whether a request states that it has several needs. Several sentences are not enough: many only describe the circumstances. */
export function hasSeveralRequests(request: string): boolean {
  return JOINING.test(request);
}

/** get_user-name reads as get user name. */
export function spellOut(identifier: string): string {
  return identifier.replaceAll(/[_\-./:]+/g, " ");
}
