/** A schema of any library that follows Standard Schema, version 1 (standardschema.dev), as far as it is used here. */
export interface StandardSchema<Output = unknown> {
  readonly "~standard": {
    readonly vendor: string;
    validate(value: unknown): StandardResult<Output> | Promise<StandardResult<Output>>;
    /** Says what the schema is as JSON Schema; not every library can. */
    readonly jsonSchema?: { input(options: { readonly target: string }): Record<string, unknown> };
  };
}

/** What validating gave: a value, or what is wrong with it. */
type StandardResult<Output> =
  | { readonly value: Output; readonly issues?: undefined }
  | {
      readonly issues: readonly {
        readonly message: string;
        readonly path?: readonly (PropertyKey | { readonly key: PropertyKey })[] | undefined;
      }[];
    };
