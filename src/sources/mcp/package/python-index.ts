import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { defined } from "../../../support/defined.ts";
import { hostAndPort } from "../../../support/network/host-pattern.ts";

/** The source of Python packages: the user's own pip or uv settings, or the public index. */
interface PythonIndex {
  readonly url: string;
  /** The hosts to reach, with their ports. */
  readonly hosts: readonly string[];
  /** PEM text of further certificates to trust. */
  readonly certificates?: string;
}

type Variables = Readonly<Record<string, string | undefined>>;

const PUBLIC = "https://pypi.org/simple/";

/** The host of the public index's files. */
const PUBLIC_FILES = "files.pythonhosted.org:443";

/** Reads the user's settings. A project's are not read: they may have come with a repository. */
export async function readPythonIndex(variables: Variables, configured?: string): Promise<PythonIndex> {
  const home = variables.HOME ?? "/nonexistent";
  const files = ["/etc/pip.conf", join(home, ".pip/pip.conf"), join(home, ".config/pip/pip.conf")];
  const settings: Record<string, string> = {};
  for (const file of [...files, variables.PIP_CONFIG_FILE ?? "/nonexistent"])
    Object.assign(settings, readSettings(await readFile(file, "utf8").catch(() => "")));
  const url =
    configured ??
    variables.DEJIMA_PYTHON_INDEX ??
    variables.UV_DEFAULT_INDEX ??
    variables.UV_INDEX_URL ??
    variables.PIP_INDEX_URL ??
    settings["index-url"] ??
    PUBLIC;
  const file = variables.PIP_CERT ?? settings.cert ?? variables.SSL_CERT_FILE;
  const certificates = file === undefined ? undefined : await readFile(file, "utf8").catch(() => undefined);
  const host = hostAndPort(url);
  return {
    url,
    hosts: host === hostAndPort(PUBLIC) ? [host, PUBLIC_FILES] : [host],
    ...defined({ certificates }),
  };
}

/** Parses the `key = value` lines of a pip.conf. */
function readSettings(text: string): Record<string, string> {
  const lines = text.split("\n").map((line) => /^\s*([\w-]+)\s*[=:]\s*(\S+)\s*$/.exec(line));
  return Object.fromEntries(lines.flatMap((match) => (match === null ? [] : [[match[1], match[2]]])));
}
