/** What one line, lease or host says about a device. */
export interface Seen {
  /** In canonical form. */
  readonly mac: string;
  /** In canonical form. */
  readonly addresses: readonly string[];
  readonly name: string | null;
  /** The interface or the switch port. */
  readonly port: string | null;
}
