import type { Kernel } from './kernel.ts';
import { createPlainKernel } from './plain-kernel.ts';
import { createWasmKernel } from './wasm-kernel.ts';

let loaded: Kernel | undefined;

/**
 * The fastest kernel that the host runs, made on first use and kept for the life of the thread: what lies in its memory ends with
 * the call that put it there, so that only the time of compiling is shared.
 */
export function loadKernel(): Kernel {
  loaded ??= createWasmKernel() ?? createPlainKernel();
  return loaded;
}
