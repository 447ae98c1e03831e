import { sleep } from '@sonde/probes';
import { AGENT_LIMITS, type Welcome } from '@sonde/service/places/agent';
import { createAgentPace } from '@sonde/service/places/agent-pace';
import { LEAST_COME_BACK_MS, pauseBefore } from '@sonde/service/places/come-back';
import { printable } from '../print/printable.ts';
import type { Membership } from './agent-file.ts';
import { type Connecting, serveHub } from './connect.ts';

/** A connection that has lasted so long was no failure: the next attempt follows soon. */
const STABLE_MS = 60_000;

/** Serves the hub, and connects again whenever the connection has ended, until it is stopped. */
export async function stayConnected(
  {
    read,
    ...connecting
  }: Omit<Connecting, 'membership' | 'pace' | 'onWelcome' | 'onComeBack'> & {
    /** Reads what the agent keeps, before each attempt to connect. */
    read(): Promise<Membership>;
  },
  err: (line: string) => void,
): Promise<void> {
  const { signal } = connecting;
  const pace = createAgentPace(AGENT_LIMITS, () => performance.now());
  let comeBackMs = LEAST_COME_BACK_MS;
  let failed = 0;
  while (!signal.aborted) {
    let welcomedAtMs: number | null = null;
    const membership = await read();
    const onWelcome = (welcome: Welcome) => {
      welcomedAtMs = performance.now();
      ({ comeBackMs } = welcome);
      err(`sonde: connected to ${printable(membership.url)} as ${printable(welcome.name)}`);
    };
    const onComeBack = (ms: number) => {
      comeBackMs = ms;
    };
    const reason = await serveHub({ ...connecting, membership, pace, onWelcome, onComeBack });
    if (signal.aborted) return;
    const lastedMs = welcomedAtMs === null ? 0 : performance.now() - welcomedAtMs;
    failed = lastedMs > STABLE_MS ? 0 : failed + 1;
    const pauseMs = pauseBefore(failed, comeBackMs);
    err(`sonde: not connected: ${printable(reason)} Next attempt in ${Math.ceil(pauseMs / 1000)} s.`);
    await sleep(pauseMs, signal).catch(() => {});
  }
}
