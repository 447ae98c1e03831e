/** How much is recorded. What exceeds a limit is only counted, and the exchange is marked as cut. */
export interface RecordingLimits {
  /** Octets of one exchange, in both directions together. */
  readonly exchangeBytes: number;
  /** Octets of all exchanges together. */
  readonly totalBytes: number;
  readonly exchanges: number;
  /** Pieces of all exchanges together, since a peer that sends single octets causes overhead for each. */
  readonly pieces: number;
}

export const recordingLimits: RecordingLimits = {
  exchangeBytes: 64 * 1024,
  totalBytes: 1024 * 1024,
  exchanges: 1000,
  pieces: 10_000,
};

/** Limits for a recording of times only, which keeps no octets. */
export const timesOnly: RecordingLimits = { ...recordingLimits, exchangeBytes: 0, totalBytes: 0 };
