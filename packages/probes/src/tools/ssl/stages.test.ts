import { expect, it } from 'vitest';
import { sslStages } from './stages.ts';

it('every stage needs only what stages before it give, so that none waits for itself', () => {
  const given = new Set<string>();
  for (const { name, needs, gives = [] } of sslStages) {
    for (const one of needs) expect(given, `${name} needs ${one}`).toContain(one);
    for (const one of [name, ...gives]) given.add(one);
  }
});

it('every stage says how many connections it opens', () => {
  for (const { name, connections } of sslStages) expect(connections, name).toMatch(/^(none|one|ten|\d)/);
});
