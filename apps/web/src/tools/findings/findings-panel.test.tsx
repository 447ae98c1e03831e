import { explanations } from '@sonde/contract/answers/explanations';
import { cleanup, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it } from 'vitest';
import { addExplanations } from './explanations.ts';
import { FindingsPanel } from './findings-panel.tsx';
import type { FindingsRead } from './judged.ts';
import { Verdict } from './verdict.tsx';

addExplanations(explanations);
afterEach(cleanup);

const finding = (code: string, state: string, more = {}) => ({
  code,
  state,
  about: `${code}.test`,
  evidence: `Evidence of ${code}.`,
  fix: state === 'good' ? null : `Mend ${code}.`,
  ...more,
});
const mixed = [
  finding('first-good', 'good'),
  finding('a-note', 'note', { fix: null }),
  finding('a-warning', 'warn'),
  finding('no-reply', 'unknown', { evidence: 'None of 5 packets was answered in time.' }),
  finding('very-bad', 'bad', { evidence: 'Valid until 2026-01-01 00:00:00 UTC, says a\u202eb.' }),
  finding('second-good', 'good'),
];

describe('the panel', () => {
  it('groups the findings by state, the most severe first, and collapses the good ones', async () => {
    render(<FindingsPanel findings={mixed} />);
    const panel = within(screen.getByRole('region', { name: 'Findings' }));
    expect(panel.getAllByRole('heading', { level: 3 }).map(({ textContent }) => textContent)).toEqual([
      'Broken',
      'Warnings',
      'Not determined',
      'Notes',
    ]);
    expect(panel.getAllByRole('heading', { level: 4 }).map(({ textContent }) => textContent)).toEqual([
      'Very bad very-bad.test',
      'A warning a-warning.test',
      'No reply to any packet no-reply.test',
      'A note a-note.test',
    ]);
    expect(panel.getByText('1 broken, 1 warning')).not.toBeNull();
    const goods = screen.getByText('2 checks are good').closest('details');
    expect(goods?.open).toBe(false);
    await userEvent.setup().click(screen.getByText('2 checks are good'));
    expect(goods?.textContent).toContain('Evidence of second-good.');
  });

  it('shows evidence and remedy of each, with hidden characters made visible', () => {
    render(<FindingsPanel findings={mixed} />);
    const item = screen.getByText(/Valid until 2026-01-01/).closest('li');
    expect(item?.textContent).toContain('a\\u{202e}b');
    expect(item?.textContent).toContain('What to do: Mend very-bad.');
  });

  it("explains a known code, and shows a newer server's code without an explanation", () => {
    render(<FindingsPanel findings={mixed} />);
    const [explained] = screen.getAllByText('Explanation and remedies');
    expect(screen.getAllByText('Explanation and remedies')).toHaveLength(1);
    expect(explained?.closest('li')?.dataset['code']).toBe('no-reply');
    const details = explained?.closest('details');
    expect(details?.open).toBe(false);
    for (const part of ['What it means', 'Why it matters', 'What clients do', 'How to fix it', 'Firewall']) {
      expect(details?.textContent).toContain(part);
    }
    expect(details?.querySelector('a')?.href).toMatch(/^https:\/\/www\.rfc-editor\.org\//);
  });

  it('copies a finding as text', async () => {
    const user = userEvent.setup();
    render(<FindingsPanel findings={mixed} />);
    await user.click(screen.getByRole('button', { name: 'Copy finding: No reply to any packet' }));
    expect(await navigator.clipboard.readText()).toMatch(
      /^No reply to any packet \(not determined\)\nAbout: no-reply\.test\nEvidence: None of 5 .*\nWhat to do: Mend no-reply\.\nMeaning: .*\nSource: RFC 1122.*\nCode: no-reply$/,
    );
  });

  it.each([
    ['a server that does not judge', undefined],
    ['an answer on which nothing is judged', []],
  ])('claims nothing for %s', (_, findings: FindingsRead) => {
    const { container } = render(
      <>
        <FindingsPanel findings={findings} />
        <Verdict findings={findings} />
      </>,
    );
    expect(container.textContent).toBe('');
  });

  it('reserves its space while an answer grows, and claims nothing until then', () => {
    const { rerender } = render(<FindingsPanel findings={undefined} pending="Judged later." />);
    const room = () => screen.getByRole('region', { name: 'Findings' }).querySelector<HTMLElement>('.judged')?.style;
    const before = room()?.getPropertyValue('--room');
    expect(before).toMatch(/rem$/);
    expect(screen.getByText('Judged later.')).not.toBeNull();
    rerender(<FindingsPanel findings={mixed} pending={null} />);
    expect(screen.queryByText('Judged later.')).toBeNull();
    expect(room()?.getPropertyValue('--room')).toBe(before);
    rerender(<FindingsPanel findings={undefined} pending={null} />);
    expect(screen.queryByRole('region', { name: 'Findings' })).toBeNull();
  });
});

describe('the verdict', () => {
  const stateOf = (container: HTMLElement) => container.querySelector<HTMLElement>('.verdict')?.dataset['state'];

  it('is the most severe finding, with what to do', () => {
    const { container } = render(<Verdict findings={mixed} />);
    expect(stateOf(container)).toBe('bad');
    expect(container.textContent).toMatch(
      /^Very bad very-bad\.test1 broken, 1 warning.*What to do: Mend very-bad\.Also: A warning · No reply to any packet · A noteGood: First good · Second good$/,
    );
    expect(screen.getByRole('link', { name: '1 broken, 1 warning' }).getAttribute('href')).toBe('#findings');
  });

  it('is good if everything is, and only then', () => {
    const good = mixed.filter(({ state }) => state === 'good');
    const { container, rerender } = render(<Verdict findings={good} />);
    expect(stateOf(container)).toBe('good');
    expect(container.textContent).toBe('All findings are good 2 checksGood: First good · Second good');
    rerender(<Verdict findings={[...good, finding('a-note', 'note')]} />);
    expect(stateOf(container)).toBe('note');
    rerender(<Verdict findings={[...good, finding('a-note', 'note'), finding('unclear', 'unknown')]} />);
    expect(stateOf(container)).toBe('unknown');
    expect(container.textContent).toContain('1 not determined, 1 note');
  });

  it('takes a state of a newer server for not determined', () => {
    const { container } = render(<Verdict findings={[finding('later', 'catastrophic')]} />);
    expect(stateOf(container)).toBe('unknown');
  });

  it('waits until everything is measured', () => {
    const { container } = render(<Verdict findings={undefined} pending="Comes at the end." />);
    expect(container.textContent).toBe('Comes at the end.');
    expect(stateOf(container)).toBeUndefined();
  });
});
