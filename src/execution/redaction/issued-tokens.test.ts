import { expect, test } from "vitest";
import { redactStream } from "./redact-stream.ts";
import { createRedactor } from "./redactor.ts";

const CASES = 10_000;
const SEED = 20_261_118;

function numbers(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

const next = numbers(SEED);
const pick = <Item>(items: readonly Item[]): Item => items[next(items.length)] as Item; // never empty
const UPPER = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";
const LOWER = UPPER.toLowerCase();
const ALPHABETS: Readonly<Record<string, string>> = {
  w: `${UPPER}${LOWER}0123456789`,
  b: `${UPPER}${LOWER}0123456789-_`,
  h: "0123456789abcdef",
  d: "0123456789",
  l: `${LOWER}0123456789`,
  u: `${UPPER}0123456789`,
  s: `${UPPER}${LOWER}0123456789+/`,
};

/**
 * Tokens as their issuers write them, noted from their manuals and not from our table. `{w36}` stands for 36 letters and digits,
 * `b` for those with dashes, `h` for hexadecimal digits, `d` digits, `l` small letters, `u` capitals, `s` Base64. What stands before `|`
 * only says what the token is.
 */
const ISSUED = `
  ghp_{w36} gho_{w36} ghs_{w36} github_pat_{w22}_{w59} glpat-{b20} glrt-{b20} AKIA{u16} ASIA{u16} sk-proj-{b74}T3BlbkFJ{b74}
  sk-{w20}T3BlbkFJ{w20} sk-ant-api03-{b93}AA sk-or-v1-{h64} sk-{h32} sk-lf-{h8}-{h4}-{h4}-{h4}-{h12} AIza{b35} ya29.{b120} GOCSPX-{b28}
  xoxb-{d12}-{d13}-{w24} xapp-1-A{u10}-{d13}-{h64} https://hooks.slack.com/services/|T{u8}/B{u10}/{w24} sk_live_{w24} rk_live_{w24}
  sk_test_{w24} whsec_{w32} npm_{w36} pypi-AgEIcHlwaS5vcmc{b70} rubygems_{h48} cio{w32} dckr_pat_{b27} dckr_oat_{b32}
  SG.{b22}.{b43} key-{h32} {h32}-us{d2} SK{h32} re_{w8}_{w24} hf_{w34} r8_{w37} gsk_{w52} xai-{w80} pplx-{w48} fw_{w24} tgp_v1_{b43}
  csk-{l48} nvapi-{b64} tvly-{w32} lsv2_pt_{h32}_{h10} pcsk_{w5}_{w63} fc-{h32} jina_{h32}{w28} sk_{h48} e2b_{h40} dop_v1_{h64}
  fo1_{b43} HRKU-AA{b58} vcp_{w56} nfp_{w36} sbp_{h40} sb_secret_{b31} rnd_{w32} pscale_tkn_{b43} napi_{l64} v1.0-{h24}-{h146} dapi{h32}
  dp.pt.{w43} hvs.{b95} {w14}.atlasv1.{b67} pul-{h40} lin_api_{w40} ntn_{d11}{w35} secret_{w43} figd_{b40} pat{w14}.{h64}
  pk_{d8}_{u32} ATATT3{b186} ATBB{w32} sntrys_{w100} sntryu_{h64} glsa_{w32}_{h8} glc_{w60} NRAK-{u27} phx_{w43} sqp_{h40} squ_{h40}
  PMAK-{h24}-{h34} CCIPAT_{w22}_{h40} bkua_{h40} AKCp{w69} EZAK{w54} shpat_{h32} shpss_{h32} sq0csp-{b43}
  access_token$production$\{l16}$\{h32} access-production-{h8}-{h4}-{h4}-{h4}-{h12} FLWSECK-{h32}-X {d10}:AA{b33} SEC{h64} sl.{b135}
  tfp_{b44}_{w14} CFPAT-{b43} pnu_{w36} fio-u-{b64} duffel_live_{b43} rdme_{l70} sgp_{h16}_{h40} tskey-auth-{w12}CNTRL-{w32}
  eyJ{b33}.eyJ{b60}.{b43} LTAI{w20} AKID{w32} AKLT{w43} AQVN{b35} y0_{b55} bce-v3/ALTAK-{w21}/{h40} sk.eyJ{w80}.{b22}
  pat-na1-{h8}-{h4}-{h4}-{h4}-{h12} ion_{w42} pat.{b22}.{h24}.{w20} sha256~{b43} token-{l5}:{l54} key_{h64} AccountKey=|{s86}==
  {w3}8Q~{w34} {w76}AZDO{w4} https://a.example/?sv=1&sig=|{w43}%3D LS0tLS1CRUdJTiBSU0EgUFJJVkFURS{s200} xprv9s21ZrQH143K{w95}
  postgres://app:|{w16} DB_PASSWORD=|{w15}{d1} secret_key_base:|{h128} X-Api-Key:|{w32}
`
  .replaceAll("$\\{", "${")
  .trim()
  .split(/\s+/);

/** What may stand around a token without belonging to it. */
const BEFORE = [
  "",
  " ",
  "\n",
  "\t",
  "\r\n",
  "\r",
  "\f",
  "\0",
  '"',
  "'",
  "`",
  "(",
  "<",
  ">",
  ",",
  ";",
  "|",
  "中",
  "😀",
  "\u2028",
].concat([
  "- ",
  "## ",
  "key is: ",
  "\\n",
  "\\t",
  "\\r\\n",
  "%0A",
  "&#10;",
  "\u001b[31m",
  "a b\n",
  "\u200b",
  "。",
  "=> ",
]);
const AFTER = [
  "",
  " ",
  "\n",
  "\t",
  '"',
  "'",
  ")",
  "<",
  ",",
  ";",
  "中",
  "\u2028",
  "\0",
  "\\n",
  "`",
  "]",
  "。",
];

/** A token of one issuer, and what must not be seen of it. */
function issue(pattern: string): { readonly text: string; readonly secret: string } {
  const filled = pattern.replaceAll(/\{([wbhdlus])(\d+)\}/g, (_all, kind, count) =>
    Array.from({ length: Number(count) }, () => pick([...(ALPHABETS[kind] ?? "")])).join(""),
  );
  const [lead = "", ...rest] = filled.split("|");
  const secret = rest.length === 0 ? lead : rest.join("|");
  const host = filled.startsWith("postgres://") ? "@db.example/x" : "";
  return { text: `${filled.replace("|", "")}${host}`, secret };
}

function nested(text: string): unknown {
  return pick([
    text,
    { text },
    [text, 1],
    { content: [{ type: "text", text }] },
    JSON.stringify({ a: [text] }),
    { [text]: true },
    { a: { b: { c: [[text]] } } },
  ]);
}

test(`none of ${CASES} tokens of ${ISSUED.length} forms is seen, in any position`, () => {
  const redactor = createRedactor();
  const through = new Map<string, string>();
  for (let n = 0; n < CASES; n++) {
    const pattern = ISSUED[n % ISSUED.length] ?? "";
    const { text, secret } = issue(pattern);
    const held = `${pick(BEFORE)}${text}${pick(AFTER)}`;
    const stream = redactStream(redactor);
    const half = next(held.length);
    const shown = [
      redactor.text(held),
      stream.push(held.slice(0, half)) + stream.push(held.slice(half)) + stream.end(),
      redactor.json(JSON.stringify(nested(held))),
      redactor.record(JSON.stringify({ type: "call-end", params: { held } })),
    ];
    if (shown.some((each) => each.includes(secret))) through.set(pattern, JSON.stringify(held));
  }
  expect([...through]).toEqual([]);
});

test("words, versions, hashes and names of ordinary work are left alone", () => {
  const { text } = createRedactor();
  for (const honest of [
    "commit 9f86d081884c7d659a2feaa0c55ad015a3bf4f1b and sha256:9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
    "eu-us1, us-east-1, spa-2024-report, fc-cache -f, key_value_store, re_compile, token-bucket, pk_id, sk_SK.UTF-8, ion_channel",
    "SECTION 4, SECRET, CIO report, SUAVE, vcp_helper, rnd_seed, napi_create_function, sl.no, phx_new, AKIDO, cfg pat-na1",
    "napi_create_threadsafe_function_with_finalizer rnd_generator_of_the_whole_module pa-a-long-name-of-a-class-of-some-style-sheet-2",
    "550e8400-e29b-41d4-a716-446655440000 of the access-production-line",
    "import { dapi } from 'dapi'; const sqp_total = squ_total; bce-v3 y0_axis jina_reader csk-table e2b_test",
  ])
    expect(text(honest)).toBe(honest);
});
