/** What `dejima init` writes: every key with its default, explained. */
export const CONFIG_TEMPLATE = `# yaml-language-server: $schema=node_modules/dejima/docs/dejima.schema.json
# What this folder's agent may do. \`dejima doctor\` checks it, \`dejima policy explain TOOL\` says why a call is judged as it is.
# \${NAME} and \${NAME:-default} take values from the environment; such values are never stored or shown.

workspace: .               # relative paths of tools start here

tools:
  timeout: 30s             # per call; network tools have networkTimeout
  networkTimeout: 60s
  maxConcurrent: 3         # calls of one run at the same time
  allowedPaths:            # the only folders that file tools can reach
    - .
  maxOutput: 16000         # characters handed over whole; the rest is kept and can be paged
  environment:
    read: []               # names get_env may read
    write: []              # names set_env may set for the run

# Without a rule: reading is allowed, running code is asked for, writing, deleting and sending are off.
# A rule is tool, tool(pattern) or effect.kind(pattern). The strictest that matches wins.
permissions:
  safe: []                 # e.g. "write_file(./out/**)"
  confirm: []              # e.g. write_file, delete_file
  deny: []                 # e.g. "file.read(./private/**)"

sandbox:
  driver: auto             # the strongest one that proves itself on this machine
  timeout: 30s
  memory: 512m
  cpu: 0.5

network:                   # what http_get, fetch, web_search and downloads may reach
  allow: []                # empty: every public host
  deny: []                 # e.g. "*.example.com", 203.0.113.0/24
  allowPrivate: []         # e.g. localhost:8080, 10.0.0.0/8; private addresses are refused otherwise

log:
  durability: written      # each record leaves the process before the call goes on
`;
