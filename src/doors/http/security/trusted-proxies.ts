import { BlockList, isIP } from "node:net";
import { DejimaError } from "../../../contract/error.ts";

/** Reads the proxies that the operator trusts: addresses, or networks such as `10.0.0.0/8`. */
export function trustedProxies(listed: readonly string[]): (address: string) => boolean {
  const list = new BlockList();
  for (const entry of listed) add(list, entry);
  return (address) => {
    const plain = address.replace(/^::ffff:(?=[0-9.]+$)/i, "");
    const family = isIP(plain);
    return family !== 0 && list.check(plain, family === 6 ? "ipv6" : "ipv4");
  };
}

function add(list: BlockList, entry: string): void {
  const [, address = "", bits] = /^([^/]*)(?:\/(\d{1,3}))?$/.exec(entry) ?? [];
  const family = isIP(address);
  const most = family === 6 ? 128 : 32;
  if (family === 0 || Number(bits ?? most) > most)
    throw new DejimaError(
      "invalid_input",
      `Cannot trust the proxy "${entry.slice(0, 100)}": give an IP address or a network such as 10.0.0.0/8`,
    );
  list.addSubnet(address, Number(bits ?? most), family === 6 ? "ipv6" : "ipv4");
}
