/** Added to a query to bypass the server's cache, and to have what is sent and received. */
export type Fresh = Readonly<Record<'fresh', 'true'>> | Readonly<Record<'evidence', 'true'>>;

/** A tool's query, with the query rules that differ from the defaults. */
export interface LookupOptions<Data> {
  /**
   * The tool's id and the target, then whatever else distinguishes two queries. Without options that is nothing: under this
   * key a report leaves what a tool has found for the tool's own page.
   */
  readonly queryKey: readonly [tool: string, target: string, ...more: readonly (string | number)[]];
  queryFn(context: { signal: AbortSignal; fresh?: Fresh }): Promise<Data>;
  /** For lookups that wait for a press, `submitCount > 0`: before it, an existing answer is shown and nothing is asked. */
  readonly enabled?: boolean;
  readonly retry?: number | false;
  readonly retryDelay?: number;
  readonly staleTime?: number;
  readonly gcTime?: number;
  /** An answer that is known already, and when it arrived, in milliseconds since 1970. */
  initialData?(): Data | undefined;
  initialDataUpdatedAt?(): number | undefined;
}
