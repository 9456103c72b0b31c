/** A shape of tokens: a fixed prefix that ordinary text does not contain, and what follows it. */
export interface TokenShape {
  readonly name: string;
  /** The prefixes. */
  readonly leads: readonly string[];
  /** What must follow the prefix, as a pattern: the rest of the token. */
  readonly body: string;
  /** The text between prefix and token, as a pattern. Prefix and gap are not redacted: they say what the token is for. */
  readonly gap?: string;
  /** Set if the token begins before the prefix, with this many characters of this alphabet. */
  readonly before?: {
    readonly of: RegExp;
    readonly min: number;
    readonly max: number;
    readonly from?: string;
  };
  /** The prefix also occurs inside ordinary words. After a letter it counts only if the rest looks random. */
  readonly startsWord?: true;
  /** The characters that belong to a found token, however long it is. Default: those of most tokens. */
  readonly rest?: string;
  /** The prefix may be in upper or lower case. */
  readonly anyCase?: true;
  readonly verify?: (token: string) => boolean;
}

const rows = (name: string, table: Readonly<Record<string, string>>, startsWord?: true): TokenShape[] =>
  Object.entries(table).map(([leads, body]) => ({
    name,
    leads: leads.split(" "),
    body,
    ...(startsWord ? { startsWord } : {}),
  }));

/** A Base64 character. Two of them are escaped in an address. */
const BASE64 = "(?:[A-Za-z0-9+/]|%2[BbFf])";
const WORD = "[A-Za-z0-9]";
const DASHED = "[A-Za-z0-9_-]";

/**
 * Tokens with a known prefix. Prefixes, alphabets and lengths are those of gitleaks' rules (config/gitleaks.toml after v8.30.0,
 * MIT licence), without upper limits and without conditions on what follows. Some more come from their issuers' documentation.
 */
export const PREFIXED_TOKENS: readonly TokenShape[] = [
  ...rows("private key", {
    "AGE-SECRET-KEY-1": `${WORD}{58}`,
    // A key as Base64 of its text, as in the config of a cluster.
    "LS0tLS1CRUdJTiBQUklWQVRF LS0tLS1CRUdJTiBSU0EgUFJJVkFURS LS0tLS1CRUdJTiBFQyBQUklWQVRF LS0tLS1CRUdJTiBPUEVOU1NIIFBSSVZBVE LS0tLS1CRUdJTiBFTkNSWVBURUQgUFJJVkFURS": `${BASE64}{40,}={0,2}`,
    xprv9: `${WORD}{90,}`,
  }),
  ...rows("private key", { "SUA SAA SOA SNA SCA": "[A-Z2-7]{55}(?![A-Za-z0-9])" }, true),
  // Dejima's own tokens: of people, and of apps that logged in.
  ...rows("dejima token", { "dj_ dj_at_ dj_rt_": `${DASHED}{32,}` }, true),
  ...rows("aws key id", { "AKIA ASIA ABIA ACCA": "[A-Z0-9]{16}", A3T: "[A-Z0-9]{17}" }),
  ...rows("aws key", { ABSK: `${BASE64}{100,}={0,2}`, "bedrock-api-key-": `${BASE64}{20,}={0,2}` }),
  ...rows("github token", { "ghp_ gho_ ghu_ ghs_ ghr_": `${WORD}{36,}`, github_pat_: "[A-Za-z0-9_]{22,}" }),
  ...rows("gitlab token", {
    "glpat- glptt- gldt- glrt- glcbt- glagent- gloas- glsoat- glft- glimt- glffct-": "[A-Za-z0-9_.-]{20,}",
    GR1348941: `${DASHED}{20,}`,
    "_gitlab_session=": "[0-9a-z]{32,}",
  }),
  ...rows("slack token", {
    "xoxa- xoxb- xoxc- xoxe- xoxo- xoxp- xoxr- xoxs- xapp- xoxd-": "[A-Za-z0-9-]{10,}",
    "xoxe.": "xox[bp]-[A-Za-z0-9-]{10,}",
  }),
  ...rows("model key", { "sk-ant- sk-proj- sk-or- sk-live- sk-svcacct- sk-admin-": `${DASHED}{20,}` }),
  ...rows("model key", { "sk-": `${DASHED}{20,}` }, true),
  ...rows("model key", { "hf_ gsk_ r8_ api_org_": `${WORD}{30,}`, "xai- pplx-": `${WORD}{32,}` }),
  ...rows("model key", {
    "nvapi- tgp_v1_": `${DASHED}{40,}`,
    "lsv2_pt_ lsv2_sk_": "[a-f0-9]{32}_[a-f0-9]{10,}",
    "jina_ csk-": `${WORD}{44,}`,
    "e2b_ sk_": "[a-f0-9]{40,}",
    "fc-": "[a-f0-9]{32}(?![A-Za-z0-9])",
  }),
  ...rows("model key", { fw_: `${WORD}{22,}` }, true),
  ...rows("google key", {
    AIza: `${DASHED}{35,}`,
    "GOCSPX-": `${DASHED}{20,}`,
    "ya29.": `${DASHED}{20,}`,
  }),
  ...rows("npm token", { npm_: `${WORD}{36,}` }),
  ...rows("pypi token", { "pypi-": `${DASHED}{50,}` }),
  ...rows("package token", {
    rubygems_: "[a-f0-9]{48,}",
    "CLOJARS_ clojars_": `${WORD}{60,}`,
    AKCp: `${WORD}{69,}`,
    "dckr_pat_ dckr_oat_": `${DASHED}{20,}`,
  }),
  ...rows("package token", { cmVmd: `${WORD}{59}(?!${WORD})`, cio: `${WORD}{32}(?!${WORD})` }, true),
  ...rows("payment key", {
    "shpat_ shpca_ shppa_ shpss_": "[a-fA-F0-9]{32,}",
    "sq0atp- sq0csp- sq0idp-": `${DASHED}{22,}`,
    whsec_: `${BASE64}{24,}=*`,
    "FLWSECK_TEST- FLWPUBK_TEST-": `${WORD}{12,}(?:-X)?`,
    "duffel_live_ duffel_test_ shippo_live_ shippo_test_": "[A-Za-z0-9_=-]{40,}",
    "EZAK EZTK": `${WORD}{54,}`,
    "access_token$production$ access_token$sandbox$": "[a-z0-9]{16}\\$[a-f0-9]{32,}",
    "access-production- access-sandbox- access-development-": "[a-f0-9]{8}-[a-f0-9-]{27,}",
    "FLWSECK-": `${WORD}{12,}(?:-X)?`,
  }),
  ...rows("payment key", { EAAA: `${DASHED}{22,}` }, true),
  ...rows("stripe key", { "sk_live_ sk_test_ sk_prod_ rk_live_ rk_test_ rk_prod_": `${WORD}{10,}` }),
  ...rows("mail key", {
    "SG.": "[A-Za-z0-9_=-]{16,64}\\.[A-Za-z0-9_=.-]{16,}",
    "xkeysib-": "[a-f0-9]{64}-[A-Za-z0-9]{16,}",
    "key-": "[a-f0-9]{32,}",
  }),
  ...rows("mail key", { re_: `${WORD}{8}_${WORD}{24,}` }, true),
  ...rows("telephone key", {
    [[..."0123456789abcdefABCDEF"].map((digit) => `SK${digit}`).join(" ")]: "[a-fA-F0-9]{31,}",
  }),
  ...rows("cloud token", {
    "dop_v1_ doo_v1_ dor_v1_": "[a-f0-9]{64,}",
    dapi: "[a-f0-9]{32,}(?:-\\d)?",
    "hvs. hvb. hvr.": `${DASHED}{24,}`,
    sbp_: "[a-f0-9]{40,}",
    "dp.pt. dp.st. dp.ct. dp.sa. dp.scim. dp.audit.": "[A-Za-z0-9_.-]{40,}",
    "LTAI AKID AKLT": `${WORD}{20,}`,
    "bce-v3/ALTAK-": `${WORD}{21}/[a-f0-9]{40,}`,
    "AQVN y0_": `${DASHED}{35,}`,
    "vcp_ vci_ vca_ vcr_ vck_ nfp_ nfc_ nfo_ nfu_ rnd_ napi_": `${WORD}{24,}`,
    sb_secret_: `${DASHED}{24,}`,
    "tskey-": `${DASHED}{24,}`,
    "pul-": "[a-f0-9]{40,}",
    "pscale_tkn_ pscale_oauth_ pscale_pw_": "[A-Za-z0-9_=.-]{32,}",
    "HRKU-AA": `${DASHED}{50,}`,
    "v1.0-": "[a-f0-9]{24}-[a-f0-9]{100,}",
    "fm1a_ fm1r_ fm2_": `${BASE64}{100,}={0,3}`,
    fo1_: `${DASHED}{43,}`,
    "cfut_ cfat_ cfk_": `${WORD}{40,}`,
    "dt0c01.": `${WORD}{24}\\.${WORD}{64,}`,
    "sha256~": `${DASHED}{43,}`,
  }),
  ...rows("cloud token", { "ico- tk-us-": `${DASHED}{32,}`, "API-": "[A-Z0-9]{26,}" }, true),
  ...rows("service token", {
    lin_api_: `${WORD}{32,}`,
    ntn_: `${WORD}{40,}`,
    figd_: `${DASHED}{36,}`,
    pcsk_: "[A-Za-z0-9_]{50,}",
    "ATATT3 ATCTT3": "[A-Za-z0-9_=-]{100,}",
    ATBB: `${WORD}{32,}`,
    "phx_ phs_ ion_": `${WORD}{40,}`,
    "sqp_ squ_ sqa_ bkua_": "[a-f0-9]{40,}",
    "CCIPAT_ CCIPRJ_": `${WORD}{22}_[a-f0-9]{40,}`,
    "pat-na1- pat-na2- pat-eu1- pat-ap1-": "[a-f0-9]{8}-[a-f0-9-]{27,}",
    "CFPAT- tfp_": `${DASHED}{43,}`,
    "sl.u. sl.": `${DASHED}{100,}`,
    "sk.eyJ": `${DASHED}{40,}\\.${DASHED}{20,}`,
    "SEC key_": "[a-f0-9]{64}(?![A-Za-z0-9])",
    "token-": "[a-z0-9]{5}:[a-z0-9]{50,}",
    secret_: `${WORD}{43,}`,
    "glsa_ glc_": "[A-Za-z0-9_+/=]{32,}",
    "sntrys_ sntryu_": "[A-Za-z0-9_+/=-]{40,}",
    "PMAK-": "[a-f0-9-]{50,}",
    "NRAK-": "[A-Z0-9]{27,}",
    "p8e-": `${WORD}{32,}`,
    "pat. sat.": `${DASHED}{22}\\.${WORD}{24}\\.${WORD}{20,}`,
    pat: `${WORD}{14}\\.[a-f0-9]{64,}`,
    "fio-u-": "[A-Za-z0-9_=-]{64,}",
    pnu_: `${WORD}{36,}`,
    rdme_: "[a-z0-9]{70,}",
    "sm_aat_ sm_pat_ sm_sat_": `${WORD}{16,}`,
    sgp_: "[A-Za-z0-9_]{40,}",
    "s-s4t2ud- s-s4t2af-": "[a-f0-9]{64,}",
    ops_eyJ: `${BASE64}{100,}={0,3}`,
    "sc_ ext_ scauth_ authress_":
      "[a-z0-9]{5,30}\\.[a-z0-9]{4,6}\\.acc[_-][a-z0-9-]{10,32}\\.[A-Za-z0-9+/_=-]{30,}",
    "A3-": "[A-Z0-9]{6}-[A-Z0-9-]{11,12}-[A-Z0-9]{5}-[A-Z0-9]{5}-[A-Z0-9]{5}",
    "EAAM EAAC": `${WORD}{100,}`,
  }),
  ...rows(
    "service token",
    {
      pk_: "\\d{6,12}_[A-Z0-9]{32}",
    },
    true,
  ),
  ...rows("search key", { "tvly-": `${DASHED}{20,}` }),
  ...rows("search key", { BSA: `${DASHED}{28,}` }, true),
  ...rows("json web token", { ZXlK: `${BASE64}{60,}={0,2}` }),
];
