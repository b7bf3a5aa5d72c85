/** How one request is made, where it differs from the client's options. */
export interface RequestOptions {
  /** Ends the request; its reason is what is thrown. */
  signal?: AbortSignal | undefined;
  /** For one attempt, its answer included. */
  timeoutMs?: number | undefined;
  /** Further attempts after a first one that failed. */
  retries?: number | undefined;
}

export type NoInput = Record<string, never>;

type Arguments<Input> = [Input] extends [NoInput]
  ? [input?: Input, options?: RequestOptions]
  : Partial<Input> extends Input
    ? [input?: Input, options?: RequestOptions]
    : [input: Input, options?: RequestOptions];

/** An operation of the service. Throws LonjaError. */
export type Call<Input, Reply> = (...args: Arguments<Input>) => Promise<Reply>;

/** One that answers CSV, as text, when `format` asks for it. */
export interface CsvCall<Input, Reply> {
  (input: Input & { format: 'csv' }, options?: RequestOptions): Promise<string>;
  (...args: Arguments<Input & { format?: 'json' | undefined }>): Promise<Reply>;
}
