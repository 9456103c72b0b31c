/** Headers by which proxies say that they handed a request on, besides those that the patterns find. */
const NAMED = new Set(["via", "cdn-loop", "x-host", "x-proxy-id", "proxy-connection", "x-amzn-trace-id"]);
const SAYS_SO =
  /forward|^x-original-|^x-envoy-|^cf-|^fly-|^fastly-|^x-vercel-|^x-azure-|^x-appengine-|^x-amz-cf-|^tailscale-|^ngrok-/;
/** `X-Real-IP`, `True-Client-IP`, `X-Client-Addr` and whatever else names the address of somebody further away. */
const NAMES_AN_ADDRESS = /(?:^|[-_])(?:client|real|remote|user|source|peer|proxy)?[-_]?(?:ip|addr|address)$/;

/** Whether a header, by its name in lower case, says that another server handed the request on. In doubt, it does. */
export function isForwardingHeader(name: string): boolean {
  return NAMED.has(name) || SAYS_SO.test(name) || NAMES_AN_ADDRESS.test(name);
}

/**
 * Whose address counts for limits. Only a proxy that the operator trusts may name somebody else: then it is the right-most hop that
 * is not itself trusted, because everything to the left of it can be made up.
 */
export function clientAddress(
  peer: string,
  hops: readonly string[],
  isTrusted: (address: string) => boolean,
): string {
  let nearest = peer;
  for (let at = hops.length - 1; at >= 0 && isTrusted(nearest); at--) {
    const hop = plainAddress(hops[at] ?? "");
    if (hop === undefined) return nearest;
    nearest = hop;
  }
  return nearest;
}

const HOP = /^(?:\[([0-9a-f:.]+)\]|([0-9.]+)|((?=[^:]*:[^:]*:)[0-9a-f:.]{2,60}))(?::\d{1,5})?$/i;

function plainAddress(hop: string): string | undefined {
  const [, bracketed, four, six] = HOP.exec(hop) ?? [];
  return bracketed ?? four ?? six;
}

/** One key per client: an IPv4 address, or the 64 bits of an IPv6 network, within which anybody can take a new address at will. */
export function addressKey(address: string): string {
  const four = /^::ffff:([0-9.]+)$/i.exec(address)?.[1];
  if (four !== undefined || !address.includes(":")) return four ?? address;
  const [start = "", end] = address.toLowerCase().split("%", 1)[0]?.split("::") ?? [];
  const before = start === "" ? [] : start.split(":");
  const after = end === undefined || end === "" ? [] : end.split(":");
  const zeros = end === undefined ? [] : Array.from({ length: 8 - before.length - after.length }, () => "0");
  const groups = [...before, ...zeros, ...after].slice(0, 4);
  return `${groups.map((group) => Number.parseInt(group, 16).toString(16)).join(":")}::/64`;
}
