import { dns, reasons } from '@sonde/contract';
import { expect, it } from 'vitest';
import { AskError } from '../../browser/api/ask-error.ts';
import { emptyReason, failureCause, failureText, gapSentences, isEmptyAnswer } from './messages.ts';

const ofServer = (serverMessage: string) =>
  new AskError(serverMessage, { code: 'ERR_BAD_RESPONSE', stage: 'envelope', status: 500, serverMessage });

it("R8.7 R8.8 puts its prefix before the server's message, once", () => {
  expect(failureText(ofServer('Domain is required'))).toBe('DNS Lookup failed: Domain is required');
});

it('R8.10 has a message for a server that sends none', () => {
  expect(failureText(ofServer(''))).toBe('DNS Lookup failed: Failed to fetch DNS records. Please try again.');
});

it('R8.12 has a text for an error without one', () => {
  expect(failureText(new Error(''))).toBe('DNS lookup failed');
});

it('R8.13 has a text for a thrown value that is not an error', () => {
  expect(failureText('thrown by somebody')).toBe('An unexpected error occurred during DNS lookup');
});

it('treats missing records as an answer only if the server says so', () => {
  const notFound = new AskError('', {
    code: 'ERR_BAD_REQUEST',
    stage: 'envelope',
    status: 404,
    failure: { code: 'not-found', reason: 'nodata' },
  });
  expect(isEmptyAnswer(notFound)).toBe(true);
  expect(emptyReason(notFound)).toMatch(/exists/);
  expect(isEmptyAnswer(ofServer('No DNS records found for this domain'))).toBe(false);
  expect(isEmptyAnswer(new Error('No DNS records found for this domain'))).toBe(false);
});

it('distinguishes causes that share one message', () => {
  const shared = dns.reasons.filter(
    (reason) => !['nxdomain', 'nodata', 'cname-loop', 'special-use', 'denied'].includes(reason),
  );
  const causes = shared.map((reason) => {
    const failure = { code: reasons[reason].code, reason };
    return failureCause(new AskError('', { code: 'ERR_BAD_RESPONSE', stage: 'envelope', status: 502, failure }));
  });
  expect(causes).not.toContain(null);
  expect(new Set(causes).size).toBe(shared.length);
  expect(failureCause(ofServer('No more details are known.'))).toBeNull();
});

it('explains failed validation, and why record types could not be read', () => {
  const gaps = [
    { part: 'DNSSEC validation', code: 'protocol' as const },
    { part: 'CDS', code: 'timeout' as const },
    { part: 'LOC', code: 'timeout' as const },
    { part: 'MX', code: 'source-failed' as const },
  ];
  const [bogus, ...unread] = gapSentences({ gaps, validationFailed: true });
  expect(bogus).toMatch(/fail DNSSEC validation.*shown unvalidated/);
  expect(unread).toEqual([
    'CDS, LOC could not be read. No answer in time.',
    'MX could not be read. A third-party source failed or limits requests.',
  ]);
  expect(gapSentences({ gaps: [], validationFailed: false })).toEqual([]);
  const failed = { code: 'dnssec-failed', state: 'bad' as const, about: 'bogus.test', evidence: '', fix: null };
  expect(gapSentences({ gaps: [], validationFailed: true, findings: [failed] })).toEqual([
    'The records below are shown unvalidated.',
  ]);
});

it('records that an answer has no room for are said to be missing, not unread', () => {
  const gaps = ['TXT', 'CAA'].map((part) => ({ part, code: 'left-out' as const }));
  expect(gapSentences({ gaps, validationFailed: false })).toEqual([
    'Some records are not shown: TXT, CAA. It was measured and judged, but not all of it is in the answer, which would otherwise be larger than 1 MB.',
  ]);
});
