import { escapeHtml } from "../text/escape-html.ts";
import type { EvalReport, VariantReport } from "./eval-report.ts";

const STYLE = `body{font:15px/1.5 system-ui,sans-serif;margin:2rem auto;max-width:70rem;padding:0 1rem;color:#1d2129;background:#fff}
table{border-collapse:collapse;width:100%;margin:1rem 0}th,td{border-bottom:1px solid #d8dce3;padding:.35rem .6rem;text-align:left;vertical-align:top}
td.n{text-align:right;font-variant-numeric:tabular-nums}.bad{color:#a3210f}.good{color:#15692f}pre{white-space:pre-wrap;overflow-wrap:anywhere;background:#f4f5f7;padding:.6rem}
@media(prefers-color-scheme:dark){body{color:#e6e8ec;background:#15171b}th,td{border-color:#3a3f48}pre{background:#22252b}.bad{color:#ff9384}.good{color:#7fd897}}`;

/** The report as one HTML file without scripts. All texts of cases and models are escaped. */
export function htmlReport(report: EvalReport): string {
  const { variants, worse, at } = report;
  const heading =
    worse === 0 ? "No case is worse" : `${worse} ${worse === 1 ? "case is" : "cases are"} worse`;
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>Evaluation</title><style>${STYLE}</style></head><body>
<h1>Evaluation</h1><p>${escapeHtml(at)} · <span class="${worse === 0 ? "good" : "bad"}">${heading}</span></p>
${variants.map(variantSection).join("\n")}
</body></html>
`;
}

const HEADINGS = [
  "case",
  "",
  "right calls",
  "valid",
  "questions",
  "rounds",
  "tokens",
  "claims",
  "not recorded",
];

function variantSection({ name, model, cases }: VariantReport): string {
  const rows = cases.map(({ name: of, measures, worse, problems }) => {
    const { rightCalls, expectedCalls, validCalls, calls, questions, rounds, tokens, estimated } = measures;
    const figures = [
      `${rightCalls}/${expectedCalls}`,
      `${validCalls}/${calls}`,
      `${questions}`,
      `${rounds}`,
      `${estimated ? "~" : ""}${tokens}`,
      `${measures.claims.length}`,
      `${measures.notRecorded}`,
    ];
    const state = worse.length > 0 ? "worse" : problems.length === 0 ? "good" : "not good";
    const cells = figures.map((text) => `<td class="n">${escapeHtml(text)}</td>`).join("");
    return `<tr><td>${escapeHtml(of)}</td><td class="${state === "good" ? "good" : "bad"}">${state}</td>${cells}</tr>`;
  });
  const details = cases.map(({ name: of, problems, worse, answer }) => {
    const lines = [...worse.map((line) => `worse, ${line}`), ...problems];
    const list =
      lines.length === 0 ? "" : `<ul>${lines.map((line) => `<li>${escapeHtml(line)}</li>`).join("")}</ul>`;
    return `<details><summary>${escapeHtml(of)}</summary>${list}<pre>${escapeHtml(answer)}</pre></details>`;
  });
  return `<h2>${escapeHtml(name)} <small>${escapeHtml(model)}</small></h2>
<table><thead><tr>${HEADINGS.map((text) => `<th>${text}</th>`).join("")}</tr></thead><tbody>${rows.join("\n")}</tbody></table>
${details.join("\n")}`;
}
