import { compileGlob, type PathTest } from "./compile-glob.ts";

/** Names that say they hold secrets. One with `!` takes back what an earlier one covers. */
export const DEFAULT_SENSITIVE_PATTERNS: readonly string[] = [
  ".env",
  ".env.*",
  "*.env",
  "!.env.example",
  "!.env.sample",
  "!.env.template",
  "!.env.dist",
  "!.env.defaults",
  ".envrc",
  "*.pem",
  "*.key",
  "*.p12",
  "*.pfx",
  "*.jks",
  "*.keystore",
  "*.kdbx",
  "*.ppk",
  "id_rsa*",
  "id_dsa*",
  "id_ecdsa*",
  "id_ed25519*",
  "!id_*.pub",
  ".ssh",
  ".gnupg",
  ".netrc",
  "_netrc",
  ".npmrc",
  ".pypirc",
  ".pgpass",
  ".my.cnf",
  ".htpasswd",
  ".git-credentials",
  ".dockercfg",
  ".docker/config.json",
  ".aws/credentials",
  ".kube/config",
  ".config/gcloud",
  ".azure",
  "*.tfstate",
  "*.tfvars",
  "secrets.yaml",
  "secrets.yml",
  "secrets.json",
  "credentials.json",
  "service-account*.json",
];

/** Compiles patterns into a test of a path: does it, or a folder it lies in, have a name that says it holds secrets? */
export function compileSensitive(patterns: readonly string[]): PathTest {
  const rules = patterns.map((pattern) => {
    const glob = pattern.replace(/^!/, "");
    const anywhere = glob.includes("/") ? `**/${glob}` : glob;
    return { takesBack: pattern.startsWith("!"), matches: compileGlob(anywhere, { ignoreCase: true }) };
  });
  const covers = (path: string) =>
    rules.reduce((covered, rule) => (rule.matches(path) ? !rule.takesBack : covered), false);
  return (path) => {
    for (let end = path.indexOf("/", 1); end !== -1; end = path.indexOf("/", end + 1)) {
      if (covers(path.slice(0, end))) return true;
    }
    return covers(path);
  };
}
