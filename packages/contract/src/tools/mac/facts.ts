import { type Facts, factsFrom, setOf } from '../../fact/fact.ts';
import type { Unjudged } from '../../finding/unjudged.ts';
import type { mac } from './contract.ts';

/** Who owns the address, and what it is used for. Its bits never change, and the date of the registry changes by itself. */
export function macFacts({ registrations, conventions, registryDate }: Unjudged<typeof mac>): Facts {
  const owners = registrations.map(({ prefix, bits, owner }) => `${prefix}/${bits} ${owner ?? 'not published'}`);
  return factsFrom([
    ['registrations', registryDate === null ? undefined : setOf(owners)],
    ['conventions', setOf(conventions.map(({ what }) => what))],
  ]);
}
