import { describe, expect, it } from 'vitest';
import { subdomain } from './contract.ts';

const parse = (domain: unknown) => subdomain.query.safeParse({ domain });

describe('the query', () => {
  it('R5.11 takes domains of letters, digits and inner hyphens, in canonical form', () => {
    expect(parse(' Example.COM. ').data).toEqual({ domain: 'example.com' });
    expect(parse('a-1.b.example').data).toEqual({ domain: 'a-1.b.example' });
    expect(parse('bücher.de').data).toEqual({ domain: 'xn--bcher-kva.de' });
  });

  it.each([
    '',
    ' ',
    'localhost',
    '-a.com',
    'a-.com',
    'a_b.com',
    '_a.com',
    'a..com',
    'a.c',
    'a.1c',
    '192.0.2.1',
    '::1',
    'a b.com',
  ])('R5.11 refuses %j with its one text', (text) =>
    expect(parse(text).error?.issues[0]?.message).toBe('Please enter a valid domain name.'),
  );
});

const name = {
  subdomain: 'www.example.com',
  ipv4List: ['192.0.2.1'],
  ipv6List: [],
  aliases: [],
  unknownFamilies: ['ipv6'],
  sources: ['words'],
  resolves: true,
};
const answer = {
  domain: 'example.com',
  subdomains: [name],
  sources: [],
  wildcards: [],
  partialWildcards: [],
  asked: 1,
  gaps: [],
};

it('R3.19 answers with the domain, and with names and their lists of addresses', () => {
  expect(subdomain.answer.safeParse(answer).success).toBe(true);
  const { ipv6List: _, ...withoutList } = name;
  expect(subdomain.answer.safeParse({ ...answer, subdomains: [withoutList] }).success).toBe(false);
  expect(subdomain.answer.safeParse({ ...answer, subdomains: [{ ...name, resolves: null }] }).success).toBe(true);
});

it('the deadline leaves a request enough time to answer', () => {
  expect(subdomain.deadlineMs({ domain: 'example.com' })).toBeLessThan(25_000);
});
