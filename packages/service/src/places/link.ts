/** A connection that carries texts in both directions, whatever is below it. */
export interface Link {
  /** Bytes that wait to be sent. */
  readonly unsentBytes: number;
  send(text: string): void;
  /** Sends a heartbeat, which the other side answers by itself. */
  ping(): void;
  close(code: number, reason: string): void;
}

/** What a link tells its owner. After `closed` it tells nothing more. */
export interface LinkListener {
  received(text: string): void;
  /** Something came: a text, a heartbeat, or the answer to one. */
  heard(): void;
  closed(): void;
}
