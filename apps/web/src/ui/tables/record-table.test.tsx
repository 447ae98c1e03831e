import { act, cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it } from 'vitest';
import { humaniseSeconds } from '../times/humanise-seconds.ts';
import { Seconds } from '../times/seconds.tsx';
import { RecordTable } from './record-table.tsx';

afterEach(cleanup);

describe('a table of records', () => {
  it('shows titles and cells unchanged', () => {
    render(<RecordTable label="TXT Records" titles={['Name', 'Text']} rows={[['example.com', '"<b>x</b>"']]} />);
    expect(screen.getAllByRole('columnheader').map((cell) => cell.textContent)).toEqual(['Name', 'Text']);
    expect(screen.getAllByRole('cell').map((cell) => cell.textContent)).toEqual(['example.com', '"<b>x</b>"']);
  });

  it("applies a column's format, and shows the others unchanged", () => {
    const formats = new Map([['Size', { isRight: true, show: (text: string) => (text === '0' ? null : `${text} B`) }]]);
    render(
      <RecordTable
        label="Files"
        titles={['Name', 'Size']}
        rows={[
          ['a', '7'],
          ['b', '0'],
        ]}
        formats={formats}
      />,
    );
    const cells = screen.getAllByRole('cell');
    expect(cells.map(({ textContent }) => textContent)).toEqual(['a', '7 B', 'b', '0']);
    expect(cells.map(({ classList }) => classList.contains('r'))).toEqual([false, true, false, true]);
  });

  it('keeps a hidden column for screen readers', () => {
    const formats = new Map([['Name', { isUnseen: true }]]);
    render(
      <RecordTable label="A Records" titles={['Name', 'Address']} rows={[['a.test', '192.0.2.1']]} formats={formats} />,
    );
    expect(screen.getAllByRole('columnheader').map((cell) => cell.textContent)).toEqual(['Name', 'Address']);
    expect(screen.getAllByRole('cell').map((cell) => cell.textContent)).toEqual(['a.test', '192.0.2.1']);
    expect(screen.getByText('a.test').className).toBe('sr');
  });

  it('can be scrolled by keyboard and has a label', () => {
    render(<RecordTable label="A Records" titles={['Name']} rows={[['example.com']]} />);
    expect(screen.getByRole('region', { name: 'A Records, table' }).tabIndex).toBe(0);
  });

  it('shows the first of many records, and all on request', async () => {
    const rows = Array.from({ length: 300 }, (_, index) => [`192.0.2.${index}`]);
    render(<RecordTable label="A Records" titles={['Address']} rows={rows} />);
    expect(screen.getAllByRole('row')).toHaveLength(101);
    await userEvent.click(screen.getByRole('button', { name: 'Show 200 more' }));
    const cells = screen.getByRole('table').querySelectorAll('td');
    expect([...cells].map(({ textContent }) => textContent)).toEqual(rows.flat());
    expect(screen.queryByRole('button')).toBeNull();
    expect(document.activeElement).toBe(screen.getByRole('region'));
  });

  it('is printed in full, and shortened again afterwards', () => {
    const rows = Array.from({ length: 300 }, (_, index) => [`192.0.2.${index}`]);
    render(<RecordTable label="A Records" titles={['Address']} rows={rows} />);
    act(() => void dispatchEvent(new Event('beforeprint')));
    expect(screen.getAllByRole('row')).toHaveLength(301);
    expect(screen.queryByRole('button')).toBeNull();
    act(() => void dispatchEvent(new Event('afterprint')));
    expect(screen.getAllByRole('row')).toHaveLength(101);
  });

  it('writes out invisible characters', () => {
    render(<RecordTable label="TXT Records" titles={['Text']} rows={[['"pay\u202emoc.lap"']]} />);
    expect(screen.getByRole('cell').textContent).toBe('"pay\\u{202e}moc.lap"');
  });
});

describe('seconds', () => {
  it.each([
    ['300', '5 min', '300'],
    ['2147483647', '24855 d 3 h', '2147483647'],
  ])('%s are %s, with the number beside it', (text, words, number) => {
    render(<Seconds text={text} />);
    expect(screen.getByTitle(`${text} seconds`).textContent).toBe(words + number);
    expect(screen.getByText(number).tagName).toBe('SMALL');
  });

  it.each([
    ['45', '45 s'],
    ['0', '0 s'],
    ['-1', '-1'],
    ['1e3', '1e3'],
    ['99999999999', '99999999999'],
    ['3\u202e00', '3\\u{202e}00'],
  ])('%j is %j alone', (text, words) => {
    expect(render(<Seconds text={text} />).container.textContent).toBe(words);
  });
});

describe('seconds in words', () => {
  it.each([
    [0, '0 s'],
    [59, '59 s'],
    [60, '1 min'],
    [90, '1 min 30 s'],
    [3600, '1 h'],
    [3601, '1 h'],
    [86_400, '1 d'],
    [90_061, '1 d 1 h'],
    [604_800, '7 d'],
    [2_147_483_647, '24855 d 3 h'],
  ])('%i is %s', (seconds, words) => {
    expect(humaniseSeconds(seconds)).toBe(words);
  });
});
