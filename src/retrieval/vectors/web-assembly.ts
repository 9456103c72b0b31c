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
