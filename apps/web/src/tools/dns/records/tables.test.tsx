import { dns } from '@sonde/contract';
import { answerOf } from '@sonde/contract/testing/answer-of';
import { cleanup, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it, vi } from 'vitest';
import { Answer } from '../answer.tsx';
import { noOptions } from '../options/dns-options.ts';
import type { DnsAnswer } from '../query.ts';

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

const TTL = '300';
const address = (name: string) => [name, '192.0.2.44', TTL];

/** Renders tables as the server sends them, with titles and cells as in the probe's `tables.ts`. */
function show(records: DnsAnswer['records']) {
  const data = answerOf(dns, { domain: 'example.com', records, authenticated: false });
  render(<Answer options={noOptions} data={data} isBusy={false} onCancel={() => {}} />);
  return userEvent.setup({ writeToClipboard: false });
}
const a = (...names: string[]) => ({ recordName: 'A', titles: ['Name', 'Address', 'TTL'], data: names.map(address) });
const txt = (...texts: string[]) => ({
  recordName: 'TXT',
  titles: ['Name', 'Text', 'TTL'],
  data: texts.map((text) => ['example.com', text, TTL]),
});
const table = (name: string) => within(screen.getByRole('region', { name: `${name} Records, table` }));
/** The headings of the tables, without that of the findings. */
const headings = () =>
  screen
    .getAllByRole('heading', { level: 2 })
    .map(({ textContent }) => textContent)
    .filter((heading) => heading !== 'Public resolvers');
const chip = (name: string) => screen.getByRole('button', { name: new RegExp(`^${name}\\s?\\d*$`) });

it('shows names only if one differs from the queried name', () => {
  show([a('example.com', 'example.com'), { ...a('www.example.net'), recordName: 'AAAA' }]);
  expect(table('A').getAllByText('example.com')[0]?.className).toBe('sr');
  expect(table('AAAA').getByRole('columnheader', { name: 'Name' }).firstElementChild).toBeNull();
  const [name] = table('AAAA').getAllByRole('cell');
  expect([name?.textContent, name?.querySelector('.sr')]).toEqual(['www.example.net', null]);
});

it('shows all kinds of seconds in words, and signature times as times', () => {
  const soa = ['Name', 'Primary name server', 'Responsible mailbox', 'Serial', 'Refresh', 'Retry', 'Expire'];
  show([
    {
      recordName: 'SOA',
      titles: [...soa, 'Minimum TTL', 'TTL'],
      data: [['example.com', 'ns1.example.com', 'a.example.com', '7200', '7200', '3600', '1209600', '300', '0']],
    },
    {
      recordName: 'RRSIG',
      titles: ['Name', 'Signature expiration', 'TTL'],
      data: [
        ['example.com', '20261222090047', TTL],
        ['example.com', '4294967295', TTL],
      ],
    },
  ]);
  const cells = (name: string) =>
    table(name)
      .getAllByRole('cell')
      .map(({ textContent }) => textContent);
  expect(cells('SOA').slice(3)).toEqual(['7200', '2 h7200', '1 h3600', '14 d1209600', '5 min300', '0 s']);
  expect(cells('RRSIG')[1]).toBe('2026-12-22 09:00:47 UTC20261222090047');
  expect(cells('RRSIG')[4]).toBe('4294967295');
});

it('shows texts without quotes, as programs read them, or as served on request', async () => {
  const user = show([txt('"v=DKIM1; " "p=MII"', '"bad \\255"')]);
  expect(table('TXT').getByText('v=DKIM1; p=MII')).toBeDefined();
  expect(table('TXT').getByText('"bad \\255"')).toBeDefined();
  await user.click(screen.getByRole('button', { name: 'As served' }));
  expect(table('TXT').getByText('"v=DKIM1; " "p=MII"')).toBeDefined();
  expect(table('TXT').queryByText('v=DKIM1; p=MII')).toBeNull();
});

it('copies a text and the whole table without quotes, or with them if they are shown', async () => {
  const user = show([txt('"v=spf1 -all"', '"a \\"b\\""')]);
  const write = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
  const copied = async (name: string) => {
    await user.click(screen.getAllByRole('button', { name })[0] as HTMLElement);
    return write.mock.lastCall?.[0];
  };
  expect(await copied('Copy text')).toBe('v=spf1 -all');
  expect(await copied('Copy TXT records')).toBe('example.com\tv=spf1 -all\t300\nexample.com\ta "b"\t300');
  await user.click(screen.getByRole('button', { name: 'As served' }));
  expect(await copied('Copy TXT records')).toBe('example.com\t"v=spf1 -all"\t300\nexample.com\t"a \\"b\\""\t300');
});

it('shows only the chosen types, and all of them again', async () => {
  const user = show([a('example.com'), txt('"x"'), { ...a('example.com'), recordName: 'AAAA' }]);
  const all = headings();
  await user.click(chip('TXT'));
  expect(chip('TXT').getAttribute('aria-pressed')).toBe('true');
  expect(headings()).toEqual(['example.com', 'TXT Records']);
  await user.click(chip('A'));
  expect(headings()).toEqual(['example.com', 'A Records', 'TXT Records']);
  await user.click(chip('TXT'));
  expect(headings()).toEqual(['example.com', 'A Records']);
  await user.click(chip('Show all'));
  expect(headings()).toEqual(all);
  expect(screen.queryByRole('button', { name: 'Show all' })).toBeNull();
});

it('puts two consecutive short tables into one row', () => {
  const long = a(...Array.from({ length: 7 }, () => 'example.com'));
  const records = [
    a('example.com'),
    { ...a('example.com'), recordName: 'AAAA' },
    { ...long, recordName: 'NS' },
    txt('"x"'),
  ];
  show(records);
  const span = (name: string) => document.querySelector(`#${name}`)?.className.match(/c\d+/)?.[0];
  expect(['A', 'AAAA', 'NS', 'TXT'].map(span)).toEqual(['c6', 'c6', 'c12', 'c12']);
});
