import { counted } from '../../../text/counted.ts';
import { formatUtc } from '../../../text/format-utc.ts';
import { isDeleted } from './status.ts';
import type { UnjudgedRegistration, WhoisFinding } from './view.ts';

const DAY_MS = 86_400_000;
/** Registrars must send a reminder a month before expiry (ICANN's Expired Registration Recovery Policy, section 2.1). */
const SOON_DAYS = 30;
const RECENT_DAYS = 30;

/** Findings on the dates of registration and expiry relative to the time of the lookup; none if that is not known. */
export function dateFindings(registration: UnjudgedRegistration, checkedAt: string | undefined): WhoisFinding[] {
  const now = Date.parse(checkedAt ?? '');
  if (Number.isNaN(now)) return [];
  // The date on which a deleted domain would have ended means nothing any more.
  const ends = isDeleted(registration) ? [] : [...endFindings(registration, now), ...differenceFindings(registration)];
  return [...ends, ...beginFindings(registration, now)];
}

function endFindings(
  { name: about, expires, registrarExpires, notes }: UnjudgedRegistration,
  now: number,
): WhoisFinding[] {
  // The registry's date is authoritative; the registrar's is used if there is no other.
  const text = expires ?? registrarExpires;
  const end = endOf(text ?? '');
  if (text === null || Number.isNaN(end)) {
    const said =
      notes.find((note) => /expiry date/.test(note)) ?? 'The answers contain no expiry date that Sonde could read.';
    const fix = 'Look up the date in your account at the registrar.';
    return [{ code: 'expiry-unknown', state: 'unknown', about, evidence: said, fix }];
  }
  const days = Math.floor((end - now) / DAY_MS);
  const date = formatUtc(text);
  if (end <= now) {
    const evidence = `The registration expired on ${date}.`;
    return [
      { code: 'registration-expired', state: 'bad', about, evidence, fix: `Renew ${about} at the registrar now.` },
    ];
  }
  const evidence = `The registration expires on ${date}, in ${counted(days, 'day')}.`;
  if (days > SOON_DAYS) return [{ code: 'registration-current', state: 'good', about, evidence, fix: null }];
  const fix = `Renew ${about} at the registrar, or make sure that automatic renewal is on and paid for.`;
  return [{ code: 'registration-ends-soon', state: 'warn', about, evidence, fix }];
}

/** A date without a time means the end of that day: until then nothing has expired. */
function endOf(text: string): number {
  return Date.parse(/^\d{4}-\d{2}-\d{2}$/.test(text) ? `${text}T23:59:59Z` : text);
}

function differenceFindings({ name: about, expires, registrarExpires }: UnjudgedRegistration): WhoisFinding[] {
  if (expires === null || registrarExpires === null || expires.slice(0, 10) === registrarExpires.slice(0, 10))
    return [];
  const evidence = `The registry gives ${formatUtc(expires)}, the registrar ${formatUtc(registrarExpires)}.`;
  const fix = 'Renew before the earlier of the two dates.';
  return [{ code: 'expiry-dates-differ', state: 'note', about, evidence, fix }];
}

function beginFindings({ name: about, created }: UnjudgedRegistration, now: number): WhoisFinding[] {
  const begin = Date.parse(created ?? '');
  if (created === null || Number.isNaN(begin) || begin > now || now - begin > RECENT_DAYS * DAY_MS) return [];
  const days = Math.floor((now - begin) / DAY_MS);
  const evidence = `It was registered on ${formatUtc(created)}, ${counted(days, 'day')} before this lookup.`;
  return [{ code: 'registered-recently', state: 'note', about, evidence, fix: null }];
}
