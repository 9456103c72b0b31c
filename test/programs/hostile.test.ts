import { afterAll, beforeAll, expect, test } from "vitest";
import { createSandbox } from "../../src/sandbox/create-sandbox.ts";
import type { Sandbox } from "../../src/sandbox/sandbox.ts";
import { createProgramEngine, type ProgramEngine } from "../../src/sources/builtin/program/program-engine.ts";

/** What a hostile program may come to: an answer that shows it reached nothing, or a failure of its own. */
const REACHES_NOTHING: readonly string[] = [
  // Ways to the world outside of the engine.
  "return typeof process + typeof require + typeof module + typeof Buffer + typeof Deno + typeof WebAssembly",
  "return typeof globalThis.constructor.constructor('return process')",
  "return [].constructor.constructor('return typeof process')()",
  "return (async () => {}).constructor('return typeof process')()",
  "return (function* () {}).constructor('return typeof require')().next().value",
  "return eval('typeof process')",
  "return new Function('return typeof globalThis.process')()",
  "return tools.constructor === undefined ? 1 : typeof (await tools.constructor({}).catch((e) => e.code))",
  "try { return await import('node:fs') } catch (e) { return 'refused' }",
  "try { return require('fs') } catch (e) { return 'refused' }",
  "return Object.getOwnPropertyNames(globalThis).filter((n) => /process|require|fetch|std|os|bjson|scriptArgs|print/.test(n)).length",
  "return typeof console.log.constructor('return this')().process",
  "return Reflect.ownKeys(tools).length",
  "try { tools.x = 1; return 'set' } catch (e) { return 'frozen' }",
  "return String(Object.getPrototypeOf(tools))",
  "try { return arguments.callee.caller } catch (e) { return 'strict' }",
  "return new Error().stack.includes('/work') || new Error().stack.includes('node:')",
  "Error.prepareStackTrace = (_, sites) => sites; return new Error().stack.map((site) => String(site.getFileName?.())).join()",
  // Prototype games: they change only the program's own world.
  "Object.prototype.then = function (r) { r(7) }; const v = await tools.echo({ a: 1 }); return typeof v",
  "Array.prototype.map = () => { throw 1 }; return (await tools.echo({ a: 2 })).a",
  "JSON.parse = () => 'forged'; JSON.stringify = () => '\"forged\"'; return (await tools.echo({ a: 3 })).a",
  "Promise.prototype.then = () => 5; return 1",
  "globalThis.Promise = undefined; return (await tools.echo({ a: 2 })).a",
  "Promise.prototype.then = function () { throw 1 }; return (await tools.echo({ a: 3 })).a",
  "Error = function () { throw 1 }; return tools.fails({}).catch(() => 1)",
  "Object.defineProperty(Object.prototype, 'resolve', { get() { throw 1 } }); return (await tools.echo({ a: 4 })).a",
  "Object.prototype.toJSON = () => 'x'; return await tools.echo({ a: 5 })",
  "RegExp.prototype.exec = () => ['', 'x', 'y']; throw new Error('mine')",
  "const e = new Error('m'); e.stack = 'program.js:' + '9'.repeat(5e6) + ':1'; throw e",
  "class E extends Error { get name() { throw 1 } } throw new E('a')",
  "return typeof tools.echo.constructor('return globalThis')().process",
  "return new Intl.DateTimeFormat().format()",
  "return typeof gc + typeof $262 + typeof std + typeof os + typeof bjson",
  "new FinalizationRegistry(() => tools.echo({})).register({}, 1); return 1",
  "/* */ } async function program() { return 'other' } function y() {",
  "return await tools.echo('\\ud800')",
  "return { toJSON: async () => 1 }",
  "Map.prototype.get = () => undefined; Map.prototype.set = () => { throw 1 }; return (await tools.echo({ a: 4 })).a",
  "Proxy = undefined; globalThis.JSON = undefined; return (await tools.echo({ a: 5 })).a",
  "Object.freeze = Object.create = () => { throw 1 }; return (await tools.echo({ a: 6 })).a",
  "String.prototype.toString = () => 'x'; return (await tools.echo({ a: 'b' })).a",
  // Names of the prototype as tools.
  "const r = []; for (const n of ['__proto__', 'constructor', 'hasOwnProperty', 'toString', 'valueOf']) r.push(await tools[n]({}).catch((e) => e.code)); return r.join()",
  "return typeof tools[Symbol.iterator]",
  "return await tools === tools",
  // Values that are no data.
  "return () => 1",
  "return Symbol('x')",
  "return undefined",
  "return { toJSON() { return 'mine' } }",
  "return NaN",
  "return new Date(0)",
  "return new Proxy({}, { get() { return 1 }, ownKeys() { return [] } })",
  "return await tools.echo(undefined)",
  "return await tools.echo(() => 1)",
  // Results that imitate an error or another message of the protocol.
  'return { type: "failed", message: "x", reason: "limit" }',
  'console.log(JSON.stringify({ type: "done", json: "42" })); return 1',
  'console.log("\\n{\\"type\\":\\"done\\",\\"json\\":\\"42\\"}\\n"); return 1',
  'return (await tools.echo({ type: "result", index: 0, ok: false })).type',
  // Work that nobody waits for.
  "Promise.reject(new Error('nobody')); return 1",
  "tools.echo({ a: 1 }); return 'left behind'",
  "tools.fails({}); return 1",
  "for (let i = 0; i < 300; i++) console.log('x'.repeat(5000)); return 1",
  "(async () => { await 0; await 0; await 0; tools.echo({ n: 'after' }) })(); return 'ended'",
  // Inputs that are read more than once, or that make calls while they are read.
  "let n = 0; return (await tools.echo({ get a() { return ++n }, toJSON() { return { a: ++n } } })).a === 1",
  "return (await tools.echo({ get a() { return tools.echo({ b: 2 }) } })).a.then === undefined",
  "return { then(f) { f(tools.echo({ late: 1 })) } }",
  "async function* g() { yield tools.echo({ a: 1 }) } const r = []; for await (const x of g()) r.push(x.a); return r",
  'return Object.keys(await tools.echo(JSON.parse(\'{"__proto__": {"x": 1}}\'))).join()',
  "class P extends Promise { then(a, b) { return super.then(() => a({ own: 1 }), b) } } globalThis.Promise = P; return await tools.echo({ a: 1 })",
  // Results that look like a question that waits.
  "return { type: 'failure', error: { code: 'approval_required', details: { parked: true, id: 'x' } } }",
  "throw Object.assign(new Error('m'), { name: 'Parked', code: 'approval_required', details: { parked: true, id: 'x' } })",
  // What other engines have.
  "return typeof Atomics + typeof Worker + typeof navigator + typeof structuredClone",
  "return import('std').catch((e) => e.name)",
  "return Object.getPrototypeOf(async function* () {}).constructor('yield typeof process')().next()",
  "return (async () => {}).constructor.constructor('return typeof globalThis.std')()",
  "arguments[0] = { echo: () => 'mine' }; return tools.echo()",
  'return tools[\'a\\n{"type":"done"}\']({}).catch((e) => e.code)',
  // What the prelude itself uses, taken away or replaced.
  "for (const n of Object.getOwnPropertyNames(globalThis)) try { delete globalThis[n] } catch {} return (await tools.echo({ a: 3 })).a",
  "Function.prototype.call = Function.prototype.apply = Function.prototype.bind = () => { throw 1 }; return (await tools.echo({ a: 3 })).a",
  "Array.prototype[Symbol.iterator] = function* () { for (;;) yield 1 }; return (await tools.echo({ a: 3 })).a",
  "Object.defineProperty(Array.prototype, 0, { set() { throw 1 }, get() { return 'mine' } }); return tools.echo([1])",
  "Object.defineProperty(Promise, Symbol.species, { get() { throw 1 } }); return tools.echo({ a: 1 })",
  // Calls that are made while another call is written down, or after the end.
  "return tools[{ toString() { tools.echo({ inner: 1 }); return 'echo' } }]({ a: 3 }).then(({ a }) => a)",
  "const x = { toJSON() { return tools.echo(x) } }; return tools.echo(x).then(() => 1)",
  "try { return 1 } finally { await tools.echo({ late: 1 }) }",
  // Text that ends the line, the comment or the file early.
  "return 1 //",
  "return 1 <!-- x",
  "return '\\u2028' + (await tools.echo({ a: '\\u2028\\r\\n\\u0000' })).a.length",
];

/** What must fail, and end in time. */
const FAILS: readonly string[] = [
  "for (;;) {}",
  "while (true) await 0",
  "for (let i = 0; i < 1e9; i++) Math.sqrt(i)",
  "const f = () => f(); f()",
  "const f = (n) => [f(n + 1)]; return f(0)",
  "let s = 'x'; for (;;) s += s; return s.length",
  "const a = []; for (;;) a.push(new Array(1000).fill(1))",
  "return 'x'.repeat(2 ** 29)",
  "return new Uint8Array(2 ** 30).length",
  "return [...Array(5e6).keys()].map(String).join()",
  "/(a+)+$/.test('a'.repeat(40) + 'b'); return 1",
  "await new Promise(() => {})",
  "const g = (function* () { for (;;) yield 1 })(); for (const x of g);",
  "for (;;) tools.echo({})",
  "await Promise.all(Array(1000).fill(0).map(() => tools.echo({})))",
  "const a = {}; a.a = a; return a",
  "return 1n",
  "const a = {}; a.a = a; await tools.echo(a)",
  "return { toJSON() { for (;;); } }",
  "let o = {}; for (let i = 0; i < 1e5; i++) o = { o }; return o",
  "throw null",
  "const e = new Error(); Object.defineProperty(e, 'stack', { get() { for (;;); } }); throw e",
  "throw new Error('x'.repeat(1e7))",
  "new Array(2 ** 32 - 1).fill(0)",
  "return 'a'.padEnd(2 ** 30)",
  "let p = Promise.resolve(); for (;;) p = p.then(() => 1)",
  "const f = () => Promise.resolve().then(f); await f()",
  "async function* g() { for (;;) yield 1 } for await (const x of g());",
  "return JSON.parse('['.repeat(1e6))",
  "eval('('.repeat(1e5))",
  "try { for (;;); } catch { return 'caught' } finally { for (;;); }",
  "const t = new Proxy(() => {}, { apply() { return t() } }); t()",
  "return { then(r) { this.n = (this.n ?? 0) + 1; r(this) } }",
  "return program(tools, console)",
  "return { get a() { throw new Error('late') } }",
  "queueMicrotask(() => { throw new Error('late') }); await 0",
  "throw { get message() { throw 1 }, toString() { throw 2 } }",
  "not javascript at all",
  "}; return 1; {",
  "await tools.echo('x'.repeat(5e6))",
  "await tools.fails({})",
  "return 2n ** 100000000n > 1n",
  "let x = 3n; for (;;) x = x * x",
  "await tools.echo(new Proxy({}, { ownKeys() { for (;;); } }))",
  "console.log({ toJSON() { for (;;); } })",
  "Atomics.wait(new Int32Array(new SharedArrayBuffer(8)), 0, 0)",
  "Object.defineProperty(Object.prototype, 'code', { set() { throw 1 } }); await tools.fails({}).catch((e) => e.code)",
  "const big = 'x'.repeat(3900000); const held = []; for (;;) held.push(await tools.echo(big))",
  "return /(?<=(a+)+)c/.test('a'.repeat(50000) + 'b')",
  "await new Promise((resolve) => resolve({ get then() { for (;;); } }))",
  "await Promise.race([tools.echo({ a: 1 }), new Promise(() => {})]); await new Promise(() => {})",
  "const f = async (n) => { await tools.echo({ n }); return f(n + 1) }; return f(0)",
  "Object.defineProperty(Error.prototype, 'message', { get() { for (;;); } }); throw new Error()",
  "return 1 /*",
];

let sandbox: Sandbox;
let engine: ProgramEngine;
let strictEngine: ProgramEngine;
const made: string[] = [];
beforeAll(async () => {
  sandbox = await createSandbox();
  engine = createProgramEngine({ sandbox: async () => sandbox, limits: { ownMs: 1_000 } });
  // Whatever must fail does so sooner with less time of its own.
  strictEngine = createProgramEngine({ sandbox: async () => sandbox, limits: { ownMs: 250 } });
});
afterAll(async () => {
  await sandbox.close();
});

const run = (code: string, on = engine) =>
  on.run(
    { code, clock: 0, ended: [] },
    {
      log: () => {},
      async call({ tool, input }) {
        made.push(tool);
        if (tool === "echo") return { ok: true, output: input };
        return {
          ok: false,
          error: { code: tool === "fails" ? "io_error" : "tool_not_found", message: "no" },
        };
      },
    },
    new AbortController().signal,
  );

test.each(REACHES_NOTHING)("reaches nothing: %s", async (code) => {
  const value = await run(code).catch((error: Error) => error.message);
  expect(JSON.stringify(value) ?? "").not.toMatch(/object|\[native|node:|forged|42/);
});

test.each(FAILS)("fails, and the next program runs: %s", async (code) => {
  await expect(run(code, strictEngine)).rejects.toThrow(/The program failed/);
  expect(await run("return 'fine'")).toBe("fine");
});

/** Programs that try to break the engine's own bookkeeping, and what they must come to. */
const GOES_ON: readonly (readonly [code: string, value: unknown])[] = [
  ["await tools.echo('x'.repeat(5e6)).catch(() => 0); return tools.echo({ b: 1 })", { b: 1 }],
  [
    "const w = await tools['n'.repeat(8e6)]({}).catch((e) => e.message); return [w, await tools.echo(2)]",
    ["no tool has a name that long", 2],
  ],
  ["for (let i = 0; i < 20; i++) try { await tools.echo(1n) } catch {} return tools.echo(3)", 3],
  ["Error.prepareStackTrace = (_, s) => s[1].getFunction(); return typeof new Error().stack", "string"],
  ["return typeof WeakRef + typeof FinalizationRegistry", "undefinedundefined"],
  [
    "const a = tools.echo(1); const p = new Proxy({}, { ownKeys() { tools.echo(2); return [] } }); await tools.echo(p); return a",
    1,
  ],
  ["return 1 } program = async (t) => ['redefined', await t.echo(4)]; { let z", ["redefined", 4]],
  // Neither is a call of a tool named toJSON.
  ["console.log(tools); return tools", {}],
  ["return [Date.now(), performance.now(), new Date().getTimezoneOffset()]", [0, 0, 0]],
  ['return tools.echo({ a: \'\\n{"type":"done","json":"1"}\\n\' })', { a: '\n{"type":"done","json":"1"}\n' }],
];

test.each(GOES_ON)("goes on: %s", async (code, value) => {
  expect(await run(code)).toEqual(value);
  expect(made).not.toContain("toJSON");
});

test("a flood of large inputs ends the program before it fills the memory outside", async () => {
  const code = "const s = 'x'.repeat(3.9e6); for (let i = 0; i < 400; i++) tools.waits({ s, i }); return 1";
  const waits = Promise.withResolvers<never>();
  let calls = 0;
  const ended = engine.run(
    { code, clock: 0, ended: [] },
    {
      log: () => {},
      call() {
        calls += 1;
        return waits.promise;
      },
    },
    new AbortController().signal,
  );
  while (calls < 16) await new Promise((resolve) => setImmediate(resolve));
  // The calls under way end first.
  waits.reject(new Error("stopped"));
  await expect(ended).rejects.toThrow();
  expect(calls).toBeLessThan(20);
});

test("no more than 64 calls of a program are under way, and each is made", async () => {
  const code =
    "return (await Promise.all(Array.from({ length: 300 }, (_, i) => tools.n(i)))).reduce((a, b) => a + b)";
  let [now, most] = [0, 0];
  const value = await engine.run(
    { code, clock: 0, ended: [] },
    {
      log: () => {},
      async call({ input }) {
        most = Math.max(most, ++now);
        await new Promise((resolve) => setImmediate(resolve));
        now -= 1;
        return { ok: true, output: input };
      },
    },
    new AbortController().signal,
  );
  expect(value).toBe(44_850);
  expect(most).toBe(64);
});
