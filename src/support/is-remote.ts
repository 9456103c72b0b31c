/** Whether an address leads away from this machine. What is no address does not. */
export function isRemote(address: string): boolean {
  if (!/^(https?|wss?):/i.test(address)) return false;
  const host = URL.parse(address)?.hostname.toLowerCase();
  return host === undefined || !/^(localhost|[^/]+\.localhost|127(\.\d+){3}|\[::1\])\.?$/.test(host);
}
