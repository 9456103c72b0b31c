import { withoutQuoted } from "./forbidden.ts";
import { INTRODUCES_SPEECH, keepsTheDecision, reportedSpan } from "./reported-speech.ts";

/** Sentences, with the sign that ends them. */
const SENTENCE =
  /[^.!?;。！？；\n]+(?:(?:[.](?=\S)|(?<=\b(?:Dr|Mr|Mrs|Ms|Prof|St|Nr|No))[.])[^.!?;。！？；\n]+)*[.!?;。！？；]?/gu;

/** Beginnings of questions. People leave the question mark out. */
const QUESTION =
  /^\W*(?:(?:and|also|but|so|ok|okay|hi|hello|hey|well)\b[\s,]+)*(?:who|whom|whose|what|when|where|why|how|which|did|does|is|are|was|were|am|has|had|should|shall|must)\b|^\W*(?:do|have)\s+(?:i|you|we|they|people|any)\b|[?？]\W*$|[吗呢]\W*$|^(?:谁|什么|为什么|怎么|哪|是否|是不是)/iu;

/** Questions that ask for something to be done. */
const REQUEST =
  /\b(?:can|could|would|will|may|might)\s+(?:you|we|i|somebody|someone)\b|\bplease\b|\bmind\s+\w+ing\b|\b(?:and|then|so|,)\s+(?:then\s+)?(?:send|create|add|make|book|pay|transfer|share|post|update|invite|schedule|write|reply|forward|email|set|move|delete|remove|cancel)\b|请|帮|麻烦|能不能|可不可以|(?:可以|能)[^。！？；\n]{0,200}吗/iu;

/** Introduces what others want or say, what somebody should be reminded of, or how something is done. None of it is an order of the user. */
const REPORTED =
  /\bwhether\b|(?<=\b(?:ask|asks|asking|wonder|know)\b[^.!?;,\n]{0,60})\bif\b|\b(?:like|the way|as) (?:i|we|you|they|s?h(?:e)|last|before|usual)\b|\bthat\s+(?:s?h(?:e|er|is)|they|it|their|its|the)\b|(?<=\b(?:tell|write|say|inform|notify|reply|answer|message|know)\b(?:[^.!?;\n]|(?<=@\S{1,60})\.(?=\S)){0,120})\bthat\b|\b(?:want|wants|wanted|(?:ask|tell|urg|begg|order|remind|press|push|pressur|nagg?|encourag|advis|instruct|invit|request|requir|expect|forc|warn)(?:s|es|ed|ing)|begs|nags|told)\s+(?:me|us)\b|\b(?:requests|demands|insists|suggests|proposes|recommends|wishes|hopes|requires|expects|says|wants|requested|demanded|insisted|suggested|proposed|recommended|said)\s+(?:that\s+)?(?:you|we|i|somebody|someone)\b|\bthat\s+(?:you|we)\s+(?:want|need|should|must|have|ought|would|will|can|could)\b|\b(?:think|thinks|thought|believes?|believed|feels?|felt|seems?|finds)\s+(?:that\s+)?(?:you|we|i|it)\b|\b(?:says|said|claims|claimed|writes|wrote)\s+(?:that\s+)?(?:i|we)\b|\b(?:how|why)\s+(?:to|i|we|you|one|would|could|can|do|does|did|the|my)\b|(?<=\bremind\b(?:[^.!?;\n]|(?<=@\S{1,60})\.(?=\S)){1,120}|\b(?:task|to-?do|reminder)(?:\s+list)?:?\s+)\bto\b|(?:要|让|叫|催)我|(?<=提醒我?)(?!我)|怎么|如何|为什么|有没有|是否/iu;

/** Sentences that mention something without asking for it. */
const ONLY_SAID =
  /\b(?:(?:nobody|no[ -]one) (?!(?:has|have|had|was|is|did|else)\b)|(?:nobody|no[ -]one) is (?:to|allowed|permitted)\b|forbidden|prohibited|disallowed|banned|wait(?:ing)? for my|until i (?:say|confirm|approve|agree))\b|\bstop (?:any(?:one|body)|every(?:one|body)|h(?:im|er)|them|people)\b|^\W*not\b|(?<!\b(?:that|it|this|which|who|i|you|we|they|s?h(?:e)|there|what)\s)\b(?:would|might|could) (?:be|have been)\b|禁止|假装|想象|试想|设想|与其|(?:停止|放弃|取消|中止|推迟|避免|防止)(?:把|将|给|向)|(?:是(?:个|一个)?(?:坏|错|不|馊|糟)|太(?:冒险|危险)|不(?:妥|合适|应该))/iu;

/** Words that leave the request open or reverse it: parts, bounds, exceptions, jokes, mistakes. A person is asked about these. */
const DOUBT =
  /\b(?:neither|nor|nothing (?!else\b)|none of|zero|never|veto|simulate|hypothetical(?:ly)?|mistake|scam(?:mer)?s?|peril|fired|wrong|minus|besides|exclud(?:ed|ing)|in place of|next to|the rest|whichever|whoever|as late as|until yesterday|under no circumstances|(?:before|after|when|while) you|how it looks|only (?:after|if|page|part)|(?:part|half) of|less the|(?:scratch|strike|forget) (?:that|it))\b|\b(?:every(?:thing|one|body)|all) but\b/iu;

/** Orders under a condition. Polite phrases such as "if you can" are not conditions. */
const CONDITION =
  /(?<!\b(?:ask|asks|asking|wonder|know)\b[^.!?;,\n]{0,60})\bif\b(?! (?:you (?:can|could|like|want|wish|don['’]?t mind|have time)|possible|necessary|needed|applicable|any|there (?:is|are) any)\b)|\b(?:unless|in case|provided|providing|assuming|as long as|as soon as|the moment|whenever|(?:the )?(?:next|every|each|any) time|depending on|otherwise|or else|in that case|in the event|subject to|only with|only by)\b(?! (?:you (?:can|could|like|want|wish|don['’]?t mind|have time)|possible|necessary|needed|applicable|any|there (?:is|are) any)\b)|(?<!\b(?:tell|notify|alert|inform|show|let) (?:me|us) (?:know )?)\b(?:when|once|after) (?!you\b)(?:\p{L}+ ){1,4}?(?:has|have|is|are|was|were|\p{L}{3,}(?:s|ed))\b|^\W*should (?!i\b|we\b|you\b)|如果|要是|假如|假设|假使|倘若|若是?|只要|只有|除非|否则|不然|万一|一旦|等[^，。；]{1,30}(?:以后|之后|后|再|了|时)|当[^，。；]{1,30}(?:时|的时候)|的话|视[^，。；]{1,20}而定/iu;

/** Conditions about the user's own day, which their own service answers: "or at 16:00 if I already have something at 10:00". */
const OWN_CONDITION =
  /\bif (?:(?:at|on|by) \S{1,12} )?i(?: am|['’]m| already have| have| do not have| don['’]?t have)\b/iu;
const OWN_QUESTION = /^\W*(?:\d+\.\s*)?(?:am i|do i have|have i got)\b/iu;
const IF_SO = /^\W*if (?:so|yes|not)\b/iu;

/** Chinese words that contain the sign of another action. */
const COMPOUNDS: readonly (readonly [RegExp, string])[] = [
  [/转发/gu, "发"],
  [
    /汇报|关于|订单|给我|发来|发给我|转告|转述|发票|发布会|分享会|发现|发生|出发|开发|开会|开始|公开|设备|设计|建议|建筑|新闻|加班|改天|写字楼|存款|(?:转账|付款|支付|汇款|退款|更新|发送|分享|修改)(?:记录|明细|历史|流水|日志)/gu,
    "，",
  ],
];

/** A part of a message. */
export interface MessagePart {
  readonly start: number;
  readonly end: number;
  /** Where the reported part begins: "to pay" in "remind me to pay". The end if nothing is reported. */
  readonly reportedAt: number;
  /** `order`: asks for something. `own condition`: only if the user is free. `statement`: asks for nothing. */
  readonly kind: "order" | "own condition" | "statement";
}

/**
 * Splits a message into orders and statements. Statements are questions for information ("did I pay Ann?"), wishes of others ("Bob
 * wants me to pay him"), prohibitions, conditional orders, and the content of reminders.
 */
export function messageParts(text: string): MessagePart[] {
  const plain = withoutQuoted(text);
  const waits = keepsTheDecision(plain);
  let before = "";
  // "Todo list for Bob: pay Ann; pay Rex" goes on after the semicolon.
  let listed = false;
  return [...plain.matchAll(SENTENCE)].flatMap(({ 0: sentence, index: start }): MessagePart[] => {
    const end = start + sentence.length;
    const isOwn = OWN_CONDITION.test(sentence) || (IF_SO.test(sentence) && OWN_QUESTION.test(before));
    if (!/^\W*\d*\W*$/u.test(sentence)) before = sentence;
    const asks = !QUESTION.test(sentence.trim()) || REQUEST.test(sentence);
    const goesOn = listed;
    listed = /[;；]\s*$/u.test(sentence) && (goesOn || INTRODUCES_SPEECH.test(sentence));
    if (
      waits ||
      goesOn ||
      !asks ||
      ONLY_SAID.test(sentence) ||
      DOUBT.test(sentence) ||
      (CONDITION.test(sentence) && !isOwn)
    )
      return [{ start, end, reportedAt: end, kind: "statement" }];
    return partsOf(sentence, start, isOwn ? "own condition" : "order");
  });
}

/** The parts of a sentence. A report about somebody ends where the user addresses the reader: "Bob will pay, so please …". */
function partsOf(sentence: string, start: number, kind: "order" | "own condition"): MessagePart[] {
  const end = start + sentence.length;
  const reported = sentence.search(REPORTED);
  const { from, until } = reportedSpan(sentence);
  if (from === -1 || (reported !== -1 && reported < from))
    return [{ start, end, reportedAt: reported === -1 ? end : start + reported, kind }];
  const stop = until === -1 ? end : start + until;
  const rest = until === -1 ? [] : partsOf(sentence.slice(until), stop, kind);
  return [{ start, end: stop, reportedAt: start + from, kind }, ...rest];
}

/** A text without quoted parts and without compounds that contain the sign of another action. */
export function withoutCompounds(text: string): string {
  return COMPOUNDS.reduce((left, [compound, plain]) => left.replace(compound, plain), withoutQuoted(text));
}

/** The orders in a message, without quoted parts. */
export function ordersIn(text: string): string {
  const plain = withoutQuoted(text);
  return messageParts(text)
    .filter(({ kind }) => kind !== "statement")
    .map(({ start, reportedAt }) => withoutCompounds(plain.slice(start, reportedAt)))
    .join("\n");
}
