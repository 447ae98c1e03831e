// @vitest-environment node
import { expect, it } from 'vitest';
import { numbersOf } from '../checked/evidence/testing/recorded.ts';
import { addressesPart, locationParts } from './came-from.ts';

it('addresses and the host name were asked for; the location is from the databases of the server', () => {
  expect(numbersOf('geo', [addressesPart({ target: 'resolvers.test' })])).toEqual([[null, 1, 2]]);
  expect(numbersOf('geo', locationParts('8.8.8.8', { resultSource: 'records' }))).toEqual([['Hostname', 3]]);
  expect(numbersOf('geo', locationParts('192.0.2.1', { resultSource: 'query' }))).toEqual([]);
});

it('a service that was asked has the location', () => {
  expect(locationParts('resolvers.test', { resultSource: 'query' })).toEqual([
    { label: 'Location', filters: [{ services: ['http'], isOperators: true }] },
  ]);
});
