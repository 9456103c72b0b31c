import { networkInterfaces } from "node:os";
import ipaddr from "ipaddr.js";
import { innerAddress } from "./address-reach.ts";

/** Networks that always lead back to this machine: loopback, and "this host". */
const OWN_RANGES = ["127.0.0.0/8", "0.0.0.0/8", "::1/128", "::/128"].map((text) => ipaddr.parseCIDR(text));

/** Whether an address belongs to this machine: loopback, unspecified, or of an interface, also wrapped in IPv6. */
export function isOwnAddress(text: string, interfaces = interfaceAddresses): boolean {
  if (!ipaddr.isValid(text)) return false;
  const address = innerAddress(text);
  if (OWN_RANGES.some(([base, bits]) => base.kind() === address.kind() && address.match(base, bits)))
    return true;
  const plain = withoutZone(address);
  return interfaces().some((own) => ipaddr.isValid(own) && withoutZone(innerAddress(own)) === plain);
}

function interfaceAddresses(): readonly string[] {
  return Object.values(networkInterfaces()).flatMap((list = []) => list.map(({ address }) => address));
}

function withoutZone(address: ipaddr.IPv4 | ipaddr.IPv6): string {
  return address.toNormalizedString().replace(/%.*$/, "");
}

/** Whether a URL points away from this machine. A text that is not a URL does not. */
export function isRemote(address: string): boolean {
  if (!/^(https?|wss?):/i.test(address)) return false;
  const host = URL.parse(address)?.hostname.toLowerCase();
  return host === undefined || !/^(localhost|[^/]+\.localhost|127(\.\d+){3}|\[::1\])\.?$/.test(host);
}
