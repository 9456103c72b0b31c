import { DejimaError } from "../../contract/error.ts";
import type { Environment } from "../../contract/tool.ts";

interface EnvironmentRules {
  readonly read: readonly string[];
  readonly write: readonly string[];
  /** Values that are never returned, whatever their name. */
  readonly secrets: readonly string[];
  readonly variables: Readonly<Record<string, string | undefined>>;
}

const SECRET_NAME = /(?:KEY|TOKEN|SECRET|PASSW(?:OR)?D|CREDENTIAL|PRIVATE|AUTH)/i;

/** The variables that tools see in the runs of a user: only listed names, never secrets. Set values stay separate from the process. */
export function createEnvironments(rules: EnvironmentRules): (user: string) => Environment {
  const byUser = new Map<string, Environment>();
  return (user) => {
    const environment = byUser.get(user) ?? createEnvironment(rules);
    byUser.set(user, environment);
    return environment;
  };
}

function createEnvironment({ read, write, secrets, variables }: EnvironmentRules): Environment {
  const own = new Map<string, string>();
  const value = (name: string) =>
    own.get(name) ?? (Object.hasOwn(variables, name) ? variables[name] : undefined);
  return {
    get(name) {
      if (!read.includes(name) && !own.has(name)) throw notListed("read", name);
      const current = value(name);
      if (SECRET_NAME.test(name) || (current !== undefined && secrets.includes(current)))
        throw secret("read", name);
      return current;
    },
    set(name, next) {
      if (!write.includes(name)) throw notListed("write", name);
      if (SECRET_NAME.test(name)) throw secret("set", name);
      const previous = value(name);
      own.set(name, next);
      return previous !== undefined && secrets.includes(previous) ? undefined : previous;
    },
    given: () => Object.fromEntries([...own].filter(([, text]) => !secrets.includes(text))),
  };
}

function notListed(list: "read" | "write", name: string): DejimaError {
  return new DejimaError(
    "tool_not_allowed",
    `Cannot ${list === "read" ? "read" : "set"} the variable ${name}: it is not listed under tools.environment.${list}`,
    { name },
  );
}

function secret(verb: string, name: string): DejimaError {
  return new DejimaError(
    "tool_not_allowed",
    `Cannot ${verb} the variable ${name}: it contains a secret, and tools never see those`,
    { name },
  );
}
