import { expect, it } from 'vitest';
import { createRefuseDeniedTargets } from './denied-targets.ts';

const refuse = createRefuseDeniedTargets(['Example.COM', 'bücher.de', '192.0.2.0/24', '2001:db8::1']);

it.each([
  'example.com',
  'www.example.com',
  '_dmarc.example.com',
  'example.com:8443',
  'xn--bcher-kva.de',
  'a.b.xn--bcher-kva.de',
])('%s is refused', (target) => {
  expect(() => refuse(target)).toThrow(expect.objectContaining({ code: 'refused-target', reason: 'denied' }));
});

it.each(['example.org', 'notexample.com', 'example.com.org', 'com', '192.0.2.1'])('%s is not', (target) => {
  expect(() => refuse(target)).not.toThrow();
});

it('no name is refused if none is denied', () => {
  expect(() => createRefuseDeniedTargets([])('example.com')).not.toThrow();
});
