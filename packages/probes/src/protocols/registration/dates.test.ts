import { expect, it } from 'vitest';
import { orderOfDates, readDate } from './dates.ts';

it.each([
  ['2027-08-13T04:00:00Z', '2027-08-13T04:00:00Z'],
  ['2027-08-13T04:00:00.0Z', '2027-08-13T04:00:00Z'],
  ['2027-08-13T04:00:00+0000', '2027-08-13T04:00:00Z'],
  ['2027-08-13T04:00:00+02:00', '2027-08-13T02:00:00Z'],
  ['2027-08-13 04:00:00 UTC', '2027-08-13T04:00:00Z'],
  ['2027-08-13 04:00:00+00', '2027-08-13T04:00:00Z'],
  ['2027-08-13 12:01:21 (UTC+8)', '2027-08-13T04:01:21Z'],
  ['2027/08/13 01:05:04 (JST)', '2027-08-12T16:05:04Z'],
  ['13-Aug-2027 04:00:00 UTC', '2027-08-13T04:00:00Z'],
  ['Fri Aug 13 04:00:00 UTC 2027', '2027-08-13T04:00:00Z'],
])('with time and zone: %s', (text, iso) => expect(readDate(text)).toBe(iso));

it.each([
  '2027-08-13',
  '2027-8-13',
  '2027.08.13',
  '2027. 08. 13.',
  '2027/08/13',
  '20270813',
  '20270813 #12345',
  '2027-Aug-13.',
  '13.08.2027',
  '13.8.2027 10:00:00',
  '13-08-2027',
  // No month has the number 13, so the order is certain.
  '13/08/2027',
  '08/13/2027',
  '13/08/2027 23:59:40',
  'Friday 13th Aug 2027',
  '13th August 2027 at 00:00:00.000',
  '13-Aug-2027',
  '13 August 2027',
  'Aug 13 2027',
  'Friday, August 13, 2027',
  '2027-08-13 04:00:00',
  '2027-08-13T04:00:00',
  '2027-08-13 (registry time)',
])('the day alone: %s', (text) => expect(readDate(text)).toBe('2027-08-13'));

it.each([
  '',
  'before Aug-1996',
  'never',
  '2027-02-30',
  '2027-13-01',
  '0001-01-01T00:00:00Z',
  '9999-12-31',
  '03/08/2027',
  '03-08-2027',
  '13/13/2027',
  'text/html; charset=UTF-8',
  '1.2.3.4',
  '20271301',
])('none: %j', (text) => expect(readDate(text)).toBeNull());

it.each([
  ['day-first', '2027-08-03'],
  ['month-first', '2027-03-08'],
] as const)('the order decides: %s', (order, iso) => {
  expect(readDate('03/08/2027', order)).toBe(iso);
  expect(readDate('03-08-2027', order)).toBe(iso);
  // A date that can be read in one way only is not affected.
  expect(readDate('13/08/2027', order)).toBe('2027-08-13');
});

it('one date of a reply shows the order of the others, unless they contradict each other', () => {
  expect(orderOfDates(['11/29/2016', '01/03/2022'])).toBe('month-first');
  expect(orderOfDates(['06-04-2004', '31-03-2027'])).toBe('day-first');
  expect(orderOfDates(['06-04-2004', 'no date'])).toBe('unknown');
  expect(orderOfDates(['11/29/2016', '29/11/2016'])).toBe('unknown');
});
