import { type UnseenRun, unseenKind, unseenRuns } from "../../text/unseen.ts";
import type { Hit, Signal } from "../finding.ts";
import { unusualLines } from "../unusual-lines.ts";

/** As many as an editor or a web page leaves behind; a run of more carries something. */
const LEFT_BEHIND = 3;
const RIGHT_TO_LEFT = /[\p{Script=Hebrew}\p{Script=Arabic}]/u;

/** Text that a person does not see and a model reads. Flags and joined emoji are no such text. */
export const hiddenText: Signal = {
  name: "hidden-text",
  *find({ text }) {
    const isRightToLeft = RIGHT_TO_LEFT.test(text);
    for (const { from, end } of unusualLines(text)) {
      for (const run of unseenRuns(text.slice(from, end))) {
        const hit = judge({ text: run.text, index: from + run.index }, isRightToLeft);
        if (hit !== undefined) yield hit;
      }
    }
  },
};

function judge({ text, index }: UnseenRun, isRightToLeft: boolean): Hit | undefined {
  const kinds = [...text].map(unseenKind);
  const tags = [...text].filter((_character, at) => kinds[at] === "tag");
  if (tags.length >= 2)
    return { severity: "danger", message: `hides text: ${JSON.stringify(untag(tags))}`, offset: index };
  if (
    kinds.filter((kind) => kind !== "control" && kind !== "private" && kind !== "broken").length > LEFT_BEHIND
  )
    return { severity: "danger", message: "holds a run of invisible characters", offset: index };
  if (!isRightToLeft && /[\u202a-\u202e\u2066-\u2069]/.test(text)) {
    const message = "reverses the direction of text, so that it reads unlike it runs";
    return { severity: "danger", message, offset: index };
  }
  return undefined;
}

function untag(tags: readonly string[]): string {
  return tags
    .map((letter) => String.fromCharCode((letter.codePointAt(0) ?? 0) & 0x7f))
    .join("")
    .slice(0, 80);
}
