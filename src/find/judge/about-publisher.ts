import { counted } from "../../support/counted-things.ts";
import { visibleLine } from "../../text/visible-text.ts";
import type { CandidateFacts, ReportLine } from "./candidate-facts.ts";
import type { RegistrySignature } from "./provenance/verify-registry-signature.ts";
import { sentence } from "./sentence.ts";

const DAY_MS = 86_400_000;
const YOUNG_DAYS = 30;

/** Report lines about the publisher of a candidate, and since when it has been published. */
export function aboutPublisher(known: CandidateFacts): ReportLine[] {
  const { candidate, facts, content, now } = known;
  const { name, registry, package: from } = candidate;
  const lines: ReportLine[] = [
    {
      severity: "fact",
      text: `Listed as ${name}${candidate.repository === "" ? "" : `, source ${candidate.repository}`}`,
      source: registry,
    },
  ];
  if (content !== undefined && candidate.kind === "mcp") {
    if (content.mcpName === undefined)
      lines.push({
        severity: "fact",
        text: "The package does not name its registry entry, so nothing proves that both have one owner",
        source: "package.json",
      });
    else if (content.mcpName !== name)
      lines.push({
        severity: "warning",
        text: `The package says that it belongs to ${content.mcpName}, not to ${name}`,
        source: "package.json",
      });
  }
  if (from.type === "remote")
    lines.push({
      severity: "warning",
      text: `It runs on somebody else's machine (${from.identifier}): what it does there cannot be tried, and it can change at any time`,
      source: registry,
    });
  if (candidate.downloads !== undefined)
    lines.push({
      severity: "fact",
      text: `Downloaded ${counted(candidate.downloads, "time")}`,
      source: registry,
    });
  if (facts === undefined) return [...lines, ...aboutSilence(from.type)];
  const age = daysSince(facts.createdAt, now);
  const fresh = daysSince(facts.publishedAt, now);
  const published = [
    ...(facts.publisher === undefined ? [] : [`published by ${facts.publisher}`]),
    ...(age === undefined ? [] : [`first version ${age} days ago`]),
    `${facts.versions} ${facts.versions === 1 ? "version" : "versions"}`,
    ...(fresh === undefined ? [] : [`this one ${fresh} days ago`]),
  ];
  const source = "package registry";
  lines.push({
    severity: age !== undefined && age < YOUNG_DAYS ? "notice" : "fact",
    text: sentence(published.join(", ")),
    source,
  });
  if (facts.newPublisher)
    lines.push({
      // The registry names this publisher only for a version that it saw being built.
      severity: facts.provenance && facts.publisher === "GitHub Actions" ? "notice" : "warning",
      text: `This version was published by ${facts.publisher}, who had published no version before`,
      source,
    });
  if (facts.newScripts)
    lines.push({ severity: "warning", text: "This version is the first with install scripts", source });
  if (facts.deprecated)
    lines.push({ severity: "notice", text: "Its publisher has withdrawn this version (deprecated)", source });
  if (facts.hadProvenance && !facts.provenance)
    lines.push({
      severity: "warning",
      text: "Earlier versions had a proof of where they were built, this one has none",
      source,
    });
  return [...lines, ...aboutOrigin(known)];
}

/** The facts missing from the report if the package registry describes nothing. Only npm's is queried. */
function aboutSilence(type: CandidateFacts["candidate"]["package"]["type"]): ReportLine[] {
  const text = "The package registry did not report its publisher, age, versions and signatures";
  return type === "npm" ? [{ severity: "notice", text, source: "package registry" }] : [];
}

/** Report lines about who signed the package and what it was built from, only if that was verified. */
function aboutOrigin({ candidate, facts, provenance, signature }: CandidateFacts): ReportLine[] {
  const line = (severity: ReportLine["severity"], text: string): ReportLine => ({
    severity,
    text,
    source: "proof of origin",
  });
  const lines = signature === undefined ? [] : SIGNATURES[signature].map((one) => line(...one));
  if (facts?.provenance !== true) return [...lines, line("fact", "No proof of where it was built")];
  if (provenance === undefined || provenance.status === "unverified") {
    const why = provenance?.why ?? "the registry does not provide it";
    return [...lines, line("fact", `Names a proof of where it was built; not verified: ${why}`)];
  }
  if (provenance.status === "broken")
    return [...lines, line("danger", `Its proof of where it was built is false: ${provenance.why}`)];
  const { signer, source, commit } = provenance;
  const at = commit === "" ? "" : ` at ${commit.slice(0, 12)}`;
  lines.push(
    line("fact", `Signed by ${visibleLine(signer)}, built from ${visibleLine(source)}${at} (verified)`),
  );
  const { repository } = candidate;
  return repository === "" || plainAddress(repository) === plainAddress(source)
    ? lines
    : [
        ...lines,
        line(
          "warning",
          `Was built from ${visibleLine(source)}, not from ${repository}, which its registry names`,
        ),
      ];
}

const SIGNATURES: Readonly<Record<RegistrySignature, [ReportLine["severity"], string][]>> = {
  none: [],
  verified: [["fact", "The registry has signed its checksum (verified)"]],
  "unknown key": [["fact", "The registry's signature was not verified: its key is not known here"]],
  broken: [["danger", "The registry's signature does not match the fetched files"]],
};

const plainAddress = (address: string): string =>
  address
    .toLowerCase()
    .replace(/^(?:git\+)?https?:\/\//, "")
    .replace(/\.git$|\/$/, "");

function daysSince(time: string | undefined, now: number): number | undefined {
  const at = Date.parse(time ?? "");
  return Number.isNaN(at) ? undefined : Math.max(0, Math.floor((now - at) / DAY_MS));
}
