import type { Signal } from "../finding.ts";

const SHAPES: readonly (readonly [RegExp, string])[] = [
  [
    /\bosascript\b[\s\S]{0,200}?\bdisplay\s+dialog\b[\s\S]{0,300}?\bhidden\s+answer\b/gi,
    "shows a dialog that asks for a password",
  ],
  [/\bdscl\b[^\n]{0,40}-authonly\b/gi, "tries out a password of the user"],
  [
    /\bsecurity\s+(?:dump-keychain|find-(?:generic|internet)-password\b[^\n]{0,120}\s-(?:w|g)\b[^\n]{0,80}\|\s*(?:curl|nc|base64))/gi,
    "reads the keychain",
  ],
  [
    /\bGet-Credential\b[^\n]{0,200}\b(?:GetNetworkCredential|Invoke-(?:WebRequest|RestMethod))/gi,
    "asks for a password and takes it",
  ],
];

/** A password that is asked for by something other than the system it belongs to. */
export const stolenPassword: Signal = {
  name: "stolen-password",
  hint: /osascript|dscl|\bsecurity\s|get-credential/i,
  *find({ text }) {
    for (const [shape, message] of SHAPES) {
      for (const match of text.matchAll(shape)) yield { severity: "danger", message, offset: match.index };
    }
  },
};
