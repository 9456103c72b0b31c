/** Fields without those whose value is `undefined`. */
type Defined<Fields> = {
  [Key in keyof Fields as undefined extends Fields[Key] ? never : Key]: Fields[Key];
} & {
  [Key in keyof Fields as undefined extends Fields[Key] ? Key : never]?: Exclude<Fields[Key], undefined>;
};

/** Leaves out the fields that are `undefined`: an optional property is either there with a value, or not there. */
export function defined<Fields extends object>(fields: Fields): Defined<Fields> {
  const held = Object.entries(fields).filter(([, value]) => value !== undefined);
  // What is left are exactly the fields with a value.
  return Object.fromEntries(held) as Defined<Fields>;
}
