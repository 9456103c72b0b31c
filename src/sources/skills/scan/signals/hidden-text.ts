import type { Signal } from "../finding.ts";

/** Letters of the Tags block spell text that no font shows; they are proper only in flags. */
const TAGS = /(?<!\u{1F3F4}[\u{E0020}-\u{E007F}]*)[\u{E0000}-\u{E007F}]{2,}/gu;
const OVERRIDES = /[\u202A-\u202E\u2066-\u2069]/g;
/** Many of them in a row carry bits, single ones are typesetting. */
const INVISIBLE_RUN = /(?:(?!\uFE0F)\p{Default_Ignorable_Code_Point}){4,}/gu;
const RIGHT_TO_LEFT = /[\p{Script=Hebrew}\p{Script=Arabic}]/u;

/** Text that a person does not see and a model reads. */
export const hiddenText: Signal = {
  name: "hidden-text",
  *find({ text }) {
    for (const match of text.matchAll(TAGS)) {
      yield {
        severity: "danger",
        message: `hides text: ${JSON.stringify(untag(match[0]))}`,
        offset: match.index,
      };
    }
    for (const match of text.matchAll(INVISIBLE_RUN)) {
      yield { severity: "danger", message: "holds a run of invisible characters", offset: match.index };
    }
    if (RIGHT_TO_LEFT.test(text)) return;
    for (const match of text.matchAll(OVERRIDES)) {
      yield {
        severity: "danger",
        message: "reverses the direction of text, so that it reads unlike it runs",
        offset: match.index,
      };
    }
  },
};

function untag(text: string): string {
  return [...text]
    .map((letter) => String.fromCharCode((letter.codePointAt(0) ?? 0) & 0x7f))
    .join("")
    .slice(0, 80);
}
