import { expect, test } from "vitest";
import { mayHoldToken, TOKEN_SHAPES } from "./token-shapes.ts";

const hex = (length: number) => "0f".repeat(length).slice(0, length);
const word = (length: number) => "aB3x".repeat(length).slice(0, length);

// Each as short as its shape allows, and with the oddest characters first.
const TOKENS = [
  `sk_live_${word(16)}`,
  `rk_test_${word(16)}`,
  `whsec_+/+/${word(20)}`,
  `github_pat_${word(22)}`,
  `ghs_${word(36)}`,
  `glpat-_-${word(18)}`,
  `gldt-${word(20)}`,
  `xapp-1-${word(10)}`,
  `xoxe.xoxb-${word(10)}`,
  `hf_${word(30)}`,
  `r8_${word(30)}`,
  `xai-${word(32)}`,
  `pplx-${word(32)}`,
  `npm_${word(36)}`,
  `pypi-_-${word(48)}`,
  `shpat_${hex(32)}`,
  `shpss_${hex(32)}`,
  `sq0idp-_-${word(20)}`,
  `key-${hex(32)}`,
  `SK${hex(32)}`,
  `dop_v1_${hex(64)}`,
  `dapi${hex(32)}`,
  `hvs.${word(24)}`,
  `sbp_${hex(40)}`,
  `dp.st.${word(40)}`,
  `lin_api_${word(32)}`,
  `ntn_${word(40)}`,
  `secret_${word(43)}`,
  `glsa_+=${word(32)}`,
  `sntrys_+/=-${word(40)}`,
  `PMAK-${hex(24)}-${hex(30)}`,
  `NRAK-${"A1B2C3D4E5".repeat(3).slice(0, 27)}`,
  `AGE-SECRET-KEY-1${"AB".repeat(29)}`,
  `AKIA${"AB12".repeat(4)}`,
  `AIza${word(35)}`,
  `GOCSPX-${word(20)}`,
  `ya29.${word(20)}`,
  `BSA${word(28)}`,
  `SG.${word(16)}.${word(16)}`,
  `Bearer ${word(20)}`,
  `"Authorization" : "Basic ${word(8)}`,
  `aws_secret_access_key = ${word(40)}`,
  `SecretAccessKey=${word(40)}`,
  `AWS_SECRET_ACCESS_KEY=${word(40)}`,
  `AccountKey=${word(40)}`,
  `https://:pass@host`,
  `postgres://somebody:pass@host/db`,
  `https://hooks.slack.com/services/${word(20)}`,
  `https://canary.discord.com/api/webhooks/${word(20)}`,
];

test.each(TOKENS)("mayHoldToken() sees what a shape finds: %s", (token) => {
  const text = `It says ${token} there`;
  expect(TOKEN_SHAPES.some(({ shape }) => new RegExp(shape).test(text))).toBe(true);
  expect(mayHoldToken(text)).toBe(true);
});

test.each([
  "Press a key with browser_press_key, see https://example.com:8080/docs/basic info for the bearer of it",
  `<data-${hex(32)} from="read_file">an api_key and a test_case</data-${hex(32)}>`,
  '{"runId":"20261115-165613-bsrhbp","output_sha256":"0123456789abcdef0123456789abcdef"}',
])("mayHoldToken() passes over ordinary text: %s", (text) => expect(mayHoldToken(text)).toBe(false));
