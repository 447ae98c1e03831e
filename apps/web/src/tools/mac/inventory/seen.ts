/** What one line, or one lease or host, says of a device. */
export interface Seen {
  /** In canonical form. */
  readonly mac: string;
  /** In canonical form. */
  readonly addresses: readonly string[];
  readonly name: string | null;
  /** The interface or the port of the switch. */
  readonly port: string | null;
}
