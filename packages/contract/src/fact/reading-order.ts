/** The order of an answer's fields where all of them are printed, as on a terminal. */
export interface ReadingOrder {
  /** Fields printed before all others. */
  readonly first: readonly string[];
  /** Fields printed after all others: raw server replies. */
  readonly last: readonly string[];
  /**
   * Fields printed only on request because they are long, the same in every answer, or printed elsewhere in another form.
   * Fields of list items are written as `clients.source`.
   */
  readonly details: readonly string[];
}
