import type { HeaderField } from './fields.ts';

/** What a spam filter wrote into the header. */
export interface FilterVerdict {
  /** The field. */
  readonly name: string;
  readonly verdict: 'spam' | 'bulk' | 'phishing' | 'allowed' | 'clean';
  /** The values that say so. */
  readonly why: string;
}

/** Filters write their verdicts in fields of their own; unknown fields are left out. */
export function readFilter({ name, value }: HeaderField): FilterVerdict[] {
  const read = readers.get(name)?.(value) ?? null;
  return read === null ? [] : [{ name: titles.get(name) ?? name, ...read }];
}

type Read = Omit<FilterVerdict, 'name'> | null;

const titles: ReadonlyMap<string, string> = new Map([
  ['x-forefront-antispam-report', 'X-Forefront-Antispam-Report'],
  ['x-microsoft-antispam', 'X-Microsoft-Antispam'],
  ['x-ms-exchange-organization-scl', 'X-MS-Exchange-Organization-SCL'],
  ['x-spam-status', 'X-Spam-Status'],
  ['x-spam-flag', 'X-Spam-Flag'],
  ['x-spamd-result', 'X-Spamd-Result'],
  ['x-spam', 'X-Spam'],
]);

const readers: ReadonlyMap<string, (value: string) => Read> = new Map([
  ['x-forefront-antispam-report', readForefront],
  ['x-microsoft-antispam', readBulkLevel],
  ['x-ms-exchange-organization-scl', (value) => readScl(Number(value), `SCL ${value.trim().slice(0, 5)}`)],
  ['x-spam-status', readSpamAssassin],
  ['x-spam-flag', (value) => (/^\s*yes/i.test(value) ? { verdict: 'spam', why: 'YES' } : null)],
  ['x-spam', (value) => (/^\s*(?:yes|true)/i.test(value) ? { verdict: 'spam', why: value.trim().slice(0, 40) } : null)],
  ['x-spamd-result', readRspamd],
]);

/** The reasons of Exchange Online for its verdict (CAT). */
const phishing: ReadonlySet<string> = new Set(['PHSH', 'HPHSH', 'HPHISH', 'SPOOF', 'DIMP', 'UIMP', 'GIMP', 'MALW']);
const spamVerdicts: ReadonlySet<string> = new Set(['SPM', 'SKS', 'SKB', 'BLK']);
const allowedVerdicts: ReadonlySet<string> = new Set(['SFE', 'SKA', 'SKN', 'SKI']);

function readForefront(value: string): Read {
  const parts = new Map(
    value
      .split(';')
      .slice(0, 100)
      .map((part) => {
        const colon = part.indexOf(':');
        return [part.slice(0, colon).trim().toUpperCase(), part.slice(colon + 1).trim()] as const;
      }),
  );
  const [scl, verdict = '', category = ''] = [parts.get('SCL'), parts.get('SFV'), parts.get('CAT')];
  const why = ['SCL', 'SFV', 'CAT'].flatMap((key) =>
    parts.get(key) ? [`${key}:${parts.get(key)?.slice(0, 10)}`] : [],
  );
  const isOutgoing = parts.get('DIR') === 'OUT';
  if (why.length === 0) return null;
  if (phishing.has(category)) return { verdict: 'phishing', why: why.join(' ') };
  // That a message was fit to leave says nothing about where it arrives.
  if (isOutgoing && !spamVerdicts.has(verdict)) return null;
  if (allowedVerdicts.has(verdict)) return { verdict: 'allowed', why: why.join(' ') };
  if (spamVerdicts.has(verdict) || /^(?:H|O)?SPM$/.test(category)) return { verdict: 'spam', why: why.join(' ') };
  if (category === 'BULK') return { verdict: 'bulk', why: why.join(' ') };
  return readScl(scl === undefined || scl === '' ? Number.NaN : Number(scl), why.join(' '));
}

const SPAM_LEVEL = 5;

function readScl(level: number, why: string): Read {
  if (!Number.isInteger(level)) return null;
  if (level < 0) return { verdict: 'allowed', why };
  return { verdict: level >= SPAM_LEVEL ? 'spam' : 'clean', why };
}

/** The complaint level from which Exchange Online treats mail as bulk by default. */
const BULK_LEVEL = 7;

function readBulkLevel(value: string): Read {
  const level = Number(/(?:^|;)\s*BCL:(\d)/i.exec(value)?.[1] ?? Number.NaN);
  return level >= BULK_LEVEL ? { verdict: 'bulk', why: `BCL:${level}` } : null;
}

function readSpamAssassin(value: string): Read {
  const [, word] = /^\s*(yes|no)\b/i.exec(value) ?? [];
  if (word === undefined) return null;
  const [, score, required] = /(?:score|hits)=(-?[\d.]{1,8})\s+required=(-?[\d.]{1,8})/i.exec(value) ?? [];
  const points = score === undefined ? '' : `, ${score} of ${required} points`;
  const tests = /tests=([^=]*?)(?:\s+[a-z_]+=|$)/is.exec(value.slice(0, 2000))?.[1]?.replace(/\s+/g, '') ?? '';
  const isSpam = word.toLowerCase() === 'yes';
  const named = isSpam && tests !== '' ? `: ${tests.split(',').slice(0, 8).join(', ')}` : '';
  return { verdict: isSpam ? 'spam' : 'clean', why: `${word}${points}${named}` };
}

function readRspamd(value: string): Read {
  const [, word, score, required] =
    /:\s*(true|false)\s*\[\s*(-?[\d.]{1,8})\s*\/\s*(-?[\d.]{1,8})\s*\]/i.exec(value.slice(0, 500)) ?? [];
  if (word === undefined) return null;
  return { verdict: word.toLowerCase() === 'true' ? 'spam' : 'clean', why: `${score} of ${required} points` };
}
