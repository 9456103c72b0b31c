/**
 * Runs inside the sandbox, in a Node program on trial: reports on stderr when the program executes content
 * from outside as code. Every response from outside contains the mark. Sent as text, so it uses nothing from
 * outside itself.
 */
export function codeWitness(answerMark: string): void {
  const load = process.getBuiltinModule;
  const write = load("node:fs").writeSync;
  // Node's objects are patched under names that its types do not permit to assign.
  type Patched = Record<string, (...args: never[]) => unknown>;

  const reportCode = (by: string, source: unknown): void => {
    if (typeof source !== "string" || !source.includes(answerMark)) return;
    const line = { kind: "code", what: by, detail: source.slice(0, 200) };
    write(2, `\n\u001edejima-trial ${JSON.stringify(line)}\n`);
  };
  for (const plain of [
    Function,
    (async () => {}).constructor,
    function* () {}.constructor,
    async function* () {}.constructor,
  ] as FunctionConstructor[]) {
    const watched = new Proxy(plain, {
      apply(target, self, args) {
        for (const piece of args) reportCode("a constructor of functions", piece);
        return Reflect.apply(target, self, args) as unknown;
      },
      construct(target, args, made) {
        for (const piece of args) reportCode("a constructor of functions", piece);
        return Reflect.construct(target, args, made) as object;
      },
    });
    Object.defineProperty(plain.prototype, "constructor", {
      value: watched,
      writable: true,
      configurable: true,
    });
    if (plain === Function) globalThis.Function = watched;
  }
  const scripts = load("node:vm") as unknown as Patched;
  for (const name of ["runInThisContext", "runInNewContext", "runInContext", "compileFunction"]) {
    const plain = scripts[name];
    if (typeof plain !== "function") continue;
    scripts[name] = function (this: unknown, ...args: never[]): unknown {
      reportCode(`vm.${name}`, args[0]);
      return Reflect.apply(plain, this, args);
    };
  }
  const modules = load("node:module").prototype as unknown as Patched;
  const compile = modules._compile;
  modules._compile = function (this: unknown, ...args: never[]): unknown {
    reportCode("a module", args[0]);
    return compile === undefined ? undefined : Reflect.apply(compile, this, args);
  };
}
