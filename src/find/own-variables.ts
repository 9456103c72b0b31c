const OWN_VARIABLE =
  /^(?:DEJIMA_.*|PATH|HOME|PWD|LD_.*|DYLD_.*|NODE_OPTIONS|NODE_PATH|PYTHON(?:PATH|HOME|STARTUP)|SSH_AUTH_SOCK|BASH_ENV|ENV)$/i;

/**
 * Whether a variable is a setting or key of Dejima, or names programs and places of this machine. No candidate may request it.
 */
export function isOwnVariable(name: string): boolean {
  return OWN_VARIABLE.test(name);
}
