import { withoutQuoted } from "./prohibitions.ts";

/** Sentences, with the sign that ends them. */
const SENTENCE =
  /[^.!?;。！？；\n]+(?:(?:[.](?=\S)|(?<=\b(?:Dr|Mr|Mrs|Ms|Prof|St|Nr|No))[.])[^.!?;。！？；\n]+)*[.!?;。！？；]?/gu;

/** Beginnings of questions. People leave the question mark out. */
const QUESTION =
  /^\W*(?:(?:and|also|but|so|ok|okay|hi|hello|hey|well)\b[\s,]+)*(?:who|whom|whose|what|when|where|why|how|which|did|does|is|are|was|were|am|has|had|should|shall|must)\b|^\W*(?:do|have)\s+(?:i|you|we|they|people|any)\b|[?？]\W*$|[吗呢]\W*$|^(?:谁|什么|为什么|怎么|哪|是否|是不是)/iu;

/** Questions that ask for something to be done. */
const REQUEST =
  /\b(?:can|could|would|will|may|might)\s+(?:you|we|i|somebody|someone)\b|\bplease\b|\bmind\s+\w+ing\b|\b(?:and|then|so|,)\s+(?:then\s+)?(?:send|create|add|make|book|pay|transfer|share|post|update|invite|schedule|write|reply|forward|email|set|move|delete|remove|cancel)\b|请|帮|麻烦|能不能|可不可以|(?:可以|能)[^。！？；\n]{0,200}吗/iu;

/** Introduces what others want or say, what somebody should be reminded of, or how something is done. These are not orders of the user. */
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
 * Splits a message into orders and statements. Statements are questions for information ("did I pay Ann?"), wishes of other people ("Bob
 * wants me to pay him"), prohibitions, conditional orders, and the content of reminders.
 */
export function messageParts(text: string): MessagePart[] {
  const plain = withoutQuoted(text);
  const waits = keepsTheDecision(plain);
  let before = "";
  // "Todo list for Bob: pay Ann; pay Rex" continues after the semicolon.
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

/** The subject of a sentence that only reports an action. Names need a capital letter, so "send Bob" has no subject. */
const NAME =
  "(?!(?:I|We|You|Please|Kindly|Also|Then|And|But|So|Now|Next|First|Can|Could|Would|Will|Do|Don|Let|Be|Make|Try|Have|Get|If|As|In|On|At|For|From|After|Before|Yes|No|Ok|Okay|Hi|Hello|Hey|There|Here|This|That|What|Which|Who|How|When|Where|Why)\\b)\\p{Lu}[\\p{L}'’.-]{0,40}(?: \\p{Lu}[\\p{L}'’.-]{0,40}){0,3}";
const NOUNS =
  "(?:[Mm]y|[Oo]ur|[Hh](?:is|er)|[Tt]heir|[Yy]our|The|the|[Aa]n?|[Ss]ome|[Ee]very|[Ee]ach|[Tt]h(?:is|at|ese|ose))(?: (?!(?:you|i|we|I|to|and|or|with|for|of|in|on|at|from|by|into)\\b)[\\p{L}'’-]{1,40}){1,3}?";
const OTHERS = `(?:[Ss]?[Hh](?:e)|[Tt]hey|[Ii]t|[Nn]obody|[Ss]ome(?:body|one)|[Ee]very(?:body|one)|[Ww]hoever|[Pp]eople|${NOUNS}|${NAME})`;
const SELF = "(?:I|i|[Ww]e)";
const ADVERB =
  "(?:\\s+(?:probably|maybe|perhaps|soon|also|then|just|still|always|often|usually|sometimes|never|already|later|\\p{Ll}{2,20}ly))?";

/** A modal verb after somebody else: what they will, may or must do. */
const MODAL =
  "(?:['’](?:ll|d)|\\s+(?:will|would|may|might|shall|must|can|could|should|always|often|usually|sometimes|never))\\b(?!['’]t| not\\b)";
const FRAMES =
  "(?:want|plan|promise|forget|try|intend|decide|agree|refuse|hope|regret|need|mean|expect|offer|fail|wish|like|love|prefer|hate|hesitate|dare|manage|attempt|arrange|use|suppose|go)";
const FORMS = `(?:${FRAMES}(?:s|es|d|ed|ing)?|tri(?:es|ed)|forg[eo]t(?:ting|ten|s)?|plan(?:ned|ning)|regret(?:ted|s)|meant|going|hoping|used|supposed|asked|told|ordered|instructed|required|requested|forced|urged|advised|invited|obliged|paid|has|have|had|wrong|right|important|nice|good|bad|easy|hard|possible|illegal|allowed|able|ready|about|happy|free)`;
const TO = `(?:['’](?:s|re|m|d)|\\s+(?:is|are|was|were|am|be|been|would|will|might|could|being))*${ADVERB}(?:\\s+(?:be|not|very|so|too|quite))*\\s+${FORMS}(?:\\s+[\\p{L}'’]{1,20}){0,2}?\\s+to\\b`;

/** Statements of users about themselves that are not requests: "I will pay", "I forgot to pay". "I want to pay" is a request. */
const OWN_MODAL = `${SELF}(?:['’]ll|\\s+(?:will|may|might|could|can|always|often|usually|sometimes|never))\\b(?!['’]t| not\\b)`;
const OWN_TO = `${SELF}(?:['’](?:m|re|ve))?(?:\\s+(?:am|are|was|were|have|had|would))?${ADVERB}\\s+(?:plan|planned|planning|promised?|forgot|tried|intend(?:ed)?|decided|agreed|refused?|hoped?|regret(?:ted)?|used|supposed|going|hate|hesitated?|about|afraid|failed|managed|offered|asked|told|ordered|instructed|required|requested|forced|urged|advised|invited|expected|obliged|paid)\\s+(?:not\\s+)?to\\b`;

/** Introduces somebody's words, or a text to write: "Rex wrote to me: …", "Bob's order was: …", "translate this: …". */
const INTRODUCES_SPEECH =
  /\b(?:wrote|writes|written|says?|said|reads?|tells|told|asks|asked|claims?|claimed|demands?|demanded|states?|got|received|came|mail|e-?mail|message|letter|note|order|request|instructions?|advice|idea|suggestion|proposal|answer|reply|post|comment|words|quote|wish|demand|command|translate|rephrase|proofread|explain|summari[sz]e|repeat|write|say|tell(?! (?:me|us)\b)|respond|shorten|correct|to-?do list|list|task|reminder|yesterday|tomorrow|earlier|before|title|headline|sentence|phrase|example|exercise|simulate|veto|delay|undo (?:it|that)|schedule|game|scene|story|note to self)\b(?:(?!\band\b)[^.!?;:\n]){0,60}:(?!\d|\s*[_'"“‘])/iu;

const REPORTS = new RegExp(
  `(?<![\\p{L}\\p{N}@])(?:${OWN_MODAL}|${OWN_TO}|${OTHERS}${MODAL}|${OTHERS}${TO})|(?:我们?|他们?|她们?)[^，。！？；：\\n]{0,8}(?:会|将|打算|计划|忘了|答应|准备|已经)|(?:他们?|她们?)[^，。！？；：\\n]{0,6}[想要]|(?:说|写道|写着|要求)[:：]|(?:翻译|润色|改写|解释|总结|朗读|复述|校对|造句|例如|比如|待办|标题|备注|写下?|记下?|昨天|之前)[^，。！？；：\\n]{0,12}[:：]|(?<=[^，。！？；：\\n]{2,40})(?:说|写道|写着|写了|要求|规定|建议|提到|表示|声称|希望)(?:了)?(?:要|应|需|得|必须|我|你|让|把|请)`,
  "u",
);

/** Where the user addresses the reader again. */
const ADDRESSES_READER =
  /(?:[,，]|\s[-–—]|\band\b)\s*(?:(?:and|so|but|then)\s+)?(?=(?:please|kindly|pls|can you|could you|would you|will you)\b)|,\s*so\s+(?!\p{L}+\s+(?:will|would|can|could|may|might)\b)|，\s*(?=请|帮|麻烦)/iu;

/** The part of a sentence that reports what somebody does, wants or says. `from` is -1 if there is none, `until` if it reaches the end. */
function reportedSpan(sentence: string): { readonly from: number; readonly until: number } {
  // The reported words begin after the colon.
  const said = INTRODUCES_SPEECH.exec(sentence);
  const [from = -1] = [sentence.search(REPORTS), said === null ? -1 : said.index + said[0].length - 1]
    .filter((at) => at !== -1)
    .sort((a, b) => a - b);
  if (from === -1) return { from, until: -1 };
  const until = sentence.slice(from).search(ADDRESSES_READER);
  return { from, until: until === -1 ? -1 : from + Math.max(1, until) };
}

/** Whether the user keeps the decision ("show it to me first", "ask me before you pay") or takes a request back ("no wait, better not"). Then nothing is requested. */
function keepsTheDecision(text: string): boolean {
  return KEEPS.some((form) => form.test(text));
}

const KEEPS: readonly RegExp[] = [
  /\b(?:ask|check with|confirm with|consult|tell|warn|call) me (?:first|before|beforehand|again|for (?:permission|approval))\b/iu,
  /\b(?:show|read|give|send|bring|submit)\b[^.!?;\n]{0,40}\b(?:to me|me)\b[^.!?;\n]{0,30}\b(?:first|before|beforehand)\b/iu,
  /\blet me (?:first )?(?:check|see|review|approve|read|confirm|verify|look)\b[^.!?;\n]{0,40}\b(?:first|before|beforehand|then)\b/iu,
  /\blet me (?:approve|confirm|decide)\b/iu,
  /\bfor my (?:approval|review|ok|okay|confirmation|consent|go-ahead)\b/iu,
  /\b(?:wait|waiting) (?:for|until) (?:my|i)\b/iu,
  /\bi(?:['’]ll| will| want to| need to| have to) (?:still )?(?:decide|confirm|approve|choose)\b/iu,
  /\bwith(?:out)? my (?:approval|consent|permission|confirmation)\b/iu,
  /\b(?:no,? wait|better not|(?:just |only )?(?:kidding|joking)|on second thoughts?|changed my mind|never ?mind|(?:forget|scrap|scratch) (?:it|that))\b\s{0,3}(?:[.,;!–—-]|$)/iu,
  /\b(?:things|actions?|what) (?:never|not) to do\b|\bwhich (?:of|one|is)\b[^.!?;\n]{0,60}\b(?:worse|better|riskier|safer|right|wrong|correct)\b|\b(?:grade|rate|judge|assess|evaluate|proofread|correct) (?:this|the following|my) (?:answer|sentence|text|order|command|message|reply)\b/iu,
  /算了|开玩笑|还是(?:别|不)|我改主意/u,
  /先(?:问|给|让)我|(?:经|等)我(?:同意|确认|批准|看)|让我先?(?:看|检查|确认|决定)|征得我/iu,
];
