import type { Purpose } from "../../../scan/program/purpose.ts";
import { scanMessage, showsHarm } from "../../../scan/scan-description.ts";
import type { ServerDefinitions } from "../tool-definition.ts";
import { canaryTraces } from "./canary-traces.ts";
import { type DecoyHome, withoutMadeUpAddresses } from "./decoy-home.ts";
import { GENERATED_TEXT } from "./generate-input.ts";
import { judgeDefinitions, ownTools } from "./judge-definitions.ts";
import { judgeDelayed } from "./judge-delayed.ts";
import { isMadeUpHost, judgeHost, judgeNames, judgeOwners } from "./judge-hosts.ts";
import { judgeReads } from "./judge-reads.ts";
import { isForPurpose, isKeyPlace } from "./key-places.ts";
import { withoutOwnAddresses } from "./own-addresses.ts";
import { judgeServerQuestions, type ServerQuestion } from "./trial-dialogue.ts";
import type { TrialFinding } from "./trial-finding.ts";
import { type Observed, PHASES, type Phase, withoutReports } from "./trial-report.ts";

interface Seen {
  readonly observed: readonly Observed[];
  readonly decoy: Pick<DecoyHome, "canaries" | "isSensitive" | "isKeyFile" | "isOnlyMet">;
  readonly home: string;
  /** The outputs of the tools. */
  readonly outputs: readonly { readonly tool: string; readonly text: string }[];
  /** The server's description at each phase. */
  readonly described: readonly { readonly phase: Phase; readonly definitions: ServerDefinitions }[];
  /** Names of tools that already exist. */
  readonly known: ReadonlySet<string>;
  readonly purpose: Purpose;
  /** Files of the home that are new or changed, and planted files that were read, relative to it. */
  readonly changed: readonly string[];
  readonly read: readonly string[];
  /** What it asked its user and the model. */
  readonly asked?: readonly ServerQuestion[];
  /** The scope of its package: `netlify` of `@netlify/mcp`. */
  readonly owner?: string;
  /** Whether its code could send something. Default: yes. */
  readonly canReach?: boolean;
  /** Variables that it says it needs. Default: what it reads is not compared. */
  readonly wanted?: readonly string[];
}

/** Programs that fetch or send, and ways to run what they fetched. */
const REACHING =
  /\b(?:curl|wget|ncat|nc|telnet|scp|sftp|powershell|osascript)\b|\/dev\/tcp\/|base64 +-d|xxd +-r/;

/** The findings of a trial, worst first. */
export function judgeTrial(seen: Seen): TrialFinding[] {
  const findings = [
    ...seen.observed
      .filter((one) => one.kind !== "read" && !isOfNpm(one, seen))
      .flatMap((one) => judgeOne(one, seen)),
    ...seen.changed.flatMap((path) =>
      judgeOne({ kind: "write", what: `${seen.home}/${path}`, detail: "", phase: "calls" }, seen),
    ),
    ...judgeReads(
      [
        ...seen.observed.filter((one) => one.kind === "read" && !isOfNpm(one, seen)),
        ...seen.read
          .filter((path) => !isReadByProgram(path, seen.observed))
          .map((path) => ({
            kind: "read" as const,
            what: `${seen.home}/${path}`,
            detail: "",
            phase: "calls" as const,
          })),
      ],
      { ...seen, canReach: canReach(seen) },
    ),
    ...judgeDelayed(seen),
    ...readVariables(seen),
    ...judgeNames(seen.observed),
    ...judgeOwners(seen.observed, seen.wanted ?? [], seen.owner),
    ...judgeServerQuestions(seen.asked ?? []),
    ...judgeOutputs(seen),
    ...judgeDefinitions({ ...seen, canReach: canReach(seen) }),
  ];
  const unique = new Map<string, TrialFinding>();
  // A finding of the first phase is not repeated for later ones.
  for (const finding of findings) {
    const act = finding.message.split(/,? (?:as soon as it|when it is called|only (?:after|when))/)[0] ?? "";
    if (!unique.has(act)) unique.set(act, finding);
  }
  const rank = ({ severity }: TrialFinding) => ["danger", "warning", "notice"].indexOf(severity);
  return [...unique.values()].sort((a, b) => rank(a) - rank(b)).slice(0, 40);
}

/** Whether something could leave: it reached a host, or its code could. */
const canReach = ({ observed, canReach: couldReach = true }: Seen): boolean =>
  couldReach || observed.some(({ kind, what }) => kind === "host" && !isMadeUpHost(what));

/** Programs that read their own settings, including keys in them. Whether that is a problem depends on what they send. */
const READERS: readonly (readonly [RegExp, RegExp])[] = [
  [/^\.npmrc$/, /^(?:npm|npx|pnpm|yarn)\b/],
  [/^\.git-credentials$/, /^git\b/],
];

/** The program that was started, also by a shell, without its folder: `npm` for `/bin/sh -c npm list`. */
function programOf({ what, detail }: Observed): string {
  const isShell = /(?:^|\/)(?:ba|da|z)?sh$/.test(what);
  const started = isShell ? (/\s-c\s+(\S+)/.exec(` ${detail}`)?.[1] ?? what) : what;
  return started.split("/").at(-1) ?? started;
}

/** Whether a planted file that was read is one that a started program always reads. */
function isReadByProgram(path: string, observed: readonly Observed[]): boolean {
  return READERS.some(
    ([place, program]) =>
      place.test(path) && observed.some((one) => one.kind === "program" && program.test(programOf(one))),
  );
}

/** Whether npm, which was started, reads its own settings and proves to its own registry who is asking. */
function isOfNpm({ kind, what, detail }: Observed, { home, observed, decoy }: Seen): boolean {
  const isOwn =
    (kind === "read" && what === `${home}/.npmrc`) ||
    (kind === "host" &&
      what === "registry.npmjs.org" &&
      canaryTraces(detail, decoy.canaries).every((place) => place === "~/.npmrc"));
  return isOwn && isReadByProgram(".npmrc", observed);
}

/** Settings of git with which it starts programs, or fetches from elsewhere. */
const GIT_SETTINGS = /\/\.git\/config$/;
const STARTED_BY_GIT =
  /\b(?:fsmonitor|hooksPath|sshCommand|askPass|pager|editor|helper|textconv|insteadOf)\s{0,9}=|\[alias\b/i;

function judgeOne(one: Observed, { decoy, home, purpose }: Seen): TrialFinding[] {
  const { kind, what, detail, phase } = one;
  const shown = what.replace(home, "~");
  const when = PHASES[phase];
  const stolen = kind === "variable" ? [] : canaryTraces(`${what}\n${detail}`, decoy.canaries);
  const theft = stolen.map(
    (place): TrialFinding => ({
      severity: "danger",
      message: `${kind === "host" ? `sends the content of ${place} to ${shown}` : kind === "program" ? `hands the content of ${place} to the program ${shown}` : `copies the content of ${place} to ${shown}`}, ${when}`,
    }),
  );
  switch (kind) {
    case "host":
      return [...theft, ...judgeHost(one, purpose)];
    case "write":
      return decoy.isSensitive(what) || (GIT_SETTINGS.test(what) && STARTED_BY_GIT.test(detail))
        ? [
            ...theft,
            { severity: "danger", message: `writes ${shown}, which other programs obey or trust, ${when}` },
          ]
        : theft;
    case "program": {
      const line = `${what} ${detail}`;
      const reaches = REACHING.test(line);
      // The program has the made-up home only. What leaves it is judged as such.
      const places = isKeyPlace(line) && !isForPurpose(line, { ...purpose, stated: purpose.text });
      return [
        ...theft,
        {
          severity: reaches || places ? "danger" : "notice",
          message: `starts the program ${line.trim().replaceAll(home, "~").slice(0, 160)}, ${when}`,
        },
      ];
    }
    case "code":
      return [
        { severity: "danger", message: `runs what it was sent from outside as code, by ${what}, ${when}` },
      ];
    case "internal":
      return [
        {
          severity: isUsualInternal(what, detail) ? "notice" : "warning",
          message: `uses ${what} (${detail.split("/").at(-1)?.slice(0, 60)}), which goes past the checks of the trial`,
        },
      ];
    default:
      return theft;
  }
}

/** Compiled packages are loaded by `dlopen`, and lodash asks for `util`. A library with another name is hidden on purpose. */
const isUsualInternal = (what: string, detail: string): boolean =>
  (what === "process.dlopen" && /\.node$/.test(detail)) || (what === "process.binding" && detail === "util");

/**
 * Variables with foreign keys that a program reads although it does not declare them. One that
 * reads the whole environment is judged by what it sends.
 */
function readVariables({ observed, decoy, wanted, purpose }: Seen): TrialFinding[] {
  if (wanted === undefined || !observed.some(({ kind }) => kind === "host")) return [];
  const read = new Set(observed.filter(({ kind }) => kind === "variable").map(({ what }) => what));
  if (read.has("*")) return [];
  const planted = [...decoy.canaries.values()].map((place) => place.replace("the variable ", ""));
  return planted
    .filter((name) => read.has(name) && !wanted.includes(name))
    .filter((name) => !purpose.stated.includes((name.split("_")[0] ?? name).toLowerCase()))
    .map((name) => ({
      severity: "warning",
      message: `reads the variable ${name}, does not say that it needs it, and reaches hosts`,
    }));
}

function judgeOutputs({ outputs, decoy, described, known, purpose }: Seen): TrialFinding[] {
  const siblings = ownTools(described[0]?.definitions.tools ?? [], known);
  return outputs.flatMap(({ tool, text }): TrialFinding[] => {
    const places = canaryTraces(text, decoy.canaries);
    const said = withoutShownCommands(withoutReports(text.slice(0, 20_000)), purpose.text);
    const foreign = withoutOwnAddresses(withoutMadeUpAddresses(said), purpose);
    const scanned = scanMessage(foreign, tool, siblings);
    const told = scanned.find(showsHarm) ?? scanned[0];
    return [
      ...places.map(
        (place): TrialFinding => ({
          // A tool may return the data that it is for: the settings of a cluster to somebody who manages it.
          severity: isForPurpose(place, { ...purpose, text: "" }) ? "notice" : "warning",
          message: `its tool ${tool} returns the content of ${place}`,
        }),
      ),
      ...(carriesInput(text)
        ? [
            {
              severity: "warning" as const,
              message: `the result of its tool ${tool} has an image whose address contains the tool's input`,
            },
          ]
        : []),
      ...(told === undefined
        ? []
        : [
            {
              severity: showsHarm(told) ? ("danger" as const) : ("notice" as const),
              message: `the result of its tool ${tool} ${told.message}`,
            },
          ]),
    ];
  });
}

const IMAGE =
  /!\[[^\]]{0,200}\]\(\s{0,9}(https?:\/\/[^)\s]{1,2000})|<img\b[^>]{0,300}\bsrc\s{0,9}=\s{0,9}["']?(https?:\/\/[^"'\s>]{1,2000})/gi;

/** Whether a text contains an image whose address sends the tool's input to its host as soon as somebody shows it. */
function carriesInput(text: string): boolean {
  const letters = (given: string) => given.toLowerCase().replaceAll(/%20|\+|[^a-z]/g, "");
  return text
    .slice(0, 20_000)
    .matchAll(IMAGE)
    .some(([, first, second]) => letters(first ?? second ?? "").includes(letters(GENERATED_TEXT)));
}

const PIPED = /\b(?:curl|wget)\b[^\n|"'`]{1,200}\|\s{0,9}(?:sudo )?(?:ba|z)?sh\b/g;

/** A text without the commands that install a program, as far as the texts for readers (in lower case) show them word for word. */
function withoutShownCommands(text: string, texts: string): string {
  return text.replaceAll(PIPED, (command) => (texts.includes(command.toLowerCase()) ? "" : command));
}
