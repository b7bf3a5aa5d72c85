import type { Kernel, KernelFunctions } from './kernel.ts';
import { KERNEL_BASE64 } from './wasm-module.ts';

/** The part of the host's WebAssembly that is used here; the language's own types leave it out. */
interface WebAssemblyHost {
  validate(bytes: Uint8Array): boolean;
  Module: new (bytes: Uint8Array) => object;
  Memory: new (size: { initial: number }) => WasmMemory;
  Instance: new (module: object, imports: { env: { memory: WasmMemory } }) => { exports: KernelFunctions };
}

interface WasmMemory {
  readonly buffer: ArrayBuffer;
  grow(pages: number): number;
}

const PAGE_BYTES = 65_536;

/** A kernel with memory of its own. Throws where the host has no WebAssembly with SIMD. */
export function createKernel(): Kernel {
  const host = findWebAssembly();
  const bytes = Uint8Array.from(atob(KERNEL_BASE64), (letter) => letter.charCodeAt(0));
  if (host?.validate(bytes) !== true) {
    throw new Error(
      'The models need WebAssembly with SIMD, which is missing here; use Node 20 or a browser of 2023, or later.',
    );
  }
  const memory = new host.Memory({ initial: 1 });
  const { exports } = new host.Instance(new host.Module(bytes), { env: { memory } });
  return {
    ...exports,
    memoryOf(bytesNeeded) {
      const missing = bytesNeeded - memory.buffer.byteLength;
      if (missing > 0) memory.grow(Math.ceil(missing / PAGE_BYTES));
      return memory.buffer;
    },
  };
}

/** Safe: hosts that have `WebAssembly` have these members, which its standard fixes; the exports are checked by the tests. */
function findWebAssembly(): WebAssemblyHost | undefined {
  return (globalThis as { WebAssembly?: WebAssemblyHost }).WebAssembly;
}
