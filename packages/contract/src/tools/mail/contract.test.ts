import { expect, test } from 'vitest';
import { mail } from './contract.ts';

const read = (query: Record<string, string>) => mail.query.parse({ domain: 'example.com', ...query });
const refuses = (query: Record<string, string>) =>
  expect(mail.query.safeParse({ domain: 'example.com', ...query }).success).toBe(false);

test('the query takes one domain, in any spelling, or an address in it', () => {
  const domain = 'example.com';
  const none = { selectors: [], ip: null, sender: null, smtp: true };
  for (const text of [
    'Example.COM.',
    'somebody@example.com',
    'mailto:somebody@example.com',
    'Some One <a@example.com>',
  ])
    expect(mail.query.parse({ domain: text })).toEqual({ domain, ...none });
  for (const text of ['no domain', '', '192.0.2.1', 'somebody@[192.0.2.1]', '_dmarc.example.com'])
    expect(mail.query.safeParse({ domain: text }).success).toBe(false);
  expect(mail.query.safeParse({}).success).toBe(false);
});

test('selectors are names, without duplicates, twenty at most', () => {
  expect(read({ selectors: 'S1, mail.2026,s1' }).selectors).toEqual(['s1', 'mail.2026']);
  refuses({ selectors: 'a b/c' });
  refuses({ selectors: '-a' });
  refuses({ selectors: Array.from({ length: 21 }, (_, index) => `s${index}`).join() });
});

test('SPF is evaluated for an address and a sender', () => {
  expect(read({ ip: '2001:DB8::1', sender: ' News@example.net ' })).toMatchObject({
    ip: '2001:db8::1',
    sender: 'News@example.net',
  });
  expect(read({ sender: 'example.net' }).sender).toBe('example.net');
  refuses({ ip: 'nowhere' });
  refuses({ sender: 'two words@example.net' });
  refuses({ sender: 'a@b' });
});
