import type { ClosedWorld, Environment } from '@sonde/probes';
import * as z from 'zod';

const World = z.object({
  endpoints: z.array(z.string()),
  pings: z.array(z.string()),
  handshakes: z.record(z.string(), z.int()),
  nameServerPort: z.nullable(z.int()),
});

/**
 * The only hosts that an agent of `npm run demo` contacts, as its server; null outside the demo.
 * @throws Error with a sentence for the operator if SONDE_DEMO cannot be read.
 */
export function demoWorldOf(env: Environment): ClosedWorld | null {
  const text = env['SONDE_DEMO'];
  if (!text) return null;
  try {
    return World.parse(JSON.parse(text));
  } catch {
    throw new Error('SONDE_DEMO is for npm run demo alone, and cannot be read.');
  }
}
