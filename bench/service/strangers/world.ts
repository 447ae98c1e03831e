import { fileURLToPath } from 'node:url';
import { startAnnounced } from '@sonde/lab';

const letters = 'abcdefghijklmnopqrstuvwxyz';

/** Top-level domains by their registries: those that answer, and those whose servers say nothing. */
export const registries = {
  good: ['gooda', 'goodb', 'goodc', 'goodd', 'goode', 'goodf', 'goodg', 'goodh'],
  dead: [...letters].map((letter) => `dead${letter}`),
} as const;

/** Where the targets are. A port without an address is open on all of 127.0.0.0/8. */
export interface WorldAddresses {
  readonly resolver: string;
  readonly whois: string;
  readonly bootstrap: string;
  readonly caFile: string;
  readonly tlsPort: number;
  readonly silentPort: number;
}

export interface World extends WorldAddresses {
  stop(): Promise<void>;
}

/** In a process of its own, so that it does not share an event loop with those who measure. */
export async function startWorld(): Promise<World> {
  const script = fileURLToPath(new URL('serve-world.ts', import.meta.url));
  const { announced, stop } = await startAnnounced(process.execPath, ['--import', 'tsx', script], {
    on: 'stdout',
    line: /^({.*})$/,
  });
  return { ...(JSON.parse(announced) as WorldAddresses), stop: () => stop() };
}
