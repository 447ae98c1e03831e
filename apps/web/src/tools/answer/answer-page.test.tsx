import { explanations } from '@sonde/contract/answers/explanations';
import { sslChecks } from '@sonde/contract/tools/ssl/checks';
import { cleanup, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it } from 'vitest';
import { Panel } from '../../ui/layout/panel.tsx';
import { addExplanations } from '../findings/explanations.ts';
import { AnswerPage, type AnswerPageProps } from './answer-page.tsx';
import { judgementOf } from './judgement.ts';

addExplanations(explanations);
afterEach(cleanup);

const finding = (code: string, state: string, more = {}) => ({
  code,
  state,
  about: 'shop.test',
  evidence: `Evidence of ${code}.`,
  fix: state === 'good' ? null : `Mend ${code}.`,
  ...more,
});
const check = (id: string, state: string) => ({ id, title: `The ${id}`, state, summary: `${id} in words`, notes: 0 });
const broken = {
  verdict: 'broken',
  checks: [check('expiry', 'broken'), check('clients', 'good'), check('revocation', 'unknown')],
  findings: [
    finding('current-versions', 'good'),
    finding('no-http2', 'note', { fix: null }),
    finding('client-renegotiation', 'warn', { about: 'mail.shop.test' }),
    finding('revocation-unknown', 'unknown'),
    finding('certificate-expired', 'bad', {
      evidence: 'Valid until 2026-01-01 00:00:00 UTC, says a\u202eb.',
      fix: 'Renew it. Verify with: openssl s_client -connect shop.test:443',
    }),
  ],
};
const good = { verdict: 'good', checks: [check('expiry', 'good')], findings: [finding('current-versions', 'good')] };

function show(more: Partial<AnswerPageProps> = {}) {
  render(
    <AnswerPage
      tool="ssl"
      target="shop.test"
      title="shop.test"
      answer={broken}
      good="Everything works."
      panelOf={{ expiry: 'validity' }}
      {...more}
    >
      {more.children ?? <Panel title="Validity">The data</Panel>}
    </AnswerPage>,
  );
}
const card = () => within(screen.getByRole('region', { name: 'Summary' }));
const toDo = () => within(screen.getByRole('region', { name: 'What to do' }));

describe('the verdict', () => {
  it('is one word, and a sentence on what follows for those who use the target', () => {
    show();
    expect(card().getByText('Broken')).not.toBeNull();
    expect(card().getByText(/^Certificate expired\. Browsers show a warning/)).not.toBeNull();
    expect(card().getByText('1 of 3 good')).not.toBeNull();
  });

  it('of a good answer says what the tool has shown', () => {
    show({ answer: good });
    expect(card().getByText('Good')).not.toBeNull();
    expect(card().getByText('Everything works.')).not.toBeNull();
    expect(screen.queryByRole('heading', { name: 'What to do' })).toBeNull();
  });

  it('is awaited while the lookup runs, with a button to cancel', async () => {
    const presses: string[] = [];
    show({ answer: null, running: { said: 'Two of five.', progress: 0.4, onCancel: () => presses.push('cancel') } });
    expect(card().getByText('Two of five.')).not.toBeNull();
    const ticks = within(card().getByRole('list', { name: 'Checks' })).getAllByRole('listitem');
    expect(ticks[0]?.textContent).toBe('Certificate: not known yet.…');
    expect(ticks).toHaveLength(sslChecks.length);
    expect(card().queryAllByRole('link')).toEqual([]);
    expect(ticks.filter((tick) => 'state' in tick.dataset)).toEqual([]);
    await userEvent.setup().click(card().getByRole('button', { name: 'Cancel' }));
    expect(presses).toEqual(['cancel']);
  });
});

describe('the checks', () => {
  it('keep the order of the tool, and say their state without colours', () => {
    show();
    const ticks = within(card().getByRole('list', { name: 'Checks' })).getAllByRole('listitem');
    expect(ticks.map((tick) => tick.textContent)).toEqual([
      'The expiry: Broken. expiry in words',
      'The clients: Good. clients in words',
      'The revocation: Not determined. revocation in words',
    ]);
  });

  it('have no green tick where a note is worth reading', () => {
    const checks = [{ ...check('clients', 'good'), summary: 'Some clients cannot connect', notes: 1 }];
    show({ answer: { ...good, checks } });
    const [tick] = within(card().getByRole('list', { name: 'Checks' })).getAllByRole('listitem');
    expect(tick?.textContent).toBe('The clients: Good, with a note. Some clients cannot connect');
    expect(tick?.dataset['state']).toBe('note');
  });

  it('have no green tick in the index of a long answer either', () => {
    const panels = ['0', '1', '2', '3', '4', '5', '6', '7', '8'].map((part) => (
      <Panel key={part} title={`Part ${part}`}>
        Text
      </Panel>
    ));
    const checks = [check('plain', 'good'), { ...check('noted', 'good'), notes: 1 }, check('wrong', 'broken')];
    const panelOf = { plain: 'part-0', noted: 'part-1', wrong: 'part-2' };
    show({ answer: { ...good, checks }, panelOf, children: panels });
    const links = within(screen.getByRole('navigation', { name: 'Panels of this answer' })).getAllByRole('link');
    const signs = links.map((link) => [link.textContent, link.querySelector('span')?.dataset['state']]);
    expect(signs.slice(0, 4)).toEqual([
      ['Part 0, Good', 'good'],
      ['Part 1, Good, with a note', 'note'],
      ['Part 2, Broken', 'bad'],
      ['Part 3', undefined],
    ]);
  });

  it('lead to their panel, or else to what was found', () => {
    show();
    const hrefOf = (name: RegExp) => card().getByRole('link', { name }).getAttribute('href');
    expect(hrefOf(/expiry/)).toBe('#validity');
    expect(document.getElementById('validity')?.textContent).toContain('The data');
    expect(hrefOf(/clients/)).toBe('#other-findings');
  });

  it('open the fold that they lead to', async () => {
    show();
    const fold = document.getElementById('other-findings') as HTMLDetailsElement;
    expect(fold.open).toBe(false);
    await userEvent.setup().click(card().getByRole('link', { name: /clients/ }));
    expect(fold.open).toBe(true);
  });
});

describe('what to do', () => {
  it('names only what is broken and what should be fixed, the worst first, each once', () => {
    show();
    const items = toDo().getAllByRole('listitem');
    const titles = items.filter((item) => item.className === 'do').map((item) => within(item).getByRole('heading'));
    expect(titles.map(({ textContent }) => textContent?.trim())).toEqual([
      'broken: Certificate expired',
      'warning: Client-initiated renegotiation mail.shop.test',
    ]);
    for (const { evidence } of broken.findings.slice(0, 4)) expect(screen.getAllByText(evidence)).toHaveLength(1);
  });

  it('tells the same of the same thing once, with all that was seen of it', () => {
    const expired = (record: string, more = {}) =>
      finding('signature-expired', 'bad', {
        evidence: `The signature over ${record} has expired.`,
        fix: 'Sign.',
        ...more,
      });
    const findings = [expired('SOA'), expired('NS'), expired('A'), expired('MX', { about: 'other.test' })];
    show({ answer: { verdict: 'broken', checks: [check('signatures', 'broken')], findings } });
    const items = toDo()
      .getAllByRole('listitem')
      .filter(({ className }) => className === 'do');
    expect(items).toHaveLength(2);
    expect(items[0]?.textContent).toContain('over SOA has expired.2 more like itThe signature over NS');
    expect(items[0]?.textContent).toContain('over A has expired.');
    expect(items[1]?.textContent).toContain('over MX has expired.');
  });

  it('shows evidence, remedy, and a command that can be copied as one', () => {
    show();
    const item = screen.getByText(/Valid until 2026-01-01/).closest('li');
    expect(item?.textContent).toContain('a\\u{202e}b');
    expect(item?.textContent).toContain('Renew it.');
    const command = within(item as HTMLElement).getByRole('region', { name: 'Verify with' });
    expect(command.textContent).toBe('openssl s_client -connect shop.test:443');
    // No line ends after the hyphen of an option.
    expect([...command.querySelectorAll('.unbroken')].map((word) => word.textContent)).toEqual(['-connect']);
    expect(within(item as HTMLElement).getByRole('button', { name: 'Copy command' })).not.toBeNull();
  });

  it('has the lines for each server program, those of the program that the server named first', async () => {
    show({ program: 'nginx' });
    const item = screen.getByText(/Valid until 2026-01-01/).closest('li') as HTMLElement;
    const places = within(within(item).getByRole('group', { name: 'Where', hidden: true }));
    expect(places.getAllByRole('button', { hidden: true })[0]?.textContent).toBe('nginx');
    expect(within(item).getByRole('region', { name: 'Remedy: nginx', hidden: true }).textContent).toMatch(/\S/);
  });

  it('folds notes, what could not be determined, and what is good', () => {
    show();
    const fold = document.querySelector<HTMLDetailsElement>('details.others');
    expect(fold?.open).toBe(false);
    // Its counts are not of checks, which the card counts.
    expect(fold?.querySelector('summary')?.textContent).toBe('Not determined · 1 note · What is good');
    expect(fold?.textContent).toContain('Evidence of revocation-unknown.');
  });

  it('may be limited at first', async () => {
    show({ limit: 1 });
    expect(screen.queryByText('Evidence of client-renegotiation.')).toBeNull();
    await userEvent.setup().click(screen.getByRole('button', { name: 'Show 1 more' }));
    expect(screen.getByText('Evidence of client-renegotiation.')).not.toBeNull();
  });
});

describe('answers of other servers', () => {
  it('are judged by their findings if they have no verdict, and not at all without findings', () => {
    expect(judgementOf({ findings: [finding('a', 'warn')] })).toMatchObject({ verdict: 'warning', checks: [] });
    expect(judgementOf({})).toBeNull();
    show({ answer: {} });
    expect(card().queryByText('Good')).toBeNull();
  });

  it('with a verdict of another kind are judged by their checks', () => {
    expect(judgementOf({ verdict: 'secure', checks: [check('a', 'broken')], findings: [] })?.verdict).toBe('broken');
  });

  it('may have states that are not known here', () => {
    expect(judgementOf({ verdict: 'splendid', checks: [check('a', 'odd')], findings: [] })).toMatchObject({
      verdict: 'unknown',
      checks: [{ state: 'unknown' }],
    });
  });
});
