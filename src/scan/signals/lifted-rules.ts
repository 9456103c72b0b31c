import type { Signal } from "../finding.ts";
import { linesWith } from "../passages.ts";

const ANCHOR =
  /guideline|filter|restriction|polic(?:y|ies)|safety|mode\b|approved|authorized|instructions|prompt/i;
const KEPT = String.raw`(?:safety|content|ethical|usage|security)\s+(?:guidelines?|filters?|restrictions?|polic(?:y|ies)|rules|constraints|checks|protocols?|measures)`;
const SHAPES = [
  new RegExp(
    String.raw`\b${KEPT}\s+(?:\w+\s+){0,3}?(?:disabled|suspended|lifted|deactivated|waived|turned off|(?:do|does)(?:n't| not) (?:apply|exist))\b`,
    "i",
  ),
  new RegExp(
    String.raw`\b(?:ignore|disregard|bypass|override|forget|disable|suspend|no longer follow)\s+(?:(?:all|any|your|the|previous|prior|standard|normal|existing|its)\s+){0,3}${KEPT}`,
    "i",
  ),
  /\b(?:no|without|free of)\s+(?:any\s+)?(?:content|safety|ethical)\s+(?:restrictions?|filters?|guidelines?|limits?)\b/i,
  /\byou(?:'re| are)\s+now\s+(?:operating\s+|running\s+)?(?:in\s+)?(?:an?\s+)?(?:\w+\s+){0,2}(?:developer|debug|maintenance|unrestricted|god|admin|jailbreak\w*|dan)\b(?:\s+mode)?/i,
  /\b(?:all|every)\s+(?:\w+\s+){0,2}(?:confirmations?|requests?|approvals?|actions?|permissions?)\s+(?:are|is|have been)\s+pre-?(?:approved|authorized)/i,
];
/** Who speaks of such sentences, rather than with them. */
const TALKS_ABOUT =
  /attack|inject|jailbreak|malicious|detect|attempt|adversar|e\.g\.|example|["“'‘]\s*(?:ignore|disregard|you are now)/i;

const FORBIDS = /\b(?:never|not|don't|cannot|can't|refuse|reject|without)\b/i;

/** Sentences that tell the reading model that its rules no longer hold. */
export const liftedRules: Signal = {
  name: "lifted-rules",
  hint: ANCHOR,
  *find({ text, isCode }) {
    if (isCode) return;
    for (const { text: line, offset } of linesWith(text, ANCHOR)) {
      const at = Math.max(...SHAPES.map((shape) => shape.exec(line)?.index ?? -1));
      if (at === -1 || TALKS_ABOUT.test(line) || FORBIDS.test(line.slice(Math.max(0, at - 60), at))) continue;
      yield { severity: "danger", message: "tells the model that its rules do not hold", offset };
    }
  },
};

const GUARDS: readonly (readonly [RegExp, string])[] = [
  [
    /\bxattr\s+-(?:c|d|r)\w*\b[^\n]{0,80}/gi,
    "removes the mark that lets the system check a downloaded program",
  ],
  [/\bspctl\s+--(?:master|global)-disable/gi, "turns off the system's check of programs"],
  [/(?:Add|Set)-MpPreference\b[^\n]{0,120}(?:Exclusion|-Disable)/gi, "turns off the virus scanner"],
  [
    /-ExecutionPolicy\s+Bypass\b[^\n]{0,80}(?:-File|-Command|-c)\b[^\n]{0,80}https?:/gi,
    "runs an unsigned script from outside",
  ],
  [/\bcsrutil\s+disable\b|\bsetenforce\s+0\b/gi, "turns off a protection of the system"],
];

/** Commands that switch off what would stop a bad program. */
export const loweredGuards: Signal = {
  name: "lowered-guards",
  hint: /xattr|spctl|mppreference|-executionpolicy|csrutil|setenforce/i,
  *find({ text }) {
    for (const [shape, message] of GUARDS) {
      for (const match of text.matchAll(shape)) yield { severity: "warning", message, offset: match.index };
    }
  },
};
