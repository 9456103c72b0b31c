import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { defined } from "../../../support/defined.ts";
import { hostAndPort } from "../../../support/network/host-pattern.ts";

/** The source of packages: the user's own npm settings, or npm's public registry. */
export interface NpmRegistry {
  readonly url: string;
  /** The hosts to reach, with their ports. */
  readonly hosts: readonly string[];
  /** The lines of an npmrc that npm needs: registries of scopes, and their logins. */
  readonly settings: readonly string[];
  /** PEM text of further certificates to trust. */
  readonly certificates?: string;
}

type Variables = Readonly<Record<string, string | undefined>>;

const PUBLIC = "https://registry.npmjs.org/";

/**
 * The settings that are passed on: where packages are, and the logins there. No other setting of the user is.
 */
const HANDED_ON = /^(?:@[\w.~-]+:registry|\/\/[^\s=]+:(?:_authToken|_auth|username|_password))$/;

/**
 * Reads the user's npm settings. A registry of the config wins. A project's settings are not read: they may
 * have come with a repository.
 */
export async function readNpmRegistry(variables: Variables, configured?: string): Promise<NpmRegistry> {
  const home = variables.HOME ?? "/nonexistent";
  const files = ["/etc/npmrc", "/usr/etc/npmrc", variables.NPM_CONFIG_USERCONFIG ?? join(home, ".npmrc")];
  const settings = new Map<string, string>();
  for (const file of files)
    for (const [key, value] of readSettings(await readFile(file, "utf8").catch(() => ""), variables))
      settings.set(key, value);
  const url = withSlash(
    configured ??
      variables.DEJIMA_NPM_REGISTRY ??
      variables.npm_config_registry ??
      variables.NPM_CONFIG_REGISTRY ??
      settings.get("registry") ??
      PUBLIC,
  );
  const handedOn = [...settings].filter(([key]) => HANDED_ON.test(key));
  const registries = [
    url,
    ...handedOn.filter(([key]) => key.endsWith(":registry")).map(([, value]) => value),
  ];
  const file = settings.get("cafile") ?? variables.NODE_EXTRA_CA_CERTS;
  const certificates = file === undefined ? undefined : await readFile(file, "utf8").catch(() => undefined);
  return {
    url,
    hosts: [...new Set(registries.map(hostAndPort))],
    settings: handedOn.map(([key, value]) => `${key}=${value}`),
    ...defined({ certificates }),
  };
}

/** Parses the `key = value` lines of an npmrc, with `${NAME}` filled in. */
function readSettings(text: string, variables: Variables): [string, string][] {
  return text.split("\n").flatMap((line): [string, string][] => {
    const at = line.indexOf("=");
    const key = line.slice(0, Math.max(at, 0)).trim();
    const value = line.slice(at + 1).trim();
    if (key === "" || /^[;#]/.test(key)) return [];
    const plain = value.replace(/^"(.*)"$/, "$1");
    return [[key, plain.replaceAll(/\$\{(\w+)\}/g, (all, name: string) => variables[name] ?? all)]];
  });
}

const withSlash = (url: string): string => (url.endsWith("/") ? url : `${url}/`);
