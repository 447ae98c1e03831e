import { fileURLToPath } from 'node:url';
import { startAnnounced } from '@sonde/lab';

const letters = 'abcdefghijklmnopqrstuvwxyz';

/** Top-level domains whose registries answer, and those whose servers never reply. */
export const registries = {
  good: ['gooda', 'goodb', 'goodc', 'goodd', 'goode', 'goodf', 'goodg', 'goodh'],
  dead: [...letters].map((letter) => `dead${letter}`),
} as const;

/** The addresses of the targets. A port without an address is open on all of 127.0.0.0/8. */
export interface TargetAddresses {
  readonly resolver: string;
  readonly whois: string;
  readonly bootstrap: string;
  readonly caFile: string;
  readonly tlsPort: number;
  readonly silentPort: number;
}

export interface Targets extends TargetAddresses {
  stop(): Promise<void>;
}

/** Starts the targets in a separate process, so that they do not share an event loop with the measurement. */
export async function startTargets(): Promise<Targets> {
  const script = fileURLToPath(new URL('serve-targets.ts', import.meta.url));
  const { announced, stop } = await startAnnounced(process.execPath, ['--import', 'tsx', script], {
    on: 'stdout',
    line: /^({.*})$/,
  });
  return { ...(JSON.parse(announced) as TargetAddresses), stop: () => stop() };
}
