import { networkInterfaces } from "node:os";
import ipaddr from "ipaddr.js";

/**
 * Where an address leads: to the internet, to this machine or its own network, or to a special place without ordinary servers
 * (a cloud's metadata service, link-local, multicast, reserved).
 */
type AddressReach = "public" | "private" | "special";

type Address = ipaddr.IPv4 | ipaddr.IPv6;

const PRIVATE = new Set(["loopback", "private", "uniqueLocal", "carrierGradeNat"]);

/** Metadata and control services of clouds outside the link-local range. */
const METADATA = new Set(["168.63.129.16", "100.100.100.200", "fd00:ec2::254"]);

/** All assigned IPv6 addresses. What ipaddr.js calls unicast elsewhere is unassigned, or IPv4 in disguise. */
const GLOBAL_UNICAST = ipaddr.IPv6.parseCIDR("2000::/3");

/** IPv6 ranges that contain an IPv4 address. Connections there reach that IPv4 address. */
const LOCAL_TRANSLATION = ipaddr.IPv6.parseCIDR("64:ff9b:1::/48");
const TRANSLATED = ipaddr.IPv6.parseCIDR("::ffff:0:0:0/96");
const UNCERTAIN = [LOCAL_TRANSLATION, TRANSLATED];
const CARRIERS = [
  { range: ipaddr.IPv6.parseCIDR("::ffff:0:0/96"), start: 12 },
  { range: ipaddr.IPv6.parseCIDR("64:ff9b::/96"), start: 12 },
  { range: LOCAL_TRANSLATION, start: 12 },
  { range: TRANSLATED, start: 12 },
  { range: ipaddr.IPv6.parseCIDR("2002::/16"), start: 2 },
];

/** Networks that always lead back to this machine: loopback, and "this host". */
const OWN_RANGES = ["127.0.0.0/8", "0.0.0.0/8", "::1/128", "::/128"].map((text) => ipaddr.parseCIDR(text));

/** Where an address leads. Returns `special` for a text that is not an address. */
export function reachOf(text: string): AddressReach {
  if (!ipaddr.isValid(text)) return "special";
  const whole = ipaddr.parse(text);
  if (isUncertain(whole)) return "special";
  const address = embeddedAddress(whole) ?? whole;
  if (METADATA.has(address.toString())) return "special";
  if (PRIVATE.has(address.range())) return "private";
  if (address.range() !== "unicast") return "special";
  return address instanceof ipaddr.IPv4 || address.match(GLOBAL_UNICAST) ? "public" : "special";
}

/** Whether an address is on the internet: not this machine, not its network, not a cloud's metadata service. */
export function isPublicAddress(text: string): boolean {
  return reachOf(text) === "public";
}

/** The IPv4 address inside an IPv6 address, else the address itself. Throws if the text is not an address. */
function innerAddress(text: string): Address {
  const whole = ipaddr.parse(text);
  return embeddedAddress(whole) ?? whole;
}

/** Whether an IPv6 address only wraps an IPv4 address. */
export function carriesVersion4(text: string): boolean {
  return ipaddr.isValid(text) && embeddedAddress(ipaddr.parse(text)) !== undefined;
}

/** Whether an address, or the one inside it, is in a range such as 10.0.0.0/8. A plain address is a range of one. */
export function isInRange(text: string, range: string): boolean {
  if (!ipaddr.isValid(text)) return false;
  const whole = ipaddr.parse(text);
  const [base, bits] = range.includes("/") ? ipaddr.parseCIDR(range) : single(range);
  return [whole, embeddedAddress(whole)].some(
    (address) => address !== undefined && address.kind() === base.kind() && address.match(base, bits),
  );
}

/** Whether a text is an address or a range of addresses. */
export function isAddressRange(text: string): boolean {
  return ipaddr.isValidCIDR(text) || (ipaddr.isValid(text) && /^[\d.]+$|:/.test(text));
}

function single(text: string): [Address, number] {
  const address = ipaddr.parse(text);
  return [address, address.kind() === "ipv4" ? 32 : 128];
}

function embeddedAddress(address: Address): ipaddr.IPv4 | undefined {
  if (!(address instanceof ipaddr.IPv6)) return undefined;
  if (isCompatible(address)) return new ipaddr.IPv4(address.toByteArray().slice(12));
  const carrier = CARRIERS.find(({ range }) => address.match(range));
  if (carrier === undefined) return undefined;
  return new ipaddr.IPv4(address.toByteArray().slice(carrier.start, carrier.start + 4));
}

// Deprecated, or translated by an unknown local rule: it could lead anywhere.
function isUncertain(address: Address): boolean {
  if (!(address instanceof ipaddr.IPv6)) return false;
  return isCompatible(address) || isTunnelled(address) || UNCERTAIN.some((range) => address.match(range));
}

// ISATAP: the last half of any address can be an IPv4 host at the end of an old tunnel.
function isTunnelled(address: ipaddr.IPv6): boolean {
  const [flags, ...rest] = address.toByteArray().slice(8, 12);
  return (flags === 0 || flags === 2) && rest.join() === "0,94,254";
}

// The old form `::192.0.2.1`. `::` and `::1` are not of this form.
function isCompatible(address: ipaddr.IPv6): boolean {
  const bytes = address.toByteArray();
  const [, second = 0, third = 0, last = 0] = bytes.slice(12);
  return (
    bytes.slice(0, 12).every((byte) => byte === 0) && (bytes[12] !== 0 || second + third > 0 || last > 1)
  );
}

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
