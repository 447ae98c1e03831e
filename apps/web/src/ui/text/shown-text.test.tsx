import { afterEach, expect, it } from 'vitest';
import { asTyped, shownText } from './shown-text.ts';

afterEach(() => history.replaceState(null, '', '/'));

it.each([
  ['example.com', 'example.com'],
  ['xn--bcher-kva.de', 'bücher.de (xn--bcher-kva.de)'],
  ['Results for www.xn--bcher-kva.de', 'Results for www.bücher.de (www.xn--bcher-kva.de)'],
  ['10 mail.xn--bcher-kva.de', '10 mail.bücher.de (mail.xn--bcher-kva.de)'],
  ['_443._tcp.xn--bcher-kva.de', '_443._tcp.bücher.de (_443._tcp.xn--bcher-kva.de)'],
  ['CN=xn--bcher-kva.de, O=Bücher', 'CN=bücher.de (xn--bcher-kva.de), O=Bücher'],
  ['xn--r8jz45g.xn--zckzah', '例え.テスト (xn--r8jz45g.xn--zckzah)'],
  ['xn--a.test', 'xn--a.test'],
  ['xn--bcher-kva.de\u202e', 'bücher.de (xn--bcher-kva.de)\\u{202e}'],
])('%s is shown as %s', (text, shown) => expect(shownText(text)).toBe(shown));

it('puts the spelling of the request first', () => {
  history.replaceState(null, '', '/dns?domain=xn--bcher-kva.de');
  expect(shownText('xn--bcher-kva.de')).toBe('xn--bcher-kva.de (bücher.de)');
  expect(asTyped('xn--bcher-kva.de')).toBe('xn--bcher-kva.de');
  history.replaceState(null, '', '/dns?domain=b%C3%BCcher.de');
  expect(shownText('xn--bcher-kva.de')).toBe('bücher.de (xn--bcher-kva.de)');
  expect(['xn--bcher-kva.de', 'example.com'].map(asTyped)).toEqual(['bücher.de', 'example.com']);
});
