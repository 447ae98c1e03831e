import { expect, it, test } from 'vitest';
import { drawingHtml } from '../../../pictures/drawing-html.ts';
import { lookupsPicture } from './lookups.ts';
import { receivedMailPicture, sentMailPicture } from './way.ts';

const check = (id: string, state: string, summary = `${id} words`) => ({
  id,
  title: id.toUpperCase(),
  state,
  summary,
  notes: 0,
});
const words = (html: string) =>
  html
    .replace(/<svg[\s\S]*?<\/svg>/g, '')
    .replace(/<[^>]*>/g, '|')
    .split(/\|+/)
    .filter(Boolean);

it('mail passes the checks in their order, each with its state and its words', () => {
  const checks = [check('dmarc', 'warning'), check('spf', 'good'), check('dkim', 'strange'), check('mx', 'broken')];
  expect(words(drawingHtml(sentMailPicture({ domain: 'a.test', checks }) ?? ''))).toEqual([
    'Mail from a.test',
    ...['SPF', ': Good.', 'spf words', 'DKIM', ': Not determined.', 'dkim words', 'DMARC', ': Warning.', 'dmarc words'],
    'Receivers',
  ]);
  expect(words(drawingHtml(receivedMailPicture({ domain: 'a.test', checks }) ?? ''))).toEqual([
    ...['Senders', 'MX', ': Broken.', 'mx words', 'Mail servers of a.test'],
  ]);
});

it('is not drawn before there are checks', () => {
  expect(sentMailPicture({ domain: 'a.test' })).toBeNull();
  expect(receivedMailPicture({ checks: [check('spf', 'good')] })).toBeNull();
});

test.each([
  [0, '0 of 10 DNS lookups', { used: 0, free: 10, over: 0 }],
  [10, '10 of 10 DNS lookups', { used: 10, free: 0, over: 0 }],
  [12, '12 of 10 DNS lookups: receivers stop after 10', { used: 10, free: 0, over: 2 }],
  [400, '400 of 10 DNS lookups: receivers stop after 10', { used: 10, free: 0, over: 6 }],
])('%d lookups of an SPF record', (lookups, text, boxes) => {
  const html = drawingHtml(lookupsPicture({ record: 'v=spf1', lookups, isLookupsExact: true, voidLookups: 0 }) ?? '');
  expect(words(html)).toEqual([text]);
  for (const [kind, count] of Object.entries(boxes)) expect(html.split(`class="${kind}"`)).toHaveLength(count + 1);
});

it('has no picture without a record or a count, and says if there may be more', () => {
  const spf = { record: 'v=spf1', lookups: 3, isLookupsExact: false, voidLookups: 0 };
  expect(lookupsPicture({ ...spf, record: null })).toBeNull();
  expect(lookupsPicture({ ...spf, lookups: null })).toBeNull();
  expect(words(drawingHtml(lookupsPicture(spf) ?? ''))).toEqual(['At least 3 of 10 DNS lookups']);
});
