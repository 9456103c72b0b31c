/** Variables that make an interpreter, a loader or a shell run something else than it was given. */
const STEERING = new RegExp(
  `^(${[
    "NODE_(?!ENV$).*",
    "(NPM_CONFIG|LD|DYLD|BASH|GLIBC|MALLOC|PYTHON|PERL|RUBY|JAVA_TOOL|_JAVA).*",
    "BASHOPTS|SHELLOPTS|ENV|IFS|PS4|PROMPT_COMMAND|DEBUG|TMPDIR",
    "GCONV_PATH|GETCONF_DIR|LOCPATH|NLSPATH|HOSTALIASES|RES_OPTIONS|LOCALDOMAIN",
    "(HTTP|HTTPS|ALL|NO)_PROXY",
  ].join("|")})$`,
  "i",
);

interface EnvironmentOptions {
  readonly path: string;
  readonly home: string;
  readonly granted?: Readonly<Record<string, string>> | undefined;
}

/** The whole environment of a run: PATH, LANG, HOME, and what was granted by name. Nothing of ours leaks into it. */
export function cleanEnvironment(options: EnvironmentOptions): Record<string, string> {
  const environment: Record<string, string> = {};
  for (const [name, value] of Object.entries(options.granted ?? {})) {
    if (isGrantable(name) && !value.includes("\0")) environment[name] = value;
  }
  return { ...environment, PATH: options.path, LANG: "C.UTF-8", HOME: options.home };
}

/** Whether a variable may be granted at all. */
export function isGrantable(name: string): boolean {
  return /^[A-Za-z_][A-Za-z0-9_]*$/.test(name) && !STEERING.test(name);
}
