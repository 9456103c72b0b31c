/** Texts that make a pattern work hard: what comes before, what is repeated. */
export interface Attack {
  readonly prefix: string;
  readonly pump: string;
}

const PIECE =
  /\\[pP]\{[^}]*\}|\\[\s\S]|\[(?:[^\]\\]|\\.)*\]|\(\?<?[:=!]?|[()|]|[+*?]\??|\{\d*,?\d*\}\??|[\s\S]/gu;
const LITERAL =
  /(?<=^|[=(,:;!&|?{}[\n+]|=>|return)\s*\/(?![*/])((?:[^/\\[\n]|\\.|\[(?:[^\]\\\n]|\\.)*\])+)\/([dgimsuvy]*)/g;
const CANDIDATES = [..."aA1x0f \t\n.-_/:<>[('\"`=#*@中é\\{~,|+!?。"];
const MOST_PUMPS = 8;
const MOST_PREFIXES = 2;

/** The regular expressions that stand in a source text and repeat something. */
export function patternsIn(text: string): RegExp[] {
  const code = text.replace(/\/\*[\s\S]*?\*\//g, "").replace(/^\s*\/\/.*$/gm, "");
  return [...code.matchAll(LITERAL)].flatMap(([, source = "", flags = ""]) => {
    try {
      return [new RegExp(source, flags.replace("y", ""))].filter(repeats);
    } catch {
      return []; // a division that looks like one
    }
  });
}

/** Whether a pattern repeats anything. */
export function repeats({ source }: RegExp): boolean {
  return /[+*{]/.test(source);
}

/** Attacks on a pattern, put together from its own pieces. */
export function attacksOn({ source, flags }: RegExp): Attack[] {
  const pieces = source.match(PIECE) ?? [];
  const accepted = pieces.map((piece) => acceptedBy(piece, flags));
  const pumps = new Set<string>();
  const prefixes = new Set([""]);
  let head = "";
  for (const [at, piece] of pieces.entries()) {
    const [letter = ""] = accepted[at] ?? [];
    if (/^(?:[+*]|\{\d+,\d*\})/.test(piece)) {
      for (const each of accepted[at - 1] ?? []) pumps.add(each);
      if (pieces[at - 1] === ")") pumps.add(groupBefore(pieces, accepted, at - 1));
      prefixes.add(head);
      pumps.add(head.slice(0, 40));
    }
    head += letter;
    const next = accepted[at + 1]?.[0] ?? accepted[at + 2]?.[0] ?? "";
    if (letter !== "" && next !== "") pumps.add(letter + next);
  }
  pumps.add(head.slice(0, 40));
  pumps.delete("");
  return [...pumps]
    .slice(0, MOST_PUMPS)
    .flatMap((pump) => [...prefixes].slice(0, MOST_PREFIXES).map((prefix) => ({ prefix, pump })));
}

/** The processor time of this thread in milliseconds: what else runs on the machine does not count. */
function processorTime(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
}

/** The system adds processor time up every few milliseconds: a run is repeated until so much was used, or so often. */
const [ENOUGH_MS, MOST_RUNS] = [20, 8];

/** How much processor time a pattern takes to give up on an attack of this size, on average. */
function timeOf(pattern: RegExp, { prefix, pump }: Attack, size: number): number {
  const text = `${prefix}${pump.repeat(Math.ceil(size / pump.length))}\u0001`;
  const started = processorTime();
  for (let runs = 1; ; runs++) {
    pattern.lastIndex = 0;
    pattern.test(text);
    const used = processorTime() - started;
    if (used >= ENOUGH_MS || runs === MOST_RUNS) return used / runs;
  }
}

/** Whether a pattern takes much more than four times as long for four times the text. */
export function isSlow(pattern: RegExp, attack: Attack): boolean {
  // Small texts first: a pattern that is worse than quadratic would take minutes for the large ones.
  if (timeOf(pattern, attack, 500) > 20 || timeOf(pattern, attack, 1_000) > 60) return true;
  if (timeOf(pattern, attack, 2_000) > 150) return true;
  const once = timeOf(pattern, attack, 4_000);
  if (once > 400) return true;
  if (once < 2) return false;
  // One comparison may be disturbed by what else runs on the core: two of three decide.
  const grows = () => timeOf(pattern, attack, 16_000) > 8 * timeOf(pattern, attack, 4_000);
  const [first, second] = [grows(), grows()];
  return first === second ? first : grows();
}

function acceptedBy(piece: string, flags: string): string[] {
  if (/^[+*?|(){]/.test(piece)) return [];
  try {
    const one = new RegExp(`^(?:${piece})$`, flags.replace(/[gy]/g, ""));
    const some = CANDIDATES.filter((letter) => one.test(letter)).slice(0, 3);
    return piece.length === 1 ? [piece, ...some] : some;
  } catch {
    return [];
  }
}

function groupBefore(pieces: readonly string[], accepted: readonly string[][], closing: number): string {
  let depth = 0;
  for (let at = closing; at >= 0; at--) {
    if (pieces[at] === ")") depth++;
    if (pieces[at]?.startsWith("(")) depth--;
    if (depth === 0)
      return accepted
        .slice(at + 1, closing)
        .map(([letter = ""]) => letter)
        .join("");
  }
  return "";
}
