import { trimEndOf } from "../../text/text-end.ts";
import { PREFIXED_TOKENS, type TokenShape } from "./token-shapes.ts";

/** Blanks, quotes and operators between a name and its value, in text, in code, in an address, and escaped. */
const GAP = "(?:[\\s\"'`=:>,|?\\[]|\\\\+[nrt\"']?|%(?:20|22|27|3[AaDd])){1,8}";
const VALUE_REST = "[A-Za-z0-9_+/=.~!@#%^&*-]";
const VALUE = `${VALUE_REST}{8,400}`;
const BASE64 = "(?:[A-Za-z0-9+/]|%2[BbFf])";
const PADDING = "(?:=|%3[Dd]){0,2}";
const MAX_PASSWORD = 2_000;
const NAMES =
  "api_key apikey api-key x-api-key secret_key secretkey secret-key client_secret clientsecret client-secret access_token accesstoken access-token auth_token authtoken auth-token refresh_token refreshtoken private_key privatekey secret_key_base access_key accesskey password passwd passphrase";

/** All token shapes. */
export const TOKEN_SHAPES: readonly TokenShape[] = [
  { name: "private key", leads: ["-----BEGIN"], body: "[ A-Z0-9_-]{0,100}?PRIVATE KEY(?: BLOCK)?-----" },
  {
    name: "json web token",
    leads: [".eyJ"],
    body: "[A-Za-z0-9_-]{8,}\\.[A-Za-z0-9_-]{8,}",
    rest: "(?:[A-Za-z0-9_=-]|\\.(?=eyJ|[A-Za-z0-9_-]{20}))", // another one may follow without a blank
    before: { of: /[A-Za-z0-9_-]/, min: 8, max: 8_000, from: "eyJ" },
  },
  ...PREFIXED_TOKENS,
  {
    name: "bot token",
    leads: [":AA"],
    body: "[A-Za-z0-9_-]{33,}",
    before: { of: /\d/, min: 8, max: 10 },
  },
  // The first part is Base64 of a number.
  {
    name: "bot token",
    leads: [..."MNO"].flatMap((one) =>
      [..."DTjz"].flatMap((two) => [..."AEIMQUYcgk"].map((three) => one + two + three)),
    ),
    body: "[A-Za-z0-9_-]{20,25}\\.[A-Za-z0-9_-]{6}\\.[A-Za-z0-9_-]{27,}",
    startsWord: true,
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
    leads: ["AZDO"],
    body: "[A-Za-z0-9]{4}",
    before: { of: /[A-Za-z0-9]/, min: 76, max: 76 },
  },
  {
    name: "mail key",
    leads: [..."0123456789abcdef"].map((digit) => `${digit}-us`),
    body: "\\d{1,2}",
    before: { of: /[0-9a-f]/, min: 31, max: 31 },
  },
  {
    name: "azure key",
    leads: ["&sig=", "?sig="],
    gap: "",
    body: `${BASE64}{43}(?:=|%3[Dd])`,
  },
  {
    name: "azure key",
    leads: ["AccountKey=", "SharedAccessKey=", "AccountKey%3D", "SharedAccessKey%3D"],
    gap: "",
    body: `${BASE64}{40,}${PADDING}`,
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
    body: `${BASE64}{40,}`,
    anyCase: true,
  },
  {
    name: "bearer token",
    leads: ["bearer ", "bearer%20"],
    gap: "",
    body: "[A-Za-z0-9._~+/-]{20,}=*",
    anyCase: true,
  },
  {
    name: "login",
    leads: ["basic ", "basic%20"],
    gap: "",
    body: `(?:[A-Za-z0-9+/_-]|%2[BbFf]){6,}${PADDING}`,
    anyCase: true,
    verify: isLogin,
  },
  {
    name: "login",
    leads: ["authorization"],
    gap: `${GAP}(?![Bb]earer(?: |%20)[A-Za-z0-9._~+/-]{20})(?:[A-Za-z][A-Za-z0-9-]{1,20}(?:[ =]|%20))?`,
    body: VALUE,
    rest: VALUE_REST,
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
        body: `[^\\s/"'<>]{1,${MAX_PASSWORD}}(?=@)`,
      },
      { name: "url password", leads: [lead], gap: slashes, body: "[A-Za-z0-9_-]{20,}(?=@)" },
    ];
  }),
  // The whole address, escaped inside another one. Its own escapes are then escaped twice.
  {
    name: "url password",
    leads: ["%3a%2f%2f"],
    gap: "(?:(?!%3a|%40|%2f|%3A|%2F)[^\\s:@/\"'\\\\&]){0,100}(?::|%3[aA])",
    body: `(?:(?!%40|%2[fF])[^\\s/"'<>@&]){1,${MAX_PASSWORD}}(?=@|%40)`,
    anyCase: true,
  },
  {
    name: "url password",
    leads: ["%3a%2f%2f"],
    gap: "",
    body: "[A-Za-z0-9_-]{20,}(?=@|%40)",
    anyCase: true,
  },
  // user:password@tcp(host:3306)/name, as database drivers write it.
  {
    name: "url password",
    leads: ["@tcp(", "@unix("],
    body: "",
    before: { of: /[^\s:@/"'<>]/, min: 1, max: MAX_PASSWORD },
  },
  { name: "named secret", leads: [";pwd=", ";password="], gap: "", body: "[^\\s;\"']{1,400}", anyCase: true },
  {
    name: "named secret",
    leads: ["_TOKEN", "_SECRET", "_KEY", "_PASSWORD", "_PASS", "_PWD"],
    gap: "(?:[ ]?=[ ]?|%3[Dd])[\"']?",
    body: VALUE,
    rest: VALUE_REST,
    verify: isOpaque,
  },
  {
    name: "named secret",
    leads: NAMES.split(" "),
    gap: GAP,
    body: VALUE,
    rest: VALUE_REST,
    anyCase: true,
    verify: isOpaque,
  },
];

/** Whether a value looks random: letters and digits, but not a word, version, path or name. */
export function isOpaque(value: string): boolean {
  if (/^\[redacted/.test(value) || !/\d/.test(value) || !/[A-Za-z]/.test(value)) return false;
  return new Set(value).size >= 6;
}

function isLogin(value: string): boolean {
  const plain = value.replaceAll(/%2b|-/gi, "+").replaceAll(/%2f|_/gi, "/").replaceAll(/%3d/gi, "=");
  const bare = trimEndOf(plain, /=/);
  return bare.length % 4 !== 1 && /^[\x20-\x39\x3b-\x7e]+:[\x20-\x7e]*$/.test(atob(bare));
}
