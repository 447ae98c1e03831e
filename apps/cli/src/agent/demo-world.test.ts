import { expect, it } from 'vitest';
import { demoWorldOf } from './demo-world.ts';

const world = {
  endpoints: ['127.53.0.1:53'],
  pings: ['127.53.0.10'],
  handshakes: { '127.53.0.201': 7 },
  nameServerPort: null,
};

it('keeps an agent of the demo within the demo, and no other agent', () => {
  expect(demoWorldOf({})).toBeNull();
  expect(demoWorldOf({ SONDE_DEMO: JSON.stringify({ ...world, targets: [], notes: {} }) })).toEqual(world);
});

it.each(['{', '{}', JSON.stringify({ ...world, endpoints: 'all' })])('does not start with %s', (text) => {
  expect(() => demoWorldOf({ SONDE_DEMO: text })).toThrow('SONDE_DEMO is for npm run demo alone');
});
