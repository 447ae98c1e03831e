/** Added to a query: bypasses the server's cache, or also requests the evidence. */
export type Fresh = Readonly<Record<'fresh', 'true'>> | Readonly<Record<'evidence', 'true'>>;

/** A tool's query, with the query rules that differ from the defaults. */
export interface LookupOptions<Data> {
  /**
   * The tool's id and the target, then whatever else distinguishes two queries. Without options there is nothing else:
   * under that key a report stores its answers for the tools' own pages.
   */
  readonly queryKey: readonly [tool: string, target: string, ...more: readonly (string | number)[]];
  queryFn(context: { signal: AbortSignal; fresh?: Fresh }): Promise<Data>;
  /**
   * For lookups that wait for a press, `submitCount > 0`: before that, an existing answer is shown and nothing is
   * requested.
   */
  readonly enabled?: boolean;
  readonly retry?: number | false;
  readonly retryDelay?: number;
  readonly staleTime?: number;
  readonly gcTime?: number;
  /** An answer that is already known, and when it arrived, in milliseconds since 1970. */
  initialData?(): Data | undefined;
  initialDataUpdatedAt?(): number | undefined;
}
