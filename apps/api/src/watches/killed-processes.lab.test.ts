import { describe, it } from 'vitest';
import { killedWorld } from '../testing/killed-world.ts';
import { serverProcesses } from '../testing/server-processes.ts';
import { surviveKills } from '../testing/survive-kills.ts';

const KILLS = 3;

// `killed-processes.lab.long.test.ts` has both stores, and more kills.
describe.each(['postgresql'] as const)('an installation with the %s store', (kind) => {
  const start = serverProcesses();

  it(`whose processes are killed ${KILLS} times loses no change and tells none twice`, async () => {
    await surviveKills(await killedWorld(start, { kind, count: 3 }), KILLS);
  }, 600_000);
});
