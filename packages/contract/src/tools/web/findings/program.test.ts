import { expect, it } from 'vitest';
import { field } from './explained/remedies.ts';
import { programOf } from './program.ts';

it.each([
  ['nginx', 'nginx'],
  ['nginx/1.22.1', 'nginx'],
  ['openresty/1.25.3.1', 'nginx'],
  ['Apache/2.4.66 (Debian)', 'Apache'],
  ['Apache', 'Apache'],
  ['Apache-Coyote/1.1', null],
  ['Caddy', 'Caddy'],
  ['HAProxy', 'HAProxy'],
  ['cloudflare', null],
  ['my nginx', null],
  ['', null],
  [null, null],
])('%s: %s', (server, program) => {
  expect(programOf(server)).toBe(program);
  if (program !== null) expect(Object.keys(field('X', 'y'))).toContain(program);
});
