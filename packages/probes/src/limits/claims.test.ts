import { expect, test } from 'vitest';
import { createMemoryClaims } from './claims.ts';

test('a name is claimed once, until it is released', async () => {
  const claims = createMemoryClaims();
  const release = await claims.claim('a');
  expect(release).not.toBeNull();
  expect(await claims.claim('a')).toBeNull();
  expect(await claims.claim('b')).not.toBeNull();
  release?.();
  expect(await claims.claim('a')).not.toBeNull();
});
