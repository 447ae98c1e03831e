import fc from 'fast-check';
import { expect, it } from 'vitest';
import { type CalendarEvent, toCalendarFile } from './calendar-file.ts';

const now = new Date('2026-11-21T13:32:08.123Z');
const event: CalendarEvent = {
  uid: 'ssl-0AD8@example.com',
  summary: 'The certificate of example.com expires',
  description: 'Issued by Example TLS CA 1.',
  url: 'http://127.0.0.1:3000/ssl?domain=example.com',
  at: new Date('2026-12-29T23:59:59Z'),
  remindDaysBefore: [14, 3],
};

/** The unfolded lines of a file (RFC 5545 section 3.1). */
const linesOf = (file: string) => file.replaceAll('\r\n ', '').trimEnd().split('\r\n');

it('is an event at that time, with reminders', () => {
  const lines = linesOf(toCalendarFile(event, now));
  expect(lines).toEqual(
    expect.arrayContaining([
      'UID:ssl-0AD8@example.com',
      'DTSTAMP:20261121T133208Z',
      'DTSTART:20261229T235959Z',
      'SUMMARY:The certificate of example.com expires',
      'DESCRIPTION:Issued by Example TLS CA 1.',
      'URL:http://127.0.0.1:3000/ssl?domain=example.com',
      'TRIGGER:-P14D',
      'TRIGGER:-P3D',
    ]),
  );
  expect(lines.filter((line) => line === 'BEGIN:VALARM')).toHaveLength(2);
  expect([lines.at(0), lines.at(-1)]).toEqual(['BEGIN:VCALENDAR', 'END:VCALENDAR']);
});

it('lets no text inject lines or values, and limits lines to 75 octets', () => {
  const hostile = fc.string({ unit: 'binary', maxLength: 300 });
  fc.assert(
    fc.property(hostile, hostile, (name, why) => {
      const url = `https://a.example/?${name}`;
      const file = toCalendarFile({ ...event, uid: name, summary: name, description: why, url }, now);
      const lines = linesOf(file);
      const names = lines.map((line) => line.split(':')[0]);
      expect(names).toEqual(linesOf(toCalendarFile(event, now)).map((line) => line.split(':')[0]));
      for (const line of file.split('\r\n')) expect(new TextEncoder().encode(line).length).toBeLessThanOrEqual(75);
    }),
  );
});

it('escapes special characters', () => {
  const lines = linesOf(toCalendarFile({ ...event, summary: 'a;b,c\\d\ne\u0007' }, now));
  expect(lines).toContain('SUMMARY:a\\;b\\,c\\\\d\\ne');
});
