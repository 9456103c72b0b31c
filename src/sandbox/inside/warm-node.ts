/**
 * Runs inside the sandbox: a Node that has started, waits for one script, becomes it, and is never used again. Travels as
 * text, so it uses nothing from outside itself. What to run comes on stdin, before the script's own input: the number of
 * bytes in eight hexadecimal digits, then JSON.
 */
export async function warmNode(): Promise<void> {
  const { readSync } = process.getBuiltinModule("node:fs");
  const { dirname } = process.getBuiltinModule("node:path");
  const loader = process.getBuiltinModule("node:module");

  // Whatever a script would have to wait for on first use: the type stripper, the module loader, the output streams.
  const warn = process.emitWarning;
  process.emitWarning = () => {};
  loader.stripTypeScriptTypes("let a: number = 1");
  process.emitWarning = warn;
  loader.createRequire(`${dirname(process.execPath)}/`);
  void process.stdout;
  void process.stderr;

  const read = (size: number): Buffer => {
    const bytes = Buffer.alloc(size);
    for (let at = 0; at < size; ) {
      const count = readSync(0, bytes, at, size - at, null);
      if (count === 0) process.exit(0); // nobody wanted us
      at += count;
    }
    return bytes;
  };
  const size = Number.parseInt(read(8).toString(), 16);
  const request = JSON.parse(read(size).toString());

  const { env } = process;
  for (const name of Object.keys(env)) delete env[name];
  Object.assign(env, request.environment);
  process.chdir(request.workingDirectory);
  process.argv = [process.execPath, ...request.arguments];
  process.execArgv = [];
  loader.runMain(request.arguments[0]);
}
