/** How one request is made, where it differs from the client's options. */
export interface RequestOptions {
  /** Ends the request; its reason is what is thrown. */
  signal?: AbortSignal | undefined;
  /** For one attempt, its answer included. */
  timeoutMs?: number | undefined;
  /** Further attempts after a first one that failed. */
  retries?: number | undefined;
}

/** How a request that creates something is made. */
export interface CreateOptions extends RequestOptions {
  /**
   * Names the request, such as by `crypto.randomUUID()`: the service carries it out once, however often it arrives within a day. Then it is
   * sent again after any failure that may pass, like a read.
   */
  idempotencyKey?: string | undefined;
}

export type NoInput = Record<string, never>;

type Arguments<Input, Options = RequestOptions> = [Input] extends [NoInput]
  ? [input?: Input, options?: Options]
  : Partial<Input> extends Input
    ? [input?: Input, options?: Options]
    : [input: Input, options?: Options];

/** An operation of the service. Throws LonjaError. */
export type Call<Input, Reply> = (...args: Arguments<Input>) => Promise<Reply>;

/** One that creates something. */
export type CreateCall<Input, Reply> = (...args: Arguments<Input, CreateOptions>) => Promise<Reply>;

/** One that answers CSV, as text, when `format` asks for it. */
export interface CsvCall<Input, Reply> {
  (input: Input & { format: 'csv' }, options?: RequestOptions): Promise<string>;
  (...args: Arguments<Input & { format?: 'json' | undefined }>): Promise<Reply>;
}
