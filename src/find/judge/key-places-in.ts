import type { Power } from "../../scan/program/powers.ts";
import type { Purpose } from "../../scan/program/purpose.ts";
import type { ScannedText } from "../../scan/signal.ts";
import { isForPurpose } from "../../sources/mcp/trial/key-places.ts";
import { withoutComments } from "./receivers-in.ts";

/** Files that contain only keys. Honest code does not name them by chance. */
const KEY_FILE =
  /\.ssh\/(?:id_\w+)?|\bid_(?:rsa|ed25519|ecdsa)\b|\.aws\/credentials|\.npmrc\b|\.netrc\b|\.git-credentials|\.kube\/config|\.docker\/config\.json|\.config\/gh\/hosts|application_default_credentials|Login Data\b|\.gnupg\b|\/proc\/(?:self|\d+)\/environ|\.(?:bash|zsh)_history/g;
/** A file of settings that is encoded as it is read. A program that uses the settings parses them. */
const ENCODED_SETTINGS =
  /\breadFileSync\(\s{0,9}["'`][^"'`\n]{0,60}\.env["'`][^)\n]{0,20}\)\s{0,9}\)?\s{0,9}\.toString\(\s{0,9}["'`](?:base64(?:url)?|hex)/g;
/** Reads, copies or hands over a file, in JavaScript, Python or a shell. */
const READS_FILES =
  /\b(?:readFile|createReadStream|copyFile|cp|openAsBlob|read_text|read_bytes|copyfile)(?:Sync)?\b|\bopen(?:Sync)?\s{0,9}\(|\bcat\s|--data|\bfiles\s{0,9}=/;
const MOST = 20;

/** Places of keys that code names and that the texts of its package do not explain. */
export interface KeyPlaces {
  /** Named by code that reads files and can reach hosts, or that works for such code. */
  readonly keyPlaces: readonly string[];
  /** Places that other code names: in a list of exclusions, in a template. */
  readonly placesNamed: readonly string[];
}

/** Finds the places of keys in the code of a package. Merely named places cannot be read later, because no folder is granted. */
export function keyPlacesIn(
  programs: readonly ScannedText[],
  { powers, purpose }: { readonly powers: readonly Power[]; readonly purpose: Purpose },
): KeyPlaces {
  const reaching = new Set(powers.filter(({ kind }) => REACHES.has(kind)).map(({ file }) => file));
  const reach = programs.filter(({ file }) => reaching.has(file));
  const places = programs.flatMap(({ file, text }) => {
    const code = withoutComments(text);
    const found = [KEY_FILE, ENCODED_SETTINGS].flatMap((shape) => code.match(shape) ?? []);
    if (found.length === 0) return [];
    const isRead = READS_FILES.test(code) || reach.some((other) => names(other.text, file));
    const leaves = isRead && (reaching.has(file) || reach.some((other) => names(other.text, file)));
    return found.map((place) => ({ place, leaves }));
  });
  const unexplained = places.filter(
    ({ place }) => !isForPurpose(place, { ...purpose, stated: purpose.text }),
  );
  const of = (wanted: boolean) => [
    ...new Set(unexplained.filter(({ leaves }) => leaves === wanted).map(({ place }) => place)),
  ];
  const keyPlaces = of(true).slice(0, MOST);
  return {
    keyPlaces,
    placesNamed: of(false)
      .filter((place) => !keyPlaces.includes(place))
      .slice(0, MOST),
  };
}

const REACHES: ReadonlySet<Power["kind"]> = new Set(["network", "program", "code", "hidden"]);

/** Whether code imports a file: it names it, with or without its ending. */
function names(code: string, file: string): boolean {
  const base = (file.split("/").at(-1) ?? file).replace(/\.\w+$/, "");
  return new RegExp(`["'\`/.]${base.replaceAll(/[^\w-]/g, ".")}(?:\\.[cm]?[jt]s|\\.py)?["'\`]`).test(code);
}
