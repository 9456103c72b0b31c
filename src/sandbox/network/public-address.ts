import ipaddr from "ipaddr.js";

/** Ranges of version 6 that carry an address of version 4 in them: whoever answers there is that address. */
const CARRIERS: readonly (readonly [string, number])[] = [
  ["64:ff9b::/96", 12],
  ["2002::/16", 2],
];

/** Whether an address is out on the internet: not this machine, not its network, not a cloud's metadata service. */
export function isPublicAddress(text: string): boolean {
  if (!ipaddr.isValid(text)) return false;
  const address = ipaddr.process(text); // an address of version 4 inside one of version 6 counts as itself
  if (address.range() === "unicast") return true;
  if (address.kind() !== "ipv6") return false;
  const bytes = address.toByteArray();
  const carrier = CARRIERS.find(([range]) => address.match(ipaddr.parseCIDR(range)));
  if (carrier === undefined) return false;
  const [, start] = carrier;
  return ipaddr.fromByteArray(bytes.slice(start, start + 4)).range() === "unicast";
}
