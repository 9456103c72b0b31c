/** A shape of tokens that its issuers document, anchored on a prefix that ordinary text does not have. */
export interface TokenShape {
  readonly name: string;
  readonly shape: string;
}

/** The shapes that are looked for everywhere, the more telling ones first. */
export const TOKEN_SHAPES: readonly TokenShape[] = [
  {
    name: "private key",
    shape:
      '-----BEGIN [A-Z ]{0,40}PRIVATE KEY(?: BLOCK)?-----(?:[^"-]|-(?!----)){0,20000}-----END [A-Z ]{0,40}PRIVATE KEY(?: BLOCK)?-----',
  },
  { name: "private key", shape: "\\bAGE-SECRET-KEY-1[0-9A-Z]{58}\\b" },
  { name: "aws key id", shape: "\\b(?:AKIA|ASIA)[0-9A-Z]{16}\\b" },
  {
    name: "aws secret key",
    shape:
      "(?<=(?:SECRET_ACCESS_KEY|[Ss]ecret_?[Aa]ccess_?[Kk]ey)[\"']?\\s{0,3}[:=]\\s{0,3}[\"']?)[A-Za-z0-9/+]{40}(?![A-Za-z0-9/+])",
  },
  {
    name: "github token",
    shape: "\\b(?:gh[pousr]_[A-Za-z0-9]{36,255}|github_pat_[A-Za-z0-9_]{22,255})\\b",
  },
  { name: "gitlab token", shape: "\\bgl(?:pat|ptt|dt|rt|cbt|agent|oas|soat|ft|imt)-[A-Za-z0-9_-]{20,}" },
  { name: "slack token", shape: "\\b(?:xox[abceoprs]|xapp|xoxe\\.xox[bp])-[A-Za-z0-9-]{10,}" },
  {
    name: "webhook",
    shape:
      "(?<=\\bhttps:\\/\\/(?:hooks\\.slack\\.com\\/(?:services|workflows|triggers)|(?:ptb\\.|canary\\.)?discord(?:app)?\\.com\\/api\\/webhooks)\\/)[A-Za-z0-9_/-]{20,}",
  },
  { name: "model key", shape: "\\bsk-(?:ant-|proj-|or-|live-)?[A-Za-z0-9_-]{20,}" },
  { name: "model key", shape: "\\b(?:hf_|gsk_|r8_)[A-Za-z0-9]{30,}|\\b(?:xai|pplx)-[A-Za-z0-9]{32,}" },
  {
    name: "google key",
    shape: "\\bAIza[0-9A-Za-z_-]{35}|\\bGOCSPX-[A-Za-z0-9_-]{20,}|\\bya29\\.[A-Za-z0-9_-]{20,}",
  },
  { name: "azure key", shape: "(?<=\\b(?:AccountKey|SharedAccessKey)=)[A-Za-z0-9+/]{40,}={0,2}" },
  { name: "npm token", shape: "\\bnpm_[A-Za-z0-9]{36}\\b" },
  { name: "pypi token", shape: "\\bpypi-[A-Za-z0-9_-]{50,}" },
  {
    name: "payment key",
    shape:
      "\\b(?:shp(?:at|ca|pa|ss)_[a-fA-F0-9]{32}|sq0(?:atp|csp|idp)-[A-Za-z0-9_-]{22,}|whsec_[A-Za-z0-9+/]{24,}=*)",
  },
  { name: "stripe key", shape: "\\b[rs]k_(?:live|test)_[A-Za-z0-9]{16,}" },
  { name: "mail key", shape: "\\bSG\\.[A-Za-z0-9_-]{16,32}\\.[A-Za-z0-9_-]{16,64}|\\bkey-[a-f0-9]{32}\\b" },
  { name: "telephone key", shape: "\\bSK[a-f0-9]{32}\\b" },
  {
    name: "cloud token",
    shape:
      "\\bdo[opr]_v1_[a-f0-9]{64}\\b|\\bdapi[a-f0-9]{32}\\b|\\bhv[sbr]\\.[A-Za-z0-9_-]{24,}|\\bsbp_[a-f0-9]{40}\\b|\\bdp\\.(?:pt|st|ct|sa)\\.[A-Za-z0-9_.-]{40,}",
  },
  {
    name: "service token",
    shape:
      "\\blin_api_[A-Za-z0-9]{32,}|\\bntn_[A-Za-z0-9]{40,}|\\bsecret_[A-Za-z0-9]{43}\\b|\\bgl(?:sa|c)_[A-Za-z0-9_+/=]{32,}|\\bsntry[su]_[A-Za-z0-9_+/=-]{40,}|\\bPMAK-[a-f0-9-]{50,}|\\bNRAK-[A-Z0-9]{27}\\b",
  },
  { name: "search key", shape: "\\btvly-[A-Za-z0-9_-]{20,}|\\bBSA[A-Za-z0-9_-]{28}\\b" },
  { name: "bot token", shape: "\\b\\d{8,10}:AA[A-Za-z0-9_-]{33}\\b" },
  { name: "json web token", shape: "\\beyJ[A-Za-z0-9_-]{8,}\\.eyJ[A-Za-z0-9_-]{8,}\\.[A-Za-z0-9_-]{8,}" },
  { name: "bearer token", shape: "(?<=\\b[Bb]earer )[A-Za-z0-9._~+/-]{20,}=*" },
  {
    name: "basic login",
    shape: "(?<=\\b[Aa]uthorization[\"']?\\s{0,3}[:=]\\s{0,3}[\"']?[Bb]asic )[A-Za-z0-9+/_-]{8,}=*",
  },
  {
    name: "url password",
    shape: '(?<=\\b[a-z][a-z0-9+.-]{1,20}:\\/\\/[^\\s:@/"]{0,100}:)[^\\s@/"]{3,200}(?=@)',
  },
];

/**
 * A cheap look first: most text holds none of these, and the full expression is not free. Each is a part of a prefix above,
 * or a mark between a known word and a long one: our own ids and boundaries are long behind a mark, too. The engine skips
 * fast through a text for a few short ones that are alike, so they stand in groups, which together take half the time of
 * one expression.
 */
const HINTS = [
  /A(?:KIA|SIA|Iza)|BSA|CESS_KEY|cess_?[Kk]ey|CSPX|[RM]AK|KEY-1|SG\.|SK[a-f0-9]/,
  /eyJ|earer [A-Za-z0-9._~+/-]{20}|asic (?<=uthorization[\s\S]{0,9}[Bb]asic )|:AA|-----B|Key=/,
  /:\/\/(?:hooks\.|[^\s/"]{0,20}discord|[^\s:@/"]{0,100}:[^\s@/"]{3,200}@)/,
  /[_-](?<=(?:gh[pousr]|pat|hf|gsk|r8|xai|pplx|npm|shp[acps][ats]|whsec|live|test|key|v1|sbp|api|ntn|secret|sntry[su])[_-])[A-Za-z0-9_+/=-]{16}/,
  /xox|xapp-|sk-|gl[a-z]{2,5}[-_]|tvly|ya29|pypi-|sq0|dapi|hv[sbr]\.|dp\.[psc]/,
];

/** Whether a text may hold a token at all. */
export function mayHoldToken(text: string): boolean {
  return HINTS.some((hint) => hint.test(text));
}
