const OWN_VARIABLE =
  /^(?:DEJIMA_.*|PATH|HOME|PWD|LD_.*|DYLD_.*|NODE_OPTIONS|NODE_PATH|PYTHON(?:PATH|HOME|STARTUP)|SSH_AUTH_SOCK|BASH_ENV|ENV)$/i;

/** Whether a variable is one of our own settings and keys, or names programs and places of this machine: nobody's to ask for. */
export function isOwnVariable(name: string): boolean {
  return OWN_VARIABLE.test(name);
}
