/** One zone below `test`, and what is wrong with it. Left out: as it should be. */
export interface DelegationZoneSpec {
  readonly name: string;
  /** Zone data without origin and TTL. */
  readonly text?: string;
  /** What the second server has instead. */
  readonly second?: string;
  /** Further arguments of dnssec-signzone; null: not signed. */
  readonly signing?: readonly string[] | null;
  readonly secondSigning?: readonly string[];
  /** Arguments of dnssec-keygen. */
  readonly algorithm?: readonly string[];
  /** NS and glue in the parent. */
  readonly delegation?: string;
  /** The DS lines of the parent, made from the true ones. */
  readonly ds?: (own: string) => string;
  /** Changes the signed zone file. */
  readonly spoil?: (text: string) => string;
  /** False: this server does not have the zone, and refuses. */
  readonly ns1?: false;
  readonly ns2?: false;
}
export declare const delegationZones: readonly DelegationZoneSpec[];
