import { withoutQuoted } from "./forbidden.ts";

/** Sentences, with the sign that ends them. */
const SENTENCE = /[^.!?;。！？；\n]+(?:[.](?=\S)[^.!?;。！？；\n]+)*[.!?;。！？；]?/gu;

/** Beginnings of questions. People leave the question mark out. */
const QUESTION =
  /^\W*(?:(?:and|also|but|so|ok|okay|hi|hello|hey|well)\b[\s,]+)*(?:who|whom|whose|what|when|where|why|how|which|did|does|is|are|was|were|am|has|had|should|shall|must)\b|^\W*(?:do|have)\s+(?:i|you|we|they|people|any)\b|[?？]\W*$|[吗呢]\W*$|^(?:谁|什么|为什么|怎么|哪|是否|是不是)/iu;

/** Questions that ask for something to be done. */
const REQUEST =
  /\b(?:can|could|would|will|may|might)\s+(?:you|we|i|somebody|someone)\b|\bplease\b|\bmind\s+\w+ing\b|\b(?:and|then|so|,)\s+(?:then\s+)?(?:send|create|add|make|book|pay|transfer|share|post|update|invite|schedule|write|reply|forward|email|set|move|delete|remove|cancel)\b|请|帮|麻烦|能不能|可不可以|(?:可以|能)[^。！？；\n]{0,200}吗/iu;

/** What others want or say. It is no order of the user's. */
const REPORTED =
  /\bwhether\b|\bthat\s+(?:s?h(?:e|er|is)|they|it|their|its|the)\b|\b(?:want(?:s|ed)?|asks|asked|tells|told|urges|urged|begs|begged|orders|ordered|reminds|reminded)\s+(?:me|us)\b|\b(?:says|said|claims|claimed|writes|wrote)\s+(?:that\s+)?(?:i|we)\b|(?:要|让|叫|催)我/iu;

/** Sentences that speak of something without asking for it. */
const ONLY_SAID =
  /\b(?:nobody|no[ -]one|forbidden|prohibited|disallowed|banned|wait(?:ing)? for my|until i (?:say|confirm|approve|agree))\b|\bstop (?:any(?:one|body)|every(?:one|body)|h(?:im|er)|them|people)\b|^\W*not\b|禁止/iu;

/** Chinese words that contain the sign of another action. */
const COMPOUNDS: readonly (readonly [RegExp, string])[] = [
  [/转发/gu, "发"],
  [/汇报|关于|订单|给我|发来|发给我|转告|转述/gu, "，"],
];

/**
 * The parts of a message that ask for something to be done: without what stands in quotes, without questions that only want to
 * know something ("did I pay Ann?"), without what others want ("Bob wants me to pay him") and without what must not happen.
 */
export function ordersIn(text: string): string {
  return [...withoutQuoted(text).matchAll(SENTENCE)]
    .map(([sentence]) => sentence)
    .filter((sentence) => !QUESTION.test(sentence.trim()) || REQUEST.test(sentence))
    .filter((sentence) => !ONLY_SAID.test(sentence))
    .map((sentence) => {
      const at = sentence.search(REPORTED);
      const own = at === -1 ? sentence : sentence.slice(0, at);
      return COMPOUNDS.reduce((text, [compound, plain]) => text.replace(compound, plain), own);
    })
    .join("\n");
}
