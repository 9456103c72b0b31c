/** The part of WebAssembly that we use. Every browser and Node has it, but our TypeScript libraries do not declare it. */
export interface WebAssemblyMemory {
  readonly buffer: ArrayBuffer;
  grow(pages: number): number;
}

interface WebAssemblyGlobal {
  readonly Memory: new (limits: { initial: number }) => WebAssemblyMemory;
  readonly Module: new (bytes: Uint8Array) => object;
  readonly Instance: new (
    module: object,
    imports: Record<string, Record<string, WebAssemblyMemory>>,
  ) => { readonly exports: Readonly<Record<string, unknown>> };
}

// A global of the platform that the type libraries in use do not declare.
export const webAssembly = (globalThis as unknown as { WebAssembly: WebAssemblyGlobal }).WebAssembly;

/** The functions of one of our modules, passed as Base64, on this memory. Returns `undefined` if it cannot run. */
export function instantiate(
  module: string,
  memory: WebAssemblyMemory,
): Readonly<Record<string, unknown>> | undefined {
  try {
    const bytes = Uint8Array.from(atob(module), (character) => character.charCodeAt(0));
    const instance = new webAssembly.Instance(new webAssembly.Module(bytes), { memory: { all: memory } });
    return instance.exports;
  } catch {
    return undefined;
  }
}
