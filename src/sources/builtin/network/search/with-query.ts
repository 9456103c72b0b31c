/** An address with parameters; those that it already has stay, unless they are named again. */
export function withQuery(address: string, parameters: Readonly<Record<string, string>>): string {
  const url = URL.parse(address);
  if (url === null) return address; // the client says what is wrong with it
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);
  return url.href;
}
