import { isMadeUpHost } from "../../sources/mcp/trial/judge-hosts.ts";
import { counted } from "../../support/counted-things.ts";
import { visibleLine } from "../../text/visible-text.ts";
import { aboutCompiled } from "./about-compiled.ts";
import { aboutPublisher } from "./about-publisher.ts";
import { aboutUnobserved } from "./about-unobserved.ts";
import type { CandidateFacts, ReportLine } from "./candidate-facts.ts";
import { KNOWN_NAMES } from "./known-names.ts";
import { isDisguised, type NearName, nearName } from "./name-distance.ts";
import type { PackageContent } from "./read-package.ts";
import { sentence } from "./sentence.ts";

/** The overall result of a report. No grade means that a candidate is safe. */
export const GRADES = ["nothing found", "careful", "dangerous"] as const;

type Grade = (typeof GRADES)[number];

/** Creates the report of a candidate, with the most severe lines first. */
export function riskReport(known: CandidateFacts): {
  readonly grade: Grade;
  readonly lines: readonly ReportLine[];
} {
  const lines = [
    ...aboutName(known),
    ...aboutPublisher(known),
    ...aboutPackage(known),
    ...aboutCode(known),
    ...aboutTrial(known),
    ...(known.more ?? []),
  ];
  const rank = ({ severity }: ReportLine) => ["danger", "warning", "notice", "fact"].indexOf(severity);
  const sorted = lines.toSorted((a, b) => rank(a) - rank(b));
  return { grade: gradeOf(sorted), lines: sorted.slice(0, 60) };
}

function gradeOf(lines: readonly ReportLine[]): Grade {
  if (lines.some(({ severity }) => severity === "danger")) return "dangerous";
  return lines.some(({ severity }) => severity === "warning") ? "careful" : "nothing found";
}

function aboutName({ candidate, older }: CandidateFacts): ReportLine[] {
  const { identifier, type } = candidate.package;
  if (type !== "npm" && type !== "pypi" && type !== "skill") return [];
  const disguised = [candidate.name, candidate.title, identifier].filter(isDisguised);
  const near = type === "skill" ? undefined : nearName(identifier, [...KNOWN_NAMES, ...older]);
  return [
    ...disguised.map(
      (name): ReportLine => ({
        severity: "danger",
        text: `The name "${visibleLine(name)}" contains hidden characters, or letters of another script that look like its own: it passes for another`,
        source: candidate.registry,
      }),
    ),
    ...(near === undefined ? [] : [nearLine(near)]),
  ];
}

function nearLine({ name, how }: NearName): ReportLine {
  return {
    severity: "warning",
    text: `Its name is close to ${name}: ${how}`,
    source: "names of known packages",
  };
}

/** Whether a command of an installation names an address, a key or a program that fetches. Building needs none of these. */
export function isReachingCommand(command: string): boolean {
  return REACHES.test(command);
}

const REACHES =
  /\b(?:https?|ftp|wss?):\/\/|\b(?:curl|wget|powershell|osascript|nslookup|dig)\b|\bprocess\.env\b|require\(\\?["'](?:node:)?(?:https?|net|dns|child_process)\b|_(?:TOKEN|KEY)\b/;

function aboutPackage({ candidate, content, fetched, trial }: CandidateFacts): ReportLine[] {
  const lines: ReportLine[] = [];
  const source = "the fetched package";
  if (fetched !== undefined) {
    lines.push({
      severity: "fact",
      text: `Fetched from ${fetched.registry}, checksum ${fetched.integrity.slice(0, 24)}…; ${fetched.count - 1} packages besides`,
      source,
    });
    const others = fetched.scripts.filter((name) => name !== candidate.package.identifier);
    if (others.length > 0)
      lines.push({
        severity: "notice",
        text: `Packages it needs have install scripts, which are not run: ${others.slice(0, 5).join(", ")}`,
        source,
      });
  }
  if (content === undefined) return lines;
  for (const script of content.scripts)
    lines.push({
      severity: content.plainScripts.includes(script) ? "notice" : "warning",
      text: `Has an install script, which is not run: ${script}`,
      source: "package.json",
    });
  lines.push({
    severity: "fact",
    text: `${content.license === "" ? "No licence" : `Licence ${content.license}`}, ${Math.ceil(content.bytes / 1024)} kB${candidate.kind === "skill" ? "" : `, needs ${content.dependencies.length} packages directly`}`,
    source,
  });
  const reaching = content.buildCommands.find(isReachingCommand);
  if (content.buildsNatively)
    lines.push({
      severity: reaching === undefined ? "notice" : "warning",
      text: `Has a binding.gyp, which npm would run commands from as it installs; here nothing is built${reaching === undefined ? "" : `: ${visibleLine(reaching.slice(0, 120))}`}`,
      source,
    });
  if (content.hiddenPrograms.length > 0)
    lines.push({
      severity: "warning",
      text: `Hides compiled programs in texts: ${content.hiddenPrograms.slice(0, 5).map(visibleLine).join(", ")}`,
      source,
    });
  const starters = Object.keys(content.files).filter((file) => file.endsWith(".pth"));
  if (starters.length > 0)
    lines.push({
      severity: "warning",
      text: `Has files that Python runs at every start, whatever is started: ${starters.slice(0, 5).join(", ")}`,
      source,
    });
  lines.push(...aboutCompiled(content.compiled, trial?.definitions === undefined ? [] : trial.programs));
  if (content.opaque.length > 0)
    lines.push({
      severity: "notice",
      text: `Holds files that cannot be read: ${content.opaque.slice(0, 5).join(", ")}`,
      source,
    });
  if (content.oddDependencies.length > 0)
    lines.push({
      severity: "warning",
      text: `Needs packages from outside of the registry, or in a version made to win over any other: ${content.oddDependencies.slice(0, 5).join(", ")}`,
      source: "package.json",
    });
  const unlisted = content.documented.filter((name) => !candidate.variables.some((one) => one.name === name));
  if (unlisted.length > 0 && candidate.kind === "mcp")
    lines.push({
      severity: "fact",
      text: `Its texts mention variables that its listing does not name, so it gets them only by a grant: ${unlisted.slice(0, 8).join(", ")}`,
      source: "README",
    });
  const wanted = candidate.variables.map(({ name, secret }) => `${name}${secret ? " (secret)" : ""}`);
  if (wanted.length > 0)
    lines.push({
      severity: "fact",
      text: `Wants the variables ${wanted.join(", ")}`,
      source: candidate.registry,
    });
  return lines;
}

function aboutCode({ content, candidate }: CandidateFacts): ReportLine[] {
  if (content === undefined) {
    const source = "scan of the code";
    const text =
      "Its code was not scanned: it could not be found among what was fetched. Judge it by its publisher and by the trial";
    return candidate.package.type === "pypi" ? [{ severity: "warning", text, source }] : [];
  }
  const lines = content.findings.map(
    ({ severity, file, line, message, excerpt }): ReportLine => ({
      severity,
      text: `Its code ${message}: ${excerpt.slice(0, 120)}`,
      source: `${file}:${line}`,
    }),
  );
  if (content.addresses.length > 0)
    lines.push({
      // An address receives something only from code that can send mail.
      severity: content.sendsMail ? "warning" : "notice",
      text: `Its code names the mail addresses ${content.addresses.slice(0, 5).join(", ")}`,
      source: "scan of the code",
    });
  if (content.keysRead.length > 0 && content.powers.some(({ kind }) => kind === "network"))
    lines.push({
      severity: "warning",
      text: `Its code reads the keys ${content.keysRead.join(", ")} and says nowhere what for`,
      source: "scan of the code",
    });
  if (content.keyPlaces.length > 0)
    lines.push({
      severity: "warning",
      text: `Its code names places of keys and accounts, and says nowhere what for: ${content.keyPlaces.slice(0, 5).join(", ")}`,
      source: "scan of the code",
    });
  if (content.placesNamed.length > 0)
    lines.push({
      severity: "notice",
      text: `Its code names places of keys and accounts: ${content.placesNamed.slice(0, 5).join(", ")}. It gets no folder`,
      source: "scan of the code",
    });
  if (content.accounts.length > 0)
    lines.push({
      severity: "warning",
      text: `Its code names accounts to which money could go: ${content.accounts.slice(0, 3).join(", ")}`,
      source: "scan of the code",
    });
  if (content.hosts.length > 0)
    lines.push({
      severity: "fact",
      text: `Its code names the hosts ${content.hosts.slice(0, 12).join(", ")}${content.hosts.length > 12 ? " …" : ""}`,
      source: "scan of the code",
    });
  return lines;
}

const NAMES_PATH =
  /(?<![a-z])(?:path|file|folder|dir|directory)|(?:Path|File|Folder|Dir)|(?:file|folder|dir)path/;

const wantsKey = ({ variables }: CandidateFacts["candidate"], { documented }: PackageContent): boolean =>
  variables.some(({ secret }) => secret) || documented.length > 0;

/** Whether code that was not seen running can do something that the package's texts do not explain. */
function isUnexplained(candidate: CandidateFacts["candidate"], content: PackageContent): boolean {
  const compared = {
    ...content,
    hosts: [],
    programs: [],
    codeHosts: content.hosts,
    wantsKey: wantsKey(candidate, content),
    saysItReads: false,
    takesPaths: false,
  };
  return (
    content.compiled.length > 0 ||
    content.findings.some(({ severity }) => severity !== "notice") ||
    aboutUnobserved(compared).some(({ severity }) => severity === "warning")
  );
}

function aboutTrial({ trial, candidate, content }: CandidateFacts): ReportLine[] {
  const source = "trial";
  if (trial === undefined)
    return candidate.kind === "skill"
      ? []
      : [
          {
            severity: "warning",
            text: "It was not tried, so its behaviour is unknown",
            source,
          },
        ];
  const shown = (trial.shownArguments ?? []).join(" ");
  const lines: ReportLine[] = trial.findings.map(({ severity, message }) => ({
    severity,
    text: /^(?:its|the|what) /.test(message) ? sentence(message) : `It ${message}`,
    source,
  }));
  if (trial.problem !== undefined)
    lines.push({
      // Many honest servers end at once without their database or program. Code that could hide something must be seen running.
      severity: content === undefined || isUnexplained(candidate, content) ? "warning" : "notice",
      text: `It did not start in the trial, so its behaviour is unknown: ${trial.problem.slice(0, 300)}`,
      source,
    });
  else
    lines.push({
      severity: "fact",
      text: `Started without network in a made-up home: ${counted(trial.definitions?.tools.length ?? 0, "tool")}, ${counted(trial.calls, "call")}`,
      source,
    });
  if (shown !== "")
    lines.push({
      severity: "notice",
      text: `It was tried with the arguments of its README: ${visibleLine(shown.slice(0, 200))}`,
      source: "README",
    });
  if (trial.problem === undefined && content !== undefined) {
    const tools = trial.definitions?.tools ?? [];
    lines.push(
      ...aboutUnobserved({
        ...content,
        hosts: trial.hosts,
        programs: trial.programs,
        wantsKey: wantsKey(candidate, content),
        codeHosts: content.hosts,
        saysItReads: tools.every((tool) => tool.annotations?.readOnlyHint === true),
        takesPaths: tools.some(({ inputSchema }) =>
          Object.keys(inputSchema.properties ?? {}).some((name) => NAMES_PATH.test(name)),
        ),
      }),
    );
  }
  if (trial.hosts.length > 0)
    lines.push({
      severity: "fact",
      text: `Reached for the hosts ${trial.hosts
        .slice(0, 12)
        .map((host) => (isMadeUpHost(host) ? "that its variables name" : host))
        .join(", ")}`,
      source,
    });
  if (trial.programs.length > 0)
    lines.push({
      severity: "fact",
      text: `Started the programs ${trial.programs.slice(0, 8).join(", ")}`,
      source,
    });
  return lines;
}
