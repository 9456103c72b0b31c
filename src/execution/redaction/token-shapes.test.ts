import { expect, test } from "vitest";
import { TOKEN_SHAPES } from "./known-tokens.ts";
import { redactStream } from "./redact-stream.ts";
import { createRedactor } from "./redactor.ts";

const HEX = "0123456789abcdef".repeat(4);
const WORD = "a1B2c3D4".repeat(10);

// Made up; in pieces, so that no scanner takes this file for a leak. The token stands between the bars.
const EXAMPLES: Readonly<Record<string, readonly string[]>> = {
  "private key": [
    `|-----BEGIN ${"OPENSSH PRIVATE"} KEY-----\nb3BlbnNz\n-----END ${"OPENSSH PRIVATE"} KEY-----|`,
    `|-----BEGIN ${"PGP PRIVATE"} KEY BLOCK-----\n\nlQOYBF\n=abcd\n-----END ${"PGP PRIVATE"} KEY BLOCK-----|`,
    `|AGE-SECRET-${"KEY-1"}${"QPZRY9X8".repeat(8).slice(0, 58)}|`,
  ],
  "aws key id": [`|ASIA${"Z".repeat(16)}|`],
  "aws secret key": [
    `AWS_SECRET_ACCESS_KEY=|${WORD.slice(0, 40)}|`,
    `aws_secret_access_key = |${WORD.slice(0, 39)}/|`,
    `"SecretAccessKey": "|${WORD.slice(0, 40)}|"`,
  ],
  "dejima token": [`|dj_${WORD.slice(0, 43)}|`, `|dj_at_${WORD.slice(0, 43)}|`],
  "github token": [`|gho_${WORD.slice(0, 36)}|`, `|github_${"pat"}_${WORD.slice(0, 60)}|`],
  "gitlab token": [`|glpat-${"ab-cd-ef-gh-ij-kl-mn"}|`, `|glrt-${WORD.slice(0, 20)}|`],
  "slack token": [`|xapp-${"1-A0-123-abcdef"}|`, `|xoxp-${"12-34-56-abc"}|`],
  webhook: [
    `https://hooks.slack.com/services/|T0000/B0000/${WORD.slice(0, 24)}|`,
    `https://discord.com/api/webhooks/|123456789/${WORD.slice(0, 40)}|`,
  ],
  "model key": [
    `|sk-proj-${"ab-cd_ef-gh_ij-kl_mn-op"}|`,
    `|hf_${WORD.slice(0, 34)}|`,
    `|gsk_${WORD.slice(0, 52)}|`,
    `|xai-${WORD.slice(0, 64)}|`,
    `|r8_${WORD.slice(0, 37)}|`,
  ],
  "google key": [`|GOCSPX-${WORD.slice(0, 28)}|`, `|ya29.${WORD.slice(0, 60)}|`],
  "azure key": [`AccountName=x;AccountKey=|${WORD}a1B2c3==|;EndpointSuffix=y`],
  "aws key": [`|ABSK${WORD}${WORD}|`],
  "package token": [`|rubygems_${HEX.slice(0, 48)}|`],
  "npm token": [`|npm_${WORD.slice(0, 36)}|`],
  "pypi token": [`|pypi-${WORD.slice(0, 60)}|`],
  "payment key": [
    `|shpat_${HEX.slice(0, 32)}|`,
    `|sq0atp-${WORD.slice(0, 22)}|`,
    `|whsec_${WORD.slice(0, 32)}|`,
  ],
  "stripe key": [`|rk_live_${WORD.slice(0, 24)}|`],
  "mail key": [`|SG.${WORD.slice(0, 22)}.${WORD.slice(0, 43)}|`, `|key-${HEX.slice(0, 32)}|`],
  "telephone key": [`|SK${HEX.slice(10, 42)}|`],
  "cloud token": [
    `|dop_v1_${HEX}|`,
    `|dapi${HEX.slice(0, 32)}|`,
    `|hvs.${WORD.slice(0, 24)}|`,
    `|sbp_${HEX.slice(0, 40)}|`,
    `|dp.pt.${WORD.slice(0, 43)}|`,
  ],
  "service token": [
    `|lin_api_${WORD.slice(0, 40)}|`,
    `|ntn_${WORD.slice(0, 46)}|`,
    `|glsa_${WORD.slice(0, 32)}_0123abcd|`,
    `|sntrys_${WORD.slice(0, 60)}|`,
    `|NRAK-${"ABC012345".repeat(3)}|`,
  ],
  "search key": [`|BSA${WORD.slice(0, 28)}|`],
  "bot token": [`|1234567890:AA${WORD.slice(0, 33)}|`],
  "json web token": [`|eyJ${WORD.slice(0, 20)}.eyJ${WORD.slice(0, 20)}.${WORD.slice(0, 20)}|`],
  "bearer token": [`authorization: Bearer |${WORD.slice(0, 30)}|`],
  login: [
    `Authorization: Token |${WORD.slice(0, 20)}|`,
    `Authorization: Basic |${Buffer.from("user:pass").toString("base64")}|`,
  ],
  "named secret": [
    `DB_PASSWORD=|${WORD.slice(0, 12)}|`,
    `api_key = "|${WORD.slice(0, 30)}|"`,
    `Server=x;Password=|s3cr3t-p4ss|;Encrypt=true`,
    `{\\"client_secret\\": \\"|${WORD.slice(0, 30)}|\\"}`,
  ],
  "url password": [
    `https://|${WORD.slice(0, 40)}|@git.example/a`,
    "redis://:|s3cr3t-p4ss|@cache.example:6379",
    "mongodb+srv://u:|p4ss!word|@db.example",
  ],
};

test("TOKEN_SHAPES each have an example", () => {
  expect(new Set(TOKEN_SHAPES.map(({ name }) => name))).toEqual(new Set(Object.keys(EXAMPLES)));
});

for (const [name, examples] of Object.entries(EXAMPLES)) {
  test(`createRedactor() takes every ${name} out, whole or cut at any place, and keeps the text around it`, () => {
    const redactor = createRedactor();
    for (const example of examples) {
      const [before = "", token = "", after = ""] = example.split("|");
      const clean = `x ${before}[redacted: ${name}]${after} y`;
      const raw = `x ${before}${token}${after} y`;
      expect(redactor.text(raw)).toBe(clean);
      for (let cut = 1; cut < raw.length; cut++) {
        const stream = redactStream(redactor);
        expect(stream.push(raw.slice(0, cut)) + stream.push(raw.slice(cut)) + stream.end(), `${cut}`).toBe(
          clean,
        );
      }
    }
  });
}

test("createRedactor() finds configured values inside encoded text, at any position", () => {
  const secret = "hunter2-token-8d1f";
  const { text } = createRedactor([secret]);
  for (const before of ["", "u", "us", "user", "user:"]) {
    for (const after of ["", "x", "xy", "xyz"]) {
      for (const encoding of ["base64", "base64url", "hex"] as const) {
        const shown = text(Buffer.from(before + secret + after).toString(encoding));
        const left = Buffer.from(shown.replace("[redacted: configured secret]", ""), encoding).toString();
        expect(shown, `${before}|${after}|${encoding}`).toContain("[redacted: configured secret]");
        expect(left).not.toContain("unter");
      }
    }
  }
});

test("createRedactor() leaves alone what only begins like a token", () => {
  const { text } = createRedactor();
  const ordinary = [
    "hf_hub_download(repo_id), gsk_, xai-sdk, pypi-server, the key-value store, SG.1.2, dp.pt., whsec_",
    "secret_access_key = os.environ['AWS_SECRET_ACCESS_KEY'], AccountKey=<key>, Authorization: Basic auth is meant",
    `sha256-${HEX}, commit ${HEX.slice(0, 40)}, basic understanding-of-cryptography, discord.com/api/webhooks/`,
  ];
  for (const line of ordinary) expect(text(line)).toBe(line);
});
