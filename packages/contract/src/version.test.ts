import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { SONDE_VERSION } from './version.ts';

it('equals the version in the manifest', () => {
  const manifest = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));
  expect(SONDE_VERSION).toBe(manifest.version);
});
