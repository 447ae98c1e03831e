/** A server that may speak HTTP/3. */
export interface Http3Target {
  /** A-labels, or a literal address, for which no server name is sent. */
  readonly host: string;
  /** The address to be asked; the guard checks it. */
  readonly address: string;
  readonly port: number;
  /** Which ports are allowed. */
  readonly service: 'visit' | 'web' | 'tls';
}
