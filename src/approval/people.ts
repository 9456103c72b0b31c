/** Who is behind a name that a door vouches for: people have one at each door. */
export type PersonOf = (name: string) => string;

/** Knows people by all of their names; a name that stands nowhere is a person of its own. */
export function peopleByName(people: Readonly<Record<string, readonly string[]>>): PersonOf {
  const known = new Map(
    Object.entries(people).flatMap(([person, names]) => names.map((name) => [folded(name), person])),
  );
  return (name) => known.get(folded(name)) ?? name;
}

function folded(name: string): string {
  return name.trim().toLowerCase();
}
