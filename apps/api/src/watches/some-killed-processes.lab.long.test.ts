import { describe, it } from 'vitest';
import { killedWorld } from '../testing/killed-world.ts';
import { serverProcesses } from '../testing/server-processes.ts';
import { surviveKills } from '../testing/survive-kills.ts';

// `killed-processes.lab.long.test.ts` has both stores, and more kills: this one ends soon.
describe.each(['postgresql'] as const)('an installation with the %s store', (kind) => {
  const start = serverProcesses();

  it('whose processes are killed loses no change and tells none twice', async () => {
    await surviveKills(await killedWorld(start, { kind, count: 3 }), 1);
  }, 600_000);
});
