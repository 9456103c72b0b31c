/** A host, or every name below one, with an optional port. */
export interface HostPattern {
  /** In canonical spelling. A leading `*.` means every name below, not the name itself. */
  readonly name: string;
  /** Default: every port. */
  readonly port?: number;
}

const FORM =
  /^(?<star>\*\.)?(?<name>\[[0-9a-f:.]+\]|[\p{L}\p{N}_-]+(?:\.[\p{L}\p{N}_-]+)*)\.?(?::(?<port>\d{1,5}))?$/iu;

/** Parses `api.example.com`, `*.example.com`, `example.com:8443`, `10.0.0.1`, `::1`, `[::1]:80`. Returns `undefined` for anything else. */
export function readHostPattern(text: string): HostPattern | undefined {
  const trimmed = text.trim();
  const {
    star = "",
    name,
    port,
  } = FORM.exec(isBareVersion6(trimmed) ? `[${trimmed}]` : trimmed)?.groups ?? {};
  const host = name === undefined ? undefined : URL.parse(`http://${name}/`)?.hostname;
  if (host === undefined || (port !== undefined && (Number(port) < 1 || Number(port) > 65535)))
    return undefined;
  const spelled = `${star}${canonicalHost(host)}`;
  return port === undefined ? { name: spelled } : { name: spelled, port: Number(port) };
}

/** Whether a pattern covers a host, whatever the port. */
export function coversHost({ name }: HostPattern, host: string): boolean {
  const wanted = canonicalHost(host);
  return name.startsWith("*.") ? wanted.endsWith(name.slice(1)) : wanted === name;
}

/** The canonical spelling of a host name: lower case, no trailing dot, no brackets. */
export function canonicalHost(host: string): string {
  return host
    .toLowerCase()
    .replace(/^\[(.*)\]$/, "$1")
    .replace(/\.$/, "");
}

function isBareVersion6(text: string): boolean {
  return /^[0-9a-f:.]{2,100}$/i.test(text) && text.split(":").length > 2;
}

/** The port of an address, explicit or default. */
export function portOf({ port, protocol }: URL): number {
  return Number(port || (protocol === "https:" ? 443 : 80));
}

/** The host of an address with its port, as lists of reachable hosts name it. */
export function hostAndPort(address: string): string {
  const url = new URL(address);
  return `${url.hostname}:${portOf(url)}`;
}
