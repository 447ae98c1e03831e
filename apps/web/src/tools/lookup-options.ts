/** What a query carries beside its question to be answered by a new measurement. */
export type Fresh = Readonly<Record<'fresh', 'true'>>;

/** One question of a tool, with the query rules in which it differs from the defaults. */
export interface LookupOptions<Data> {
  /** The tool's id and the target, then what else tells two questions apart. */
  readonly queryKey: readonly [tool: string, target: string, ...more: readonly (string | number)[]];
  queryFn(context: { signal: AbortSignal; fresh?: Fresh }): Promise<Data>;
  /** `turn > 0` for a lookup that waits for a press: before it, an answer that is there already is shown, and nothing asked. */
  readonly enabled?: boolean;
  readonly retry?: number | false;
  readonly retryDelay?: number;
  readonly staleTime?: number;
  readonly gcTime?: number;
  /** An answer that is there before anything is asked, and when it came, in milliseconds since 1970. */
  initialData?(): Data | undefined;
  initialDataUpdatedAt?(): number | undefined;
}
