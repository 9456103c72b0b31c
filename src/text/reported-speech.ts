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
export const INTRODUCES_SPEECH =
  /\b(?:wrote|writes|written|says?|said|reads?|tells|told|asks|asked|claims?|claimed|demands?|demanded|states?|got|received|came|mail|e-?mail|message|letter|note|order|request|instructions?|advice|idea|suggestion|proposal|answer|reply|post|comment|words|quote|wish|demand|command|translate|rephrase|proofread|explain|summari[sz]e|repeat|write|say|tell(?! (?:me|us)\b)|respond|shorten|correct|to-?do list|list|task|reminder|yesterday|tomorrow|earlier|before|title|headline|sentence|phrase|example|exercise|simulate|veto|delay|undo (?:it|that)|schedule|game|scene|story|note to self)\b(?:(?!\band\b)[^.!?;:\n]){0,60}:(?!\d|\s*[_'"“‘])/iu;

const REPORTS = new RegExp(
  `(?<![\\p{L}\\p{N}@])(?:${OWN_MODAL}|${OWN_TO}|${OTHERS}${MODAL}|${OTHERS}${TO})|(?:我们?|他们?|她们?)[^，。！？；：\\n]{0,8}(?:会|将|打算|计划|忘了|答应|准备|已经)|(?:他们?|她们?)[^，。！？；：\\n]{0,6}[想要]|(?:说|写道|写着|要求)[:：]|(?:翻译|润色|改写|解释|总结|朗读|复述|校对|造句|例如|比如|待办|标题|备注|写下?|记下?|昨天|之前)[^，。！？；：\\n]{0,12}[:：]|(?<=[^，。！？；：\\n]{2,40})(?:说|写道|写着|写了|要求|规定|建议|提到|表示|声称|希望)(?:了)?(?:要|应|需|得|必须|我|你|让|把|请)`,
  "u",
);

/** Where the user addresses the reader again. */
const ADDRESSES_READER =
  /(?:[,，]|\s[-–—]|\band\b)\s*(?:(?:and|so|but|then)\s+)?(?=(?:please|kindly|pls|can you|could you|would you|will you)\b)|,\s*so\s+(?!\p{L}+\s+(?:will|would|can|could|may|might)\b)|，\s*(?=请|帮|麻烦)/iu;

/** The part of a sentence that reports what somebody does, wants or says. `from` is -1 if there is none, `until` if it reaches the end. */
export function reportedSpan(sentence: string): { readonly from: number; readonly until: number } {
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
export function keepsTheDecision(text: string): boolean {
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
