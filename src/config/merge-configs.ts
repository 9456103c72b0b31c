/** Lists of what is forbidden or watched: a project can add to the user's, and not take from them. */
const ADDED = new Set(["tools.untrusted", "tools.sensitiveNames", "network.deny"]);

type Given = Readonly<Record<string, unknown>>;

/** The settings of a project on top of the user's: what both name is the project's, but for lists of what is forbidden. */
export function mergeConfigs(user: Given, project: Given, at = ""): Record<string, unknown> {
  const made: Record<string, unknown> = { ...user };
  for (const [name, theirs] of Object.entries(project)) {
    const key = at === "" ? name : `${at}.${name}`;
    const own = named(user[name]);
    const over = named(theirs);
    if (isRecord(own) && isRecord(over)) made[name] = mergeConfigs(own, over, key);
    else if (ADDED.has(key) && Array.isArray(own) && Array.isArray(over))
      made[name] = [...new Set([...own, ...over])];
    else made[name] = theirs;
  }
  return made;
}

/** The settings that a config names, as `section.key`, or `section` where it holds no keys. */
export function givenKeys(given: Given): string[] {
  return Object.entries(given).flatMap(([section, value]) =>
    isRecord(value) ? Object.keys(value).map((name) => `${section}.${name}`) : [section],
  );
}

/** A list of named things, as some formats keep servers, as a record by name. */
function named(value: unknown): unknown {
  if (!Array.isArray(value) || value.length === 0) return value;
  const entries = value.flatMap((item) =>
    isRecord(item) && typeof item.name === "string" ? [withoutName(item, item.name)] : [],
  );
  return entries.length === value.length ? Object.fromEntries(entries) : value;
}

function withoutName({ name: _name, ...rest }: Given, name: string): [string, unknown] {
  return [name, rest];
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
