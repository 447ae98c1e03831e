import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { siteScreens } from '../../../tools/site-screens.ts';
import { RecordTable } from '../../../ui/tables/record-table.tsx';
import { lookupFormats } from './lookup-formats.tsx';

afterEach(cleanup);

it('each target leads to the page of its own tool, in one piece unless it is long', () => {
  const long = `${'a'.repeat(30)}.example`;
  const rows = [
    ['expired.test', 'SSL Info'],
    ['expired.test', 'DNS Lookup'],
    [long, 'SSL Info'],
    ['192.0.2.1', 'A tool of another version'],
  ];
  render(
    <RecordTable
      label="Lookups"
      titles={['Target', 'Tool']}
      rows={rows}
      formats={lookupFormats(siteScreens, () => null)}
    />,
  );
  const links = screen.getAllByRole('link');
  expect(links.map((link) => link.getAttribute('href'))).toEqual([
    '/ssl?domain=expired.test',
    '/dns?domain=expired.test',
    `/ssl?domain=${long}`,
  ]);
  expect(links.map((link) => link.querySelector('wbr') !== null)).toEqual([false, false, true]);
  expect(screen.getByText('192.0.2.1')).toBeTruthy();
});

it('a kept answer is what the target leads to, and a sign beside it looks it up again', () => {
  const rows = [
    ['expired.test', 'SSL Info'],
    ['no-answer.test', 'SSL Info'],
  ];
  const keptOf = ([target]: readonly string[]) => (target === 'expired.test' ? '/lists?kept' : null);
  const formats = lookupFormats(siteScreens, keptOf);
  render(<RecordTable label="Lookups" titles={['Target', 'Tool']} rows={rows} formats={formats} />);
  expect(screen.getByRole('link', { name: 'expired.test' }).getAttribute('href')).toBe('/lists?kept');
  const again = screen.getByRole('link', { name: 'Look up expired.test again with SSL Info' });
  expect(again.getAttribute('href')).toBe('/ssl?domain=expired.test');
  expect(screen.getByRole('link', { name: 'no-answer.test' }).getAttribute('href')).toBe('/ssl?domain=no-answer.test');
  expect(screen.getAllByRole('link')).toHaveLength(3);
});
