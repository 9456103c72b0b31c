import { DejimaError } from "../contract/error.ts";

export type EnvironmentVariables = Readonly<Record<string, string | undefined>>;

const REFERENCE = /\$(\$?)\{([^}]*)\}/g;
const NAME = /^([A-Za-z_][A-Za-z0-9_]*)(?::-([\s\S]*))?$/;

/** Puts variables in for `${NAME}` and `${NAME:-default}`; `$${` stands for itself. Each value used goes to `onSecret`. */
export function substituteEnvironment(
  text: string,
  variables: EnvironmentVariables,
  onSecret: (value: string) => void,
): string {
  return text.replace(REFERENCE, (whole, doubled: string, inner: string) => {
    if (doubled !== "") return whole.slice(1);
    const [, name, fallback] = NAME.exec(inner) ?? [];
    if (name === undefined) {
      throw new DejimaError(
        "invalid_input",
        `Cannot substitute "${whole}": write \${NAME} or \${NAME:-default}`,
      );
    }
    const value = Object.hasOwn(variables, name) ? variables[name] : undefined;
    if (value !== undefined && value !== "") {
      onSecret(value);
      return value;
    }
    if (fallback !== undefined) return fallback;
    throw new DejimaError(
      "invalid_input",
      `Cannot substitute "${whole}": ${name} is not set. Set it, or write \${${name}:-default}`,
      { name },
    );
  });
}
