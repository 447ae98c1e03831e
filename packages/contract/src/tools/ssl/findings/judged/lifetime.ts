import { formatUtc } from '../../../../text/format-utc.ts';
import type { SslFinding, UnjudgedSsl } from './ssl-finding.ts';
import { withTrustCheck } from './verify.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/**
 * ACME clients renew shorter-lived certificates after half of their validity instead of two thirds (Let’s Encrypt,
 * integration guide).
 */
const SHORT_MS = 10 * DAY_MS;
/** Manual renewal needs at most a month, whatever the share of the validity. */
const MOST_DUE_MS = 30 * DAY_MS;
const MOST_LATE_MS = 14 * DAY_MS;
/** Validity includes the last second (RFC 5280 section 4.1.2.5). */
const LAST_SECOND_MS = 1000;

/** The longest validity allowed to public authorities, by the first day on which it applies (Baseline Requirements, 6.3.2). */
const longest: readonly (readonly [from: string, days: number])[] = [
  ['2029-03-15', 47],
  ['2027-03-15', 100],
  ['2026-03-15', 200],
  ['2020-09-01', 398],
  ['2018-03-01', 825],
];
/** Up to this validity no revocation information is required (Baseline Requirements, 4.9.7 and 7.1.2.11.2). */
const shortLived: readonly (readonly [from: string, days: number])[] = [
  ['2026-03-15', 7],
  ['2024-03-15', 10],
];

interface Lifetime {
  readonly from: number;
  readonly lifetimeMs: number;
  readonly until: string;
}

/** Findings on the dates of the served certificates: whether renewal is due, and whether the validity is too long. */
export function lifetimeFindings(answer: UnjudgedSsl): SslFinding[] {
  const { servedCertificates, domain } = answer;
  const deciding = servedCertificates.filter(({ decides }) => decides);
  const certificates = deciding.length > 0 ? deciding : [{ ...answer, number: 1 }];
  return certificates.flatMap((certificate) => {
    const about = certificates.length > 1 ? `${domain}, certificate ${certificate.number}` : domain;
    const period = periodOf(certificate);
    return period === null
      ? []
      : [...renewalDue(answer, about, certificate.number, period), ...tooLong(answer, about, period)];
  });
}

/** Whether the certificate is so short-lived that its revocation need not be checked. */
export function isShortLived(answer: Pick<UnjudgedSsl, 'validFrom' | 'validUntil'>): boolean {
  const period = periodOf(answer);
  const days = period && limitAt(shortLived, period.from);
  return period !== null && days !== null && period.lifetimeMs + LAST_SECOND_MS <= days * DAY_MS;
}

function periodOf({ validFrom, validUntil }: Pick<UnjudgedSsl, 'validFrom' | 'validUntil'>): Lifetime | null {
  if (validFrom === null || validUntil === null) return null;
  const from = Date.parse(validFrom);
  const lifetimeMs = Date.parse(validUntil) - from;
  return Number.isNaN(lifetimeMs) || lifetimeMs <= 0 ? null : { from, lifetimeMs, until: validUntil };
}

function limitAt(limits: readonly (readonly [from: string, days: number])[], time: number): number | null {
  return limits.find(([from]) => time >= Date.parse(from))?.[1] ?? null;
}

function renewalDue(answer: UnjudgedSsl, about: string, number: number, { lifetimeMs, until }: Lifetime): SslFinding[] {
  if (answer.checkedAt === undefined) return [];
  const leftMs = Date.parse(until) - Date.parse(answer.checkedAt);
  const dueMs = Math.min(lifetimeMs < SHORT_MS ? lifetimeMs / 2 : lifetimeMs / 3, MOST_DUE_MS);
  // An expired certificate has a finding of its own.
  if (leftMs < 0 || leftMs >= dueMs) return [];
  const isLate = leftMs < Math.min(lifetimeMs / 6, MOST_LATE_MS);
  return [
    {
      code: 'renewal-due',
      state: isLate ? 'warn' : 'note',
      about,
      evidence: `It is valid until ${formatUtc(until)}: ${durationText(leftMs)} of ${durationText(lifetimeMs)} are left.`,
      fix: isLate
        ? withTrustCheck(answer, 'Renew it now, and find out why it was not renewed automatically.', {
            number,
            // Without the renewal, the certificate has expired by then.
            options: [`-attime ${Math.ceil(Date.parse(until) / 1000) + 1}`],
          })
        : 'Make sure that it is renewed automatically, or renew it now.',
    },
  ];
}

/** In whole hours below three days, otherwise in whole days. */
function durationText(ms: number): string {
  return ms < 3 * DAY_MS ? `${Math.floor(ms / HOUR_MS)} hours` : `${Math.floor((ms + LAST_SECOND_MS) / DAY_MS)} days`;
}

/** Where it is over the limit by less than a day, the rounded number would be the limit itself. */
function beyond(lifetimeMs: number, limit: number): string {
  const text = durationText(lifetimeMs);
  return text === `${limit} days` ? `a little more than ${text}` : text;
}

function tooLong({ transparency }: UnjudgedSsl, about: string, { from, lifetimeMs }: Lifetime): SslFinding[] {
  const days = limitAt(longest, from);
  if (days === null || lifetimeMs + LAST_SECOND_MS <= days * DAY_MS) return [];
  const isPublic = transparency?.isPublic === true;
  return [
    {
      code: 'long-lived-certificate',
      state: isPublic ? 'warn' : 'note',
      about,
      evidence: `It is valid for ${beyond(lifetimeMs, days)}; public certificate authorities were allowed ${days} days when it began.`,
      fix: isPublic ? `Request a certificate for at most ${days} days.` : null,
    },
  ];
}
