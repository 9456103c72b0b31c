import { addressesIn, addressKind } from "../address.ts";
import type { Signal } from "../finding.ts";
import { linesWith, plain } from "../passages.ts";

const ADDRESS = /https?:\/\//i;
/** Go there, and do what stands there: the instructions can change after the skill was looked at. */
const FOLLOW =
  /(?:\bvisit|\bgo\s+to|\bopen|\bnavigate\s+to|\bcopy|\bfetch|\bread|\bfollow|访问|打开)[^\n]{0,120}https?:\/\/\S+[^\n]{0,80}(?:\b(?:run|execute|paste|enter|follow)\b[^\n]{0,60}(?:\bcommands?|\bscript|\binstructions?|\binstaller|\bterminal|\bsnippet)|(?:执行|运行|粘贴)[^\n]{0,30}(?:命令|脚本|终端))/i;
const TERMINAL = /\bterminal\b|\bcommand\b|\bshell\b|\bscript\b|\bpowershell\b|终端|命令/i;
const GATE = /\bbefore\b|\brequire|\bmust\b|\bfirst\b|\bprerequisite|\bwithout\b|必须|之前/i;

/** Instructions to run whatever a page outside says at the time. */
export const outsideInstructions: Signal = {
  name: "outside-instructions",
  hint: /http:\/\/|https:\/\//i,
  *find({ text, isCode }) {
    if (isCode) return;
    for (const { text: raw, offset } of linesWith(text, ADDRESS)) {
      const line = plain(raw);
      if (!FOLLOW.test(line) || !TERMINAL.test(line)) continue;
      const nameless = addressesIn(line).some((address) => /raw-number|drop-box/.test(addressKind(address)));
      if (!nameless && !GATE.test(line)) continue;
      yield {
        severity: nameless ? "danger" : "warning",
        message: "asks to run a command that stands on a page outside",
        offset,
      };
    }
  },
};
