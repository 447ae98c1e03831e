import { ToolError } from '@sonde/contract';

/** Manners towards a server, whoever asks and by whatever name: one check at a time, two a minute. */
export interface TargetTurns {
  /**
   * Begins a check of `address` and `port`; call what it returns at the end.
   * @throws ToolError `busy` while another is running, `rate-limited` when there were enough within the last minute
   */
  begin(address: string, port: number): () => void;
}

export interface TurnLimits {
  readonly perMinute: number;
  /** Milliseconds that only go forward. */
  readonly now: () => number;
}

const MINUTE_MS = 60_000;
/** A check ends after 20 s. */
const BUSY_RETRY_SECONDS = 20;

export function createTargetTurns({ perMinute, now }: TurnLimits): TargetTurns {
  const startedAt = new Map<string, number[]>();
  const running = new Set<string>();
  const forget = () => {
    for (const [target, times] of startedAt) {
      const recent = times.filter((time) => now() - time < MINUTE_MS);
      if (recent.length > 0) startedAt.set(target, recent);
      else startedAt.delete(target);
    }
  };
  return {
    begin(address, port) {
      forget();
      const target = `${address} ${port}`;
      if (running.has(target)) {
        throw new ToolError('busy', 'This server is being checked at this moment. Please try again soon.', {
          retryAfterSeconds: BUSY_RETRY_SECONDS,
        });
      }
      const times = startedAt.get(target) ?? [];
      const [oldest] = times;
      if (oldest !== undefined && times.length >= perMinute) {
        throw new ToolError(
          'rate-limited',
          `This server was checked ${perMinute} times within a minute. Please wait.`,
          {
            retryAfterSeconds: Math.max(1, Math.ceil((oldest + MINUTE_MS - now()) / 1000)),
          },
        );
      }
      startedAt.set(target, [...times, now()]);
      running.add(target);
      return () => running.delete(target);
    },
  };
}
