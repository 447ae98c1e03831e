import { describe, expect, it, test } from 'vitest';
import { drawingHtml } from '../pictures/drawing-html.ts';
import { markOfVerdict } from '../pictures/mark.ts';
import { reportPicture } from '../report/report-picture.ts';
import { receivedMailPicture } from '../tools/mail/pictures/way.ts';
import { signOf } from './verdict.ts';

test.each([
  ['good', 0, 'good'],
  ['good', 1, 'note'],
  ['unknown', 1, 'unknown'],
  ['warning', 2, 'warn'],
  ['broken', 0, 'bad'],
] as const)('the sign of %s with %d notes is that of «%s»', (state, notes, sign) => {
  expect(signOf(state, notes)).toBe(sign);
  expect(markOfVerdict(state, notes)).toBe(sign);
});

describe('a check that is good with a note', () => {
  it('has no green tick on the way of mail', () => {
    const mx = { id: 'mx', title: 'MX', state: 'good', summary: 'One server', notes: 1 };
    const html = drawingHtml(receivedMailPicture({ domain: 'a.test', checks: [mx] }) ?? '');
    expect(html).toContain('MX</strong><span class="sr">: Good, with a note.</span>');
    expect(html).not.toContain('data-state="good"');
  });

  it('has no green tick in the picture of a report', () => {
    const geoIp = { records: { ip: '192.0.2.7', countryName: null, countryCode: 'US' } };
    const hostname = { part: 'hostname', code: 'timeout' };
    const finding = { code: 'location-incomplete', state: 'note', about: '192.0.2.7', evidence: 'Late.', fix: null };
    const data = { target: '192.0.2.7', addresses: ['192.0.2.7'], specialUse: null, databaseDate: '2026-11-01', geoIp };
    const outcome = {
      ...{ success: true as const, message: '' },
      _data: { ...data, resultSource: 'records', gaps: [hostname], findings: [finding] },
    };
    const html = drawingHtml(reportPicture({ parts: [{ tool: 'geo', outcome }] } as never) ?? '');
    expect(html).toContain('<span>Completeness</span><span class="sr">: Good, with a note.</span>');
    expect(html).toMatch(/<li data-state="note"><svg[^>]*data-state="note"/);
  });
});
