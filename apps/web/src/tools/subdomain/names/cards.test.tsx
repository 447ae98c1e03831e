import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it } from 'vitest';
import { ToolsContext } from '../../screens/screens-context.ts';
import type { ReadSubdomain } from '../query.ts';
import { screen as card } from '../screen.ts';
import { Cards } from './cards.tsx';

afterEach(() => {
  cleanup();
  localStorage.clear();
});

/** Another tool that accepts domains. */
const dnsCard = { ...card, id: 'dns', path: '/dns', name: 'DNS Lookup' } as const;

const name = (subdomain: string, more: Partial<ReadSubdomain> = {}): ReadSubdomain => ({
  subdomain,
  ipv4List: [],
  ipv6List: [],
  aliases: [],
  unknownFamilies: [],
  sources: ['words'],
  resolves: true,
  ...more,
});
const names = [
  name('inside.example.com'),
  name('mail.example.com', { ipv4List: ['192.0.2.9'], sources: ['crtsh', 'records'] }),
  name('old.example.com', { sources: ['crtsh'], resolves: false }),
  name('slow.example.com', { sources: ['crtsh'], unknownFamilies: ['ipv4', 'ipv6'], resolves: null }),
  name('www.example.com', {
    ipv4List: ['192.0.2.44', '192.0.2.45'],
    ipv6List: ['2001:db8::44'],
    unknownFamilies: ['ipv6'],
  }),
];

function show() {
  render(
    <ToolsContext value={[dnsCard, card]}>
      <Cards names={names} />
    </ToolsContext>,
  );
  return userEvent.setup();
}
const cards = () => screen.queryAllByRole('heading', { level: 3 });
const rows = () =>
  [...screen.getByRole('table').querySelectorAll('tbody tr')].map((row) =>
    [...row.children].map((cell) => (cell.querySelector('.copied > span') ?? cell).textContent),
  );

it('offers the other tools for a name behind one button', async () => {
  const user = show();
  expect(screen.queryByRole('link')).toBeNull();
  await user.click(screen.getByLabelText('Look up www.example.com'));
  const links = await screen.findAllByRole('link', { name: /^DNS Lookup: / });
  expect(links.map((link) => link.getAttribute('href'))).toEqual(['/dns?domain=www.example.com']);
});

it('R2.81 shows cards, or a table with the same data on request', async () => {
  const user = show();
  expect(cards()).toHaveLength(5);
  await user.click(screen.getByRole('button', { name: 'Table' }));
  expect(cards()).toEqual([]);
  expect(rows()).toEqual([
    ['inside.example.com', '', '', 'yes', 'Word list'],
    ['mail.example.com', '192.0.2.9', '', 'yes', 'crt.sh, DNS records'],
    ['old.example.com', '', '', 'no', 'crt.sh'],
    ['slow.example.com', 'unknown', 'unknown', 'unknown', 'crt.sh'],
    ['www.example.com', '192.0.2.44, 192.0.2.45', '2001:db8::44 (incomplete)', 'yes', 'Word list'],
  ]);
  await user.click(screen.getByRole('checkbox', { name: 'Group by address' }));
  expect(rows()[0]).toEqual(['192.0.2.9', '1', 'mail.example.com']);
});

it('shows more than twelve names as a table, and any number as a tree on request', async () => {
  const many = Array.from({ length: 13 }, (_, at) => name(`n${at}.example.com`, { ipv4List: [`192.0.2.${at}`] }));
  render(
    <ToolsContext value={[dnsCard, card]}>
      <Cards names={many} />
    </ToolsContext>,
  );
  expect(rows()).toHaveLength(13);
  await userEvent.click(screen.getByRole('button', { name: 'Tree' }));
  const [top, first] = screen.getByRole('list', { name: 'Subdomains as a tree' }).children;
  expect([top?.textContent, first?.textContent]).toEqual(['example.com', 'level 1: n0192.0.2.0']);
});

it('marks in every view, in words, the name that others could take over, and no other', async () => {
  const open = { aliases: ['shop.trafficmanager.net'], resolves: false };
  const gone = { aliases: ['gone.example.net'], resolves: false };
  render(
    <ToolsContext value={[dnsCard, card]}>
      <Cards names={[name('open.example.com', open), name('gone.example.com', gone), name('www.example.com')]} />
    </ToolsContext>,
  );
  for (const [view, holder] of [
    ['Cards', 'li'],
    ['Table', 'tr'],
    ['Tree', 'li'],
  ] as const) {
    await userEvent.click(screen.getByRole('button', { name: view }));
    const marks = screen.getAllByText('Can be taken over');
    expect(marks.map((mark) => mark.closest(holder)?.textContent)).toEqual([expect.stringContaining('open')]);
  }
});

it('remembers the choice of view', async () => {
  const user = show();
  await user.click(screen.getByRole('button', { name: 'Table' }));
  cleanup();
  show();
  expect(screen.getByRole('button', { name: 'Table' }).getAttribute('aria-pressed')).toBe('true');
  expect(rows()).toHaveLength(5);
  await user.click(screen.getByRole('button', { name: 'Cards' }));
  expect(cards()).toHaveLength(5);
  expect(localStorage.length).toBe(0);
});
