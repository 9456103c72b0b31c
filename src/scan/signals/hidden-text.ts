import { isAgainstUser, sendsAway } from "../../support/injection-phrase.ts";
import { type HiddenRun, hiddenKind, hiddenRuns, turnsDirection } from "../../text/hidden-characters.ts";
import { linesWith, unusualLines } from "../passages.ts";
import type { Hit, Signal } from "../signal.ts";

/** The number of hidden characters that editors and web pages leave. A longer run may contain a message. */
const LEFTOVER = 3;
const RIGHT_TO_LEFT = /[\p{Script=Hebrew}\p{Script=Arabic}]/u;

/** Text that a model reads and a person does not see. Flags and joined emoji do not count. */
export const hiddenText: Signal = {
  name: "hidden-text",
  *find({ text, isCode }) {
    let isRightToLeft: boolean | undefined;
    for (const { from, end } of unusualLines(text)) {
      for (const run of hiddenRuns(text.slice(from, end))) {
        if (isCode && (isCharacterClass(run.text) || isRange(text, from + run.index, run.text))) continue;
        isRightToLeft ??= RIGHT_TO_LEFT.test(text);
        const hit = judge({ text: run.text, index: from + run.index }, isRightToLeft);
        if (hit !== undefined) yield hit;
      }
    }
  },
};

/** Code that looks for invisible characters lists each of them once. A hidden text repeats its characters. */
function isCharacterClass(run: string): boolean {
  const characters = [...run];
  return (
    characters.length > LEFTOVER &&
    new Set(characters).size === characters.length &&
    characters.every((character) => hiddenKind(character) !== "tag")
  );
}

/** Whether a hidden character is an end of a range in a pattern, whose other end is no letter that code is written with. */
function isRange(text: string, at: number, run: string): boolean {
  if ([...run].length > 1) return false;
  const [before, after] = [
    text.slice(Math.max(0, at - 2), at),
    text.slice(at + run.length, at + run.length + 2),
  ];
  return /^-[^\x00-\x7f]/.test(after) || /[^\x00-\x7f]-$/.test(before);
}

function judge({ text, index }: HiddenRun, isRightToLeft: boolean): Hit | undefined {
  const kinds = [...text].map(hiddenKind);
  const tags = [...text].filter((_character, at) => kinds[at] === "tag");
  if (tags.length >= 2)
    return { severity: "danger", message: `hides text: ${JSON.stringify(untag(tags))}`, offset: index };
  if (kinds.filter((kind) => kind !== "control" && kind !== "private" && kind !== "broken").length > LEFTOVER)
    return { severity: "danger", message: "contains a run of invisible characters", offset: index };
  if (!isRightToLeft && turnsDirection(text)) {
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

const COMMAND =
  /\bcurl\s|\bwget\s|\bbash\s|\bsh\s+-c|\brm\s+-rf|\beval\b|\bnpx\s|\bpip\s+install|\bpowershell\b|https?:\/\/\S+[^\n]*\b(?:send|post|upload|fetch)\b|\b(?:send|post|upload|exfiltrate)\b[^\n]*(?:https?:\/\/|@\w)/i;

const TO_THE_READER =
  /\b(?:you|agent|assistant|model|always|must|first)\b|代理|助手|模型|必须|务必|首先|エージェント|必ず|агент|ассистент|обязательно|에이전트|반드시/i;

const UNSEEN_STYLE =
  /<(?:span|div|p|font)\b[^>]{0,300}(?:display\s*:\s*none|font-size\s*:\s*0(?:px|em|rem|pt)?\s*[;"']|visibility\s*:\s*hidden|opacity\s*:\s*0\s*[;"'])[^>]{0,300}>[^<]{10,}/gi;

/** Every order contains one of these. */
const WORDS =
  /tell|inform|mention|notify|alert|ask|show|reveal|ignor|disregard|forget|overrid|[\u00c0-\u024f\u0400-\u04ff\u3040-\u9fff\uac00-\ud7a3]/i;

/** Tags that only the system may write. */
const FORGED = /<(?:system|admin|sys|important|instructions?)>([^<]{0,1000})/gi;

/** Orders to the model in places that a reader of the page does not see. */
export const hiddenOrders: Signal = {
  name: "hidden-orders",
  *find({ text, isCode }) {
    if (isCode) return;
    for (const { inside, offset } of commentsIn(text)) {
      if (isAgainstUser(inside)) {
        yield {
          severity: "danger",
          message: "gives the model orders in a comment, against the user",
          offset,
        };
      } else if (COMMAND.test(inside) && TO_THE_READER.test(inside)) {
        yield { severity: "danger", message: "gives the model a command in a comment", offset };
      }
    }
    for (const match of text.matchAll(FORGED)) {
      if (isAgainstUser(match[1] ?? "")) {
        yield {
          severity: "danger",
          message: "poses as the system and gives the model orders",
          offset: match.index,
        };
      }
    }
    for (const { text: line, offset } of linesWith(text, WORDS)) {
      if (!isAgainstUser(line) || !sendsAway(line)) continue;
      yield {
        severity: "danger",
        message: "tells the model to run or send something behind the user's back",
        offset,
      };
    }
    for (const match of text.matchAll(UNSEEN_STYLE)) {
      yield {
        severity: "warning",
        message: "contains text that is styled to be invisible",
        offset: match.index,
      };
    }
  },
};

/** Comments of HTML and of Markdown. Found by position: a pattern would look to the end of the text from each beginning. */
function* commentsIn(text: string): Iterable<{ inside: string; offset: number }> {
  for (let start = text.indexOf("<!--"); start !== -1; start = text.indexOf("<!--", start + 4)) {
    const end = text.indexOf("-->", start);
    if (end === -1) break;
    yield { inside: text.slice(start + 4, Math.min(end, start + 5000)), offset: start };
  }
  for (const match of text.matchAll(/^\[(?:\/\/|comment|_)[^\]\n]{0,20}\]:\s*#\s*[("'](.*)[)"']\s*$/gm)) {
    yield { inside: match[1] ?? "", offset: match.index };
  }
}
