import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it } from 'vitest';
import { CodeBlock } from './code-block.tsx';
import { LinkedText } from './linked-text.tsx';

afterEach(cleanup);

const hrefs = (text: string) => {
  const { container } = render(<LinkedText text={text} />);
  return [...container.querySelectorAll('a')].map((link) => [link.textContent, link.getAttribute('href')]);
};

it.each([
  [
    'see https://registrar.example/rdds?x=1#top.',
    [['https://registrar.example/rdds?x=1#top', 'https://registrar.example/rdds?x=1#top']],
  ],
  ['HTTP://Registrar.EXAMPLE, tel', [['HTTP://Registrar.EXAMPLE', 'http://registrar.example/']]],
  [
    'clientHold https://icann.org/epp#clientHold (https://icann.org/wicf)',
    [
      ['https://icann.org/epp#clientHold', 'https://icann.org/epp#clientHold'],
      ['https://icann.org/wicf', 'https://icann.org/wicf'],
    ],
  ],
  ['abuse+x@registrar.example, +1.5555551234', [['abuse+x@registrar.example', 'mailto:abuse+x@registrar.example']]],
] as const)('%j has links', (text, links) => {
  expect(hrefs(text)).toEqual(links);
});

it.each([
  'javascript:alert(1)',
  'JavaScript://%0aalert(1)',
  'data:text/html,<script>alert(1)</script>',
  'ftp://files.example',
  'file:///etc/passwd',
  'vbscript:x',
  '//evil.example/x',
  'www.registrar.example',
  'https://bank.example@evil.example/',
  'https://user:pass@evil.example/',
  'https://localhost/',
  'https://',
  'mailto:?subject=x',
  '@example.com',
])('%j has none', (text) => {
  expect(hrefs(text)).toEqual([]);
});

it('ends a link at an invisible character, and contains no markup', () => {
  expect(hrefs('https://good.example/\u202emoc.live')).toEqual([['https://good.example/', 'https://good.example/']]);
  expect(hrefs('https://good.example"><img src=x onerror=alert(1)>')).toEqual([
    ['https://good.example', 'https://good.example/'],
  ]);
  expect(document.querySelector('img')).toBeNull();
});

const MANY = 1_000_000;
it.each([
  ['a web address', `https://a.b/${'.'.repeat(MANY)}x`, 1],
  ['no mail address', `${'a'.repeat(MANY)}@`, 0],
  ['no mail addresses', 'a@'.repeat(MANY / 2), 0],
  ['no host', 'a.'.repeat(MANY / 2), 0],
])('takes linear time for a hostile text that is %s', (_what, text, links) => {
  expect(hrefs(text)).toHaveLength(links);
});

it('opens links from outside without referrer and opener', () => {
  render(<LinkedText text="https://registrar.example" />);
  const link = screen.getByRole('link');
  expect(link.getAttribute('rel')?.split(' ').sort()).toEqual(['nofollow', 'noopener', 'noreferrer']);
  expect(link.getAttribute('target')).toBe('_blank');
});

it('tells how long a record is that does not fit, and shows all of it', async () => {
  const linesOf = (count: number) => Array.from({ length: count }, (_, at) => `Field ${at}: a`).join('\n');
  const { container, unmount } = render(<CodeBlock label="Record" text={`${linesOf(30)}\n\n`} />);
  const code = container.querySelector('.code');
  expect(code?.classList).not.toContain('whole');
  await userEvent.click(screen.getByRole('button', { name: 'Show all 30 lines', expanded: false }));
  expect(code?.classList).toContain('whole');
  await userEvent.click(screen.getByRole('button', { name: 'Show fewer lines', expanded: true }));
  expect(code?.classList).not.toContain('whole');
  unmount();
  render(<CodeBlock label="Record" text={linesOf(24)} />);
  expect(screen.queryByRole('button')).toBeNull();
  expect(screen.getByRole('region').classList).toContain('whole');
});

it('leaves the text of a record unchanged', () => {
  const text = 'Registrar URL: https://registrar.example\nEmail: a@b.example\n>>> https://icann.org/epp <<<\n';
  const { container } = render(<CodeBlock label="Record" text={text} tintsKeys />);
  expect(container.querySelector('pre')?.textContent).toBe(text);
  expect(container.querySelectorAll('a')).toHaveLength(3);
});
