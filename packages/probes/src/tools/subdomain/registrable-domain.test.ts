import { expect, test } from 'vitest';
import { registrableDomainOf } from './registrable-domain.ts';

test.each([
  ['shop.example.co.uk', 'example.co.uk', 'example.co.uk'],
  ['a.b.example.com', 'b.example.com', 'example.com'],
  ['a.b.example.com', null, 'example.com'],
  // One zone with a wildcard: the same name servers answer for every label.
  ['random.github.io', 'github.io', 'github.io'],
  ['random.github.io', null, 'github.io'],
  // A private registry that delegates: each name is a zone with its own name servers.
  ['www.example.eu.org', 'example.eu.org', 'example.eu.org'],
  ['a.www.example.eu.org', 'www.example.eu.org', 'example.eu.org'],
  ['www.example.eu.org', 'eu.org', 'eu.org'],
  // A public suffix itself has a budget as well.
  ['co.uk', 'co.uk', 'co.uk'],
  ['a.b.many.test', 'many.test', 'many.test'],
])('%s in zone %s counts towards %s', (domain, zone, registrable) => {
  expect(registrableDomainOf(domain, zone)).toBe(registrable);
});
