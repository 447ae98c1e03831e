/** What is to be proven not to exist. */
export interface DeniedQuestion {
  readonly name: string;
  /** A mnemonic. */
  readonly type: string;
  /** `name`: the whole name; `data`: records of the type at the name; `delegation`: a DS at a delegation. */
  readonly what: 'name' | 'data' | 'delegation';
}

/** What verified NSEC or NSEC3 records prove. */
export interface Denial {
  /** Null if there were neither. */
  readonly method: 'nsec' | 'nsec3' | null;
  /**
   * `opt-out`: proves only that there is no signed delegation (RFC 5155 section 6). `too-many-iterations`: not computed, and
   * resolvers treat the answer as unsigned (RFC 9276 section 3.2).
   */
  readonly result: 'proven' | 'opt-out' | 'too-many-iterations' | 'not-proven';
}
