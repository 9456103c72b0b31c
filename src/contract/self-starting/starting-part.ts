import { foldPath } from "../../text/fold-path.ts";

/** Sections of a package.json or composer.json that run nothing. All others count, because any tool may define its own. */
const PLAIN_SECTIONS: ReadonlySet<string> = new Set([
  "$schema",
  "name",
  "version",
  "description",
  "keywords",
  "license",
  "licenses",
  "author",
  "authors",
  "contributors",
  "maintainers",
  "homepage",
  "bugs",
  "support",
  "repository",
  "funding",
  "private",
  "files",
  "types",
  "typings",
  "sideEffects",
  "engines",
  "os",
  "cpu",
  "libc",
  "type",
]);
/** Sections that name other packages. A version runs nothing by itself; a folder, an archive or a repository can be any code. */
const DEPENDENCIES = /^(?:(?:dev|optional|peer)?dependencies|require(?:-dev)?)$/i;
const PLAIN_VERSION = /^(?!\.|.*\.(?:tgz|tar|tar\.gz)$)[\w\s.*^~<>=|+-]*$/i;

/** Settings of a Git config that run nothing, whatever their value. Addresses are checked separately. */
const PLAIN_SETTINGS =
  /^(?:core\.(?:repositoryformatversion|filemode|bare|logallrefupdates|ignorecase|precomposeunicode|symlinks|autocrlf|eol)|user\.(?:name|email)|branch\..*\.(?:merge|rebase|description)|remote\..*\.fetch|init\.defaultbranch|submodule\.active|submodule\..*\.active|extensions\.(?:objectformat|refstorage|worktreeconfig)|pull\.(?:rebase|ff)|push\.default)$/;
const PLAIN_ADDRESS =
  /^(?:(?:https?:\/\/|ssh:\/\/[^-]|git:\/\/|[\w.]+@[\w.-]+:|\.{0,2}\/)[^\s]*|[\w.][\w./-]*)$/;
/** Settings of a Git config whose value is the address of a repository, or the name of one. */
const ADDRESS_SETTINGS = /^(?:(?:remote|submodule)\..*\.(?:url|pushurl)|branch\..*\.remote)$/;

export function isPlainSetting(key: string): boolean {
  return PLAIN_SETTINGS.test(key.toLowerCase());
}

/** Whether a setting is the address of a repository, and its value a location or a name and not a program. */
export function isPlainAddress(key: string, value: string): boolean {
  return ADDRESS_SETTINGS.test(key.toLowerCase()) && PLAIN_ADDRESS.test(value);
}

/**
 * The part of a self-starting file that starts something. For most files that is the whole content. For a package.json it is
 * what runs on its own, for the config of a repository every setting not known to be harmless, for a list of `git rebase` its
 * commands. Installing a package or naming a branch thus changes nothing here.
 */
export function startingPart(path: string, content: string): string {
  const name = foldPath(path).split("/").at(-1);
  if (name === "git-rebase-todo") return linesThatRun(content);
  if (/^(?:ts|js)config(?:\..*)?\.json$/.test(name ?? "")) return LOADS_CODE.test(content) ? content : "";
  if (name === "package.json" || name === "composer.json") return sectionsOf(content);
  if (/(?:^|\/)\.git\/(?:modules\/.+\/)?config$/.test(foldPath(path))) return settingsOf(content);
  if (/\.git\/hooks\/[^/]+\.sample$/.test(foldPath(path)) || /\.git\/info\/exclude$/.test(foldPath(path)))
    return "";
  return content;
}

/** Keys of a tsconfig that make an editor or ts-node load code, with any quotes or none, and escapes, which could spell one. */
const LOADS_CODE = /\b(?:plugins|ts-node|extends)\b|\\[ux]/;

/** The lines of a list for `git rebase` that run a command. All others name commits. */
function linesThatRun(content: string): string {
  return content
    .split("\n")
    .filter((line) => /^\s*(?:x|exec)\s/.test(line))
    .join("\n");
}

function sectionsOf(content: string): string {
  try {
    const data = JSON.parse(content);
    const found = Object.entries(data)
      .map(([key, value]) => [key, DEPENDENCIES.test(key) ? oddVersions(value) : value] as const)
      .filter(([key, value]) => !PLAIN_SECTIONS.has(key) && value !== undefined);
    return found.length === 0 ? "" : JSON.stringify(found);
  } catch {
    return content;
  }
}

function oddVersions(versions: unknown): unknown {
  if (typeof versions !== "object" || versions === null) return versions;
  const odd = Object.entries(versions).filter(
    ([, version]) => typeof version !== "string" || !PLAIN_VERSION.test(version),
  );
  return odd.length === 0 ? undefined : odd;
}

// Anything unusual counts. A section with a quoted name is parsed as Git parses it, or not at all.
function settingsOf(content: string): string {
  const odd: string[] = [];
  let section = "";
  for (const line of content.split("\n").map((text) => text.trim())) {
    if (line === "" || /^[#;]/.test(line)) continue;
    const head = /^\[([A-Za-z0-9-]+)(?: "([^"\\]*)")?\]$/.exec(line);
    if (head !== null) {
      section = head[2] === undefined ? (head[1] ?? "") : `${head[1]}.${head[2]}`;
      continue;
    }
    const [, key = "", value = ""] = /^([A-Za-z][A-Za-z0-9-]*)\s*=\s*(.*)$/.exec(line) ?? [];
    const full = `${section}.${key}`.toLowerCase();
    if (key === "" || value.endsWith("\\") || !(isPlainSetting(full) || isPlainAddress(full, value)))
      odd.push(`${section} ${line}`);
  }
  return odd.join("\n");
}
