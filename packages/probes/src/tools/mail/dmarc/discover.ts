import { type DmarcRecord, isDmarcRecord, parseDmarc } from '@sonde/contract/mail-text/dmarc-record';
import { NetFailure } from '../../../net/net.ts';
import { registrableDomain } from '../../../protocols/public-suffix/registrable-domain.ts';
import type { MailDns } from '../dns.ts';

/** The result for `_dmarc` below one name. */
export interface DmarcAt {
  readonly domain: string;
  readonly texts: readonly string[];
  /** The record, if there is exactly one; otherwise null. */
  readonly record: DmarcRecord | null;
}

export interface Discovered {
  /** The names whose records were queried during the walk. */
  readonly asked: readonly string[];
  /** The result at the name itself, whatever it is. */
  readonly own: DmarcAt;
  /** Names of the walk that have several records, which are discarded (RFC 9989 section 4.10). */
  readonly discarded: readonly DmarcAt[];
  /** The record that applies; null if there is none. */
  readonly applies: DmarcAt | null;
  readonly organizationalDomain: string;
  /** By the public suffix list: the organisational domain, and the record that then applies. */
  readonly byList: { readonly domain: string | null; readonly applies: DmarcAt | null };
}

/** RFC 9989 section 4.10: after the first question, a longer name is shortened to seven labels. */
const MAX_LABELS = 8;

/** The names of the tree walk, the queried one first. */
function walkNames(domain: string): string[] {
  const labels = domain.split('.');
  const rest = labels.length < MAX_LABELS ? labels.slice(1) : labels.slice(1 - MAX_LABELS);
  return [domain, ...rest.map((_, index) => rest.slice(index).join('.'))];
}

/**
 * The DMARC record that applies to a name, by the tree walk and by the public suffix list. All names are queried concurrently.
 * @throws NetFailure when the name servers give no answer about a name that decides
 */
export async function discoverDmarc(dns: MailDns, domain: string): Promise<Discovered> {
  const listed = registrableDomain(domain, { withCompanies: true });
  const names = walkNames(domain);
  const further = listed !== null && !names.includes(listed) ? [listed] : [];
  const answers = await Promise.all([...names, ...further].map((name) => dmarcAt(dns, name)));
  const byName = new Map(answers.map((one) => [one.domain, one]));
  const own = known(byName, domain);
  const walked = walk(names, byName);
  const applies = own.record !== null ? own : walked.applies;
  const listedAt = listed === null ? null : known(byName, listed);
  return {
    asked: walked.asked.map((name) => `_dmarc.${name}`),
    own,
    discarded: walked.asked.map((name) => known(byName, name)).filter(({ texts }) => texts.length > 1),
    applies,
    organizationalDomain: walked.organizationalDomain,
    byList: { domain: listed, applies: own.record !== null ? own : listedAt?.record ? listedAt : null },
  };
}

type Answer = DmarcAt & { readonly failure: NetFailure | null };

async function dmarcAt(dns: MailDns, domain: string): Promise<Answer> {
  const { state, texts, reason } = await dns.texts(`_dmarc.${domain}`);
  const records = texts.filter(isDmarcRecord);
  const [text] = records;
  const record = text === undefined || records.length > 1 ? null : parseDmarc(text);
  const failure = state === 'failed' ? new NetFailure(reason ?? 'servfail', `_dmarc.${domain}`) : null;
  return { domain, texts: records, record, failure };
}

function known(byName: ReadonlyMap<string, Answer>, name: string): DmarcAt {
  const at = byName.get(name);
  if (at === undefined) throw new RangeError(`${name} was not asked for`);
  // The guard refuses special-use names above it, such as `test`, which have no record anyway.
  if (at.failure !== null && at.failure.reason !== 'special-use' && at.failure.reason !== 'denied') throw at.failure;
  return at;
}

interface Walked {
  readonly asked: readonly string[];
  readonly organizationalDomain: string;
  readonly applies: DmarcAt | null;
}

function walk(names: readonly string[], byName: ReadonlyMap<string, Answer>): Walked {
  const [start = ''] = names;
  const asked: string[] = [];
  const found: DmarcAt[] = [];
  for (const name of names) {
    asked.push(name);
    const at = known(byName, name);
    if (at.record === null) continue;
    found.push(at);
    if (at.record.psd !== null) break;
  }
  const last = found.at(-1);
  if (last === undefined) return { asked, organizationalDomain: start, applies: null };
  if (last.record?.psd !== 'y' || last.domain === start) {
    return { asked, organizationalDomain: last.domain, applies: last };
  }
  // For a public suffix, the organisation is one label below it, and its own record takes precedence.
  const organizationalDomain = start
    .split('.')
    .slice(-(last.domain.split('.').length + 1))
    .join('.');
  const ofOrganization = found.find(({ domain }) => domain === organizationalDomain);
  return { asked, organizationalDomain, applies: ofOrganization ?? last };
}
