/** How a test file went, as reported by the process that ran it. */
export interface FileReport {
  file: string;
  /** What the spec reporter says of its tests. */
  text: string;
  passed: number;
  failed: number;
  skipped: number;
  /** What went wrong outside of its tests, a sentence each. */
  faults: string[];
  ms: number;
  /** Processor time of its process and of those that it started and saw end. */
  cpuMs: number;
  /** Memory that the process holds after it. */
  rssBytes: number;
}

export interface FileRequest {
  run: string;
}

export function isFileRequest(message: unknown): message is FileRequest {
  return typeof message === 'object' && message !== null && 'run' in message;
}

export function isFileReport(message: unknown): message is FileReport {
  return typeof message === 'object' && message !== null && 'rssBytes' in message;
}

export function hasFailed({ failed, faults }: FileReport): boolean {
  return failed > 0 || faults.length > 0;
}
