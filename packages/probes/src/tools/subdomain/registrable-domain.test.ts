import { expect, test } from 'vitest';
import { registrableDomainOf } from './registrable-domain.ts';

test.each([
  ['shop.example.co.uk', 'example.co.uk', 'example.co.uk'],
  ['a.b.example.com', 'b.example.com', 'example.com'],
  ['a.b.example.com', null, 'example.com'],
  // One zone with a wildcard: whatever the label, the same name servers answer.
  ['random.github.io', 'github.io', 'github.io'],
  ['random.github.io', null, 'github.io'],
  // A private registry that delegates: a zone, and name servers, of its own.
  ['www.example.eu.org', 'example.eu.org', 'example.eu.org'],
  ['a.www.example.eu.org', 'www.example.eu.org', 'example.eu.org'],
  ['www.example.eu.org', 'eu.org', 'eu.org'],
  // Not even a suffix of the list is searched without a budget.
  ['co.uk', 'co.uk', 'co.uk'],
  ['a.b.many.test', 'many.test', 'many.test'],
])('%s in the zone %s counts for %s', (domain, zone, registrable) => {
  expect(registrableDomainOf(domain, zone)).toBe(registrable);
});
