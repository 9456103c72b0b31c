/** Fields without those whose value is `undefined`. */
type Defined<Fields> = {
  [Key in keyof Fields as undefined extends Fields[Key] ? never : Key]: Fields[Key];
} & {
  [Key in keyof Fields as undefined extends Fields[Key] ? Key : never]?: Exclude<Fields[Key], undefined>;
};

/** Removes the fields that are `undefined`: an optional property either has a value or is absent. */
export function defined<Fields extends object>(fields: Fields): Defined<Fields> {
  const kept: Record<string, unknown> = {};
  // A loop without pairs, because every call of a tool comes through here several times.
  for (const key of Object.keys(fields)) {
    const value = fields[key as keyof Fields]; // one of its own keys
    if (value !== undefined && key !== "__proto__") kept[key] = value;
  }
  return kept as Defined<Fields>; // exactly the fields with a value
}
