import { cleanup, render } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { BreakableText, breakable } from './breakable-text.tsx';

afterEach(cleanup);

it.each([
  ['customer.with-many-labels.shop.test', 'customer.|with-many-labels.|shop.|test'],
  ['2001:4860:4860::8888', '2001:|4860:|4860::|8888'],
  ['https://registrar.example/a', 'https://|registrar.|example/|a'],
  ['BB:44:5C:3E:D8:E0', 'BB:|44:|5C:|3E:|D8:|E0'],
  ['O=Sonde Demo,CN=Demo Issuing CA', 'O=Sonde Demo,CN=Demo Issuing CA'],
  // Short words, times of day and IPv4 addresses are not broken.
  ['shop.test', 'shop.test'],
  ['2026-11-23 01:55:16 UTC', '2026-11-23 01:55:16 UTC'],
  ['198.151.100.200', '198.151.100.200'],
  ['ns1.example.test, ns2.example.test', 'ns1.example.test, ns2.example.test'],
  ['from ns1.with-many-labels.example.test', 'from ns1.|with-many-labels.|example.|test'],
])('%s may break at %s', (text, pieces) => {
  const { container } = render(<BreakableText text={text} />);
  expect(container.innerHTML.replaceAll('<wbr>', '|')).toBe(pieces);
});

it('leaves a text unchanged that is already spelled out, or longer than any name', () => {
  const { container, rerender } = render(breakable('bücher.test (xn--bcher-kva.test)'));
  expect(container.textContent).toBe('bücher.test (xn--bcher-kva.test)');
  const dots = '.'.repeat(1_000_000);
  rerender(breakable(dots));
  expect(container.innerHTML).toBe(dots);
});
