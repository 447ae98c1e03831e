/** A set of data about the internet: bundled with the product, and renewed in the data folder. */
export interface DataSetFacts {
  /** As in `sonde update ID`. */
  readonly id: string;
  readonly name: string;
  readonly publisher: string;
  /** Where the publisher publishes it, without keys or mirrors of the operator. */
  readonly source: string;
  readonly licence: string;
  /** Age in days from which it should be renewed. */
  readonly oldAfterDays: number;
  /** Age in days from which it is no longer used for verdicts; null if it never expires. */
  readonly expiredAfterDays: number | null;
  /** How often the server renews it; null if it does not. */
  readonly everyDays: number | null;
}

/** Where the copy in use comes from. */
export type DataOrigin = 'bundled' | 'updated' | 'operator';

export interface DataSetCopy {
  /** When the publisher made it, ISO 8601; null if unknown. */
  readonly date: string | null;
  readonly origin: DataOrigin;
}

/** The result of a renewal that was not refused. */
export interface Renewed {
  readonly isNew: boolean;
  /** One sentence for the operator. */
  readonly text: string;
}

export interface DataSet {
  readonly facts: DataSetFacts;
  /** The copy in use; null if there is none. Never rejects. */
  copy(): Promise<DataSetCopy | null>;
  /**
   * Replaces the copy in the data folder, or changes nothing. Null for data that cannot be renewed in this way.
   * @param sources files and URLs; if empty, where the data are published, or the operator's mirror
   * @throws UpdateRefused with everything unchanged
   */
  readonly renew: ((sources: readonly string[], signal: AbortSignal) => Promise<Renewed>) | null;
}
