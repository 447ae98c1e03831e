import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { ToolsContext } from '../../screens/screens-context.ts';
import type { ReadSubdomain } from '../query.ts';
import { Card } from './card.tsx';

afterEach(cleanup);

/** The card's lines for IPv4 and IPv6. */
function familiesOf(more: Partial<ReadSubdomain>) {
  const name: ReadSubdomain = {
    subdomain: 'www.example.com',
    ipv4List: [],
    ipv6List: [],
    aliases: [],
    unknownFamilies: [],
    sources: ['words'],
    resolves: true,
    ...more,
  };
  render(
    <ToolsContext value={[]}>
      <Card name={name} />
    </ToolsContext>,
  );
  return [...(screen.getByRole('heading').parentElement?.querySelectorAll('.ips') ?? [])].map(
    ({ textContent }) => textContent,
  );
}

it('shows «unknown» instead of a dash for an address family without an answer', () => {
  expect(familiesOf({ ipv4List: ['192.0.2.7'], unknownFamilies: ['ipv6'] })).toEqual(['IPv4192.0.2.7', 'IPv6unknown']);
});

it('shows a dash if there is no address', () => {
  expect(familiesOf({ ipv4List: ['192.0.2.9'] })).toEqual(['IPv4192.0.2.9', 'IPv6—']);
});

it('says that there may be more addresses than those of a truncated answer', () => {
  expect(familiesOf({ ipv6List: ['2001:db8::7'], unknownFamilies: ['ipv6'] })).toEqual([
    'IPv4—',
    'IPv62001:db8::7perhaps more',
  ]);
});
