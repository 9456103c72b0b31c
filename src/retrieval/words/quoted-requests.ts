/** Words with which a description introduces example requests. */
const CALLED_FOR =
  /\b(?:asks?|asked|asking|says?|saying|triggers?|triggered|mentions?|phrases?|reports?|(?:use|used|activate|invoke)[^.]{0,40}\bwhen|requests? (?:like|such as)|users? wants?)\b|触发|用户(?:说|问|提到|想)/iu;

const MARK = /["“「']/u;

const SENTENCE = /(?<=[.!?])\s+(?=\p{Lu})|(?<=[。！？])|\n/u;

const QUOTED =
  /"([^"]{3,80})"|“([^”]{3,80})”|「([^」]{3,80})」|(?<![\p{L}\p{N}])'([^']{3,80}(?:'\p{L}[^']{0,80})?)'(?![\p{L}\p{N}])/gu;

/** At least two words, or three Chinese characters. A single word is often the name of a field. */
const SEVERAL_WORDS = /^(?!.*(?:\.\.|…|[_={}<>]|:\/))(?:.*\p{L}[\s-]+\p{L}|.*[\u3400-\u9fff]{3})/u;

/** The requests that a description quotes as examples: 'Use when someone says "resize the cluster"'. */
export function quotedRequests(description: string): string[] {
  if (!MARK.test(description) || !CALLED_FOR.test(description)) return [];
  return description.split(SENTENCE).flatMap((sentence) => {
    const cue = sentence.search(CALLED_FOR);
    if (cue === -1) return [];
    return [...sentence.slice(cue).matchAll(QUOTED)]
      .map((match) => match.slice(1).find((part) => part !== undefined) ?? "")
      .filter((quoted) => SEVERAL_WORDS.test(quoted));
  });
}
