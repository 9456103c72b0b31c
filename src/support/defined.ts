/** Fields without those whose value is `undefined`. */
type Defined<Fields> = {
  [Key in keyof Fields as undefined extends Fields[Key] ? never : Key]: Fields[Key];
} & {
  [Key in keyof Fields as undefined extends Fields[Key] ? Key : never]?: Exclude<Fields[Key], undefined>;
};

/** Removes the fields that are `undefined`: an optional property either has a value or is absent. */
export function defined<Fields extends object>(fields: Fields): Defined<Fields> {
  const entries = Object.entries(fields).filter(([, value]) => value !== undefined);
  // Exactly the fields with a value remain.
  return Object.fromEntries(entries) as Defined<Fields>;
}
