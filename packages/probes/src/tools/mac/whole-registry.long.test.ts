import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { beforeAll, expect, it } from 'vitest';
import { registrationsOf } from './registrations.ts';
import { type Assignment, indexRegistry, type RegistryIndex, registryText } from './registry-text.ts';

/** The registries in the package from which the build takes them. */
const entries = new Map(
  Object.entries(JSON.parse(readFileSync(createRequire(import.meta.url).resolve('oui-data'), 'utf8')) as object).map(
    ([prefix, entry]) => [prefix, String(entry).split('\n')[0]?.replace(/\s+/g, ' ').trim() ?? ''] as const,
  ),
);
let registry: RegistryIndex;
beforeAll(() => {
  const assignments = [...entries].map(
    ([prefix, owner]): Assignment => ({
      ...{ prefix, owner, address: '', country: '' },
      registry: ({ 6: 'MA-L', 7: 'MA-M' } as const)[prefix.length] ?? 'MA-S',
    }),
  );
  registry = indexRegistry(Buffer.from(registryText('2026-08-26', assignments)));
});

/** Finds the longest prefix with a map, as an independent implementation. */
function ownerOf(digits: string): string | undefined {
  const found = [9, 7, 6].map((length) => entries.get(digits.slice(0, length)));
  return found.find((owner) => owner !== undefined);
}

it('finds every assignment from its first, last and a middle address', () => {
  expect(registry.size).toBe(entries.size);
  expect(registry.size).toBeGreaterThan(50_000);
  const wrong: string[] = [];
  for (const prefix of entries.keys()) {
    for (const rest of ['000000', 'FFFFFF', '8A5C3E']) {
      const digits = prefix + rest.slice(0, 12 - prefix.length);
      const [first] = registrationsOf(digits.toLowerCase(), registry);
      const owner = ownerOf(digits);
      if ((first?.owner ?? 'Private') !== owner) wrong.push(digits);
    }
  }
  expect(wrong).toEqual([]);
}, 60_000);
