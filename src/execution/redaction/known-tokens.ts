import { trimEndOf } from "../../text/trim-end.ts";
import { PREFIXED_TOKENS, type TokenShape } from "./token-shapes.ts";

/** Blanks, quotes and operators between a name and its value, as they stand in text, in code, and escaped in either. */
const GAP = "(?:[\\s\"'`=:>,|?\\[]|\\\\+[nrt\"']?){1,8}";
const VALUE = "[A-Za-z0-9_+/=.~!@#%^&*-]{8,400}";
const NAMES =
  "api_key apikey api-key x-api-key secret_key secretkey secret-key client_secret clientsecret client-secret access_token accesstoken access-token auth_token authtoken auth-token refresh_token refreshtoken private_key privatekey access_key accesskey password passwd passphrase";

/** All shapes that are looked for in text. */
export const TOKEN_SHAPES: readonly TokenShape[] = [
  { name: "private key", leads: ["-----BEGIN"], body: "[ A-Z0-9_-]{0,100}?PRIVATE KEY(?: BLOCK)?-----" },
  {
    name: "json web token",
    leads: [".eyJ"],
    body: "[A-Za-z0-9_-]{8,}\\.[A-Za-z0-9_-]{8,}",
    before: { of: /[A-Za-z0-9_-]/, min: 8, max: 8_000, from: "eyJ" },
  },
  ...PREFIXED_TOKENS,
  {
    name: "bot token",
    leads: [":AA"],
    body: "[A-Za-z0-9_-]{33,}",
    before: { of: /\d/, min: 8, max: 10 },
  },
  {
    name: "azure key",
    leads: [..."0123456789"].map((digit) => `${digit}Q~`),
    body: "[A-Za-z0-9_~.-]{31,}",
    before: { of: /[A-Za-z0-9_~.]/, min: 3, max: 3 },
  },
  {
    name: "cloud token",
    leads: [".atlasv1."],
    body: "[A-Za-z0-9_=-]{60,}",
    before: { of: /[A-Za-z0-9]/, min: 14, max: 14 },
  },
  {
    name: "service token",
    leads: ["_mmk"],
    body: "",
    before: { of: /[A-Za-z0-9_]/, min: 36, max: 36 },
  },
  {
    name: "service token",
    leads: [...Array(100).keys()].flatMap((n) => ["|", "%7C"].map((bar) => `${n}`.padStart(2, "0") + bar)),
    body: "[0-9A-Za-z_-]{27,40}",
    before: { of: /\d/, min: 13, max: 14 },
  },
  {
    name: "azure key",
    leads: ["AccountKey=", "SharedAccessKey="],
    gap: "",
    body: "[A-Za-z0-9+/]{40,}={0,2}",
  },
  {
    name: "webhook",
    leads: [
      "hooks.slack.com/services/",
      "hooks.slack.com/workflows/",
      "hooks.slack.com/triggers/",
      "discord.com/api/webhooks/",
      "discordapp.com/api/webhooks/",
      "webhook.office.com/webhookb2/",
    ],
    gap: "",
    body: "[A-Za-z0-9_+/@-]{20,}",
  },
  {
    name: "aws secret key",
    leads: ["secret_access_key", "secretaccesskey"],
    gap: GAP,
    body: "[A-Za-z0-9/+]{40,}",
    anyCase: true,
  },
  { name: "bearer token", leads: ["bearer "], gap: "", body: "[A-Za-z0-9._~+/-]{20,}=*", anyCase: true },
  {
    name: "login",
    leads: ["basic "],
    gap: "",
    body: "[A-Za-z0-9+/_-]{6,}={0,2}",
    anyCase: true,
    verify: isLogin,
  },
  {
    name: "login",
    leads: ["authorization"],
    gap: `${GAP}(?![Bb]earer [A-Za-z0-9._~+/-]{20})(?:[A-Za-z][A-Za-z0-9-]{1,20}[ =])?`,
    body: VALUE,
    anyCase: true,
    verify: isOpaque,
  },
  ...["://", ":\\/", ":\\\\"].flatMap((lead): TokenShape[] => {
    const slashes = lead === "://" ? "" : "[\\\\/]{1,16}"; // escaped as in JSON, once or more often
    return [
      {
        name: "url password",
        leads: [lead],
        gap: `${slashes}[^\\s:@/"'\\\\]{0,100}:`,
        body: "[^\\s/\"'<>]{1,200}(?=@)",
      },
      { name: "url password", leads: [lead], gap: slashes, body: "[A-Za-z0-9_-]{20,}(?=@)" },
    ];
  }),
  {
    name: "named secret",
    leads: ["_TOKEN", "_SECRET", "_KEY", "_PASSWORD", "_PASS", "_PWD"],
    gap: "[ ]?=[ ]?[\"']?",
    body: VALUE,
    verify: isOpaque,
  },
  { name: "named secret", leads: NAMES.split(" "), gap: GAP, body: VALUE, anyCase: true, verify: isOpaque },
];

/** Whether a value was made by chance: letters and digits, and no word, version, path or name of something. */
function isOpaque(value: string): boolean {
  if (/^\[redacted/.test(value) || !/\d/.test(value) || !/[A-Za-z]/.test(value)) return false;
  return new Set(value).size >= 6;
}

function isLogin(value: string): boolean {
  const bare = trimEndOf(value.replaceAll("-", "+").replaceAll("_", "/"), /=/);
  return bare.length % 4 !== 1 && /^[\x20-\x39\x3b-\x7e]+:[\x20-\x7e]*$/.test(atob(bare));
}
