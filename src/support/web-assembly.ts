/** The little of WebAssembly that the scan needs; every browser and Node has it, our compiler's libraries do not name it. */
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

// A global of the platform, which the type libraries in use leave out.
export const webAssembly = (globalThis as unknown as { WebAssembly: WebAssemblyGlobal }).WebAssembly;

/** The functions of a module of ours, given as Base64, over this memory; undefined where it cannot run. */
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
