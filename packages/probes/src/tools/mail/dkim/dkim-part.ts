import { randomBytes } from 'node:crypto';
import type { DkimSearch, DkimSelector, MailData } from '@sonde/contract';
import { isSpfRecord } from '@sonde/contract/mail-text/spf-record';
import { counted } from '@sonde/contract/text/counted';
import { commonSelectors, providersOf } from '@sonde/contract/tools/mail/findings/mail-providers';
import { isKeyRecord, parseKeyRecord } from '../../../protocols/mail-text/dkim/key-record.ts';
import { type MailDns, ttlOf } from '../dns.ts';

export type DkimFound = Pick<MailData, 'dkim'> & { readonly dkimSearch: DkimSearch };

type Origin = 'given' | 'provider' | 'common';
interface Wanted {
  readonly selector: string;
  readonly origin: Origin;
  readonly provider: string | null;
}

/**
 * Queries the given selectors, those of the services that MX and SPF name, and common ones. Keys under other selectors are
 * invisible, so `none` requires a proof.
 */
export async function dkimPart(dns: MailDns, domain: string, given: readonly string[]): Promise<DkimFound> {
  const [mx, txt] = await Promise.all([dns.ask(domain, 'MX'), dns.texts(domain)]);
  const exchangers = mx.records.map(({ fields: [, host = ''] }) => host.toLowerCase());
  const wanted = wantedSelectors(given, exchangers, txt.texts.find(isSpfRecord) ?? '');
  const any = `sonde-${randomBytes(6).toString('hex')}`;
  const [wildcard, answers, proof] = await Promise.all([
    askFor(dns, domain, { selector: any, origin: 'common', provider: null }),
    Promise.all(wanted.map((one) => askFor(dns, domain, one))),
    provesNone(dns, domain, any),
  ]);
  // An answer from a wildcard is the wildcard's record, not a key of each selector.
  const isWildcard = (one: DkimSelector) => wildcard.state === 'found' && one.record === wildcard.record;
  const isDangling = (one: DkimSelector) =>
    one.state === 'absent' && one.aliases.length > 0 && one.aliases.join() !== wildcard.aliases.join();
  const own = answers.filter(
    (one) => one.origin !== 'common' || (one.state === 'found' && !isWildcard(one)) || isDangling(one),
  );
  const all = wildcard.state === 'found' ? [...own, { ...wildcard, selector: '*' }] : own;
  return { dkim: all, dkimSearch: { ...stateOf(all, answers, proof), asked: wanted.length } };
}

function wantedSelectors(given: readonly string[], exchangers: readonly string[], spfRecord: string): Wanted[] {
  const wanted = new Map<string, Wanted>();
  const add = (selector: string, origin: Origin, provider: string | null) => {
    const before = wanted.get(selector);
    if (before === undefined) wanted.set(selector, { selector, origin, provider });
    else if (before.provider === null) wanted.set(selector, { ...before, provider });
  };
  for (const selector of given) add(selector, 'given', null);
  for (const { name, selectors } of providersOf(exchangers, spfRecord)) {
    for (const selector of selectors) add(selector, 'provider', name);
  }
  for (const selector of commonSelectors) add(selector, 'common', null);
  return [...wanted.values()];
}

const noKey = {
  record: null,
  keyType: null,
  bits: null,
  isRevoked: false,
  isTesting: false,
  isForMail: true,
  problem: null,
} as const;

async function askFor(dns: MailDns, domain: string, wanted: Wanted): Promise<DkimSelector> {
  const looked = await dns.texts(`${wanted.selector}._domainkey.${domain}`);
  const base = { ...wanted, aliases: [...looked.aliases], ttlSeconds: ttlOf(looked.records) };
  if (looked.state === 'failed') return { ...base, ...noKey, state: 'unknown' };
  const keys = looked.texts.filter(isKeyRecord);
  const [record] = keys;
  if (record === undefined) return { ...base, ...noKey, state: 'absent' };
  const key = parseKeyRecord(record);
  const problem = keys.length > 1 ? 'several key records at one name' : key.problem;
  return { ...base, ...key, problem, record, state: 'found' };
}

/**
 * Whether NXDOMAIN at `_domainkey` proves that nothing exists below it (RFC 8020): only if the servers give the same answer
 * for invented names beside and below it. A wildcard, or a server that answers everything, proves nothing.
 */
async function provesNone(dns: MailDns, domain: string, any: string): Promise<boolean> {
  const names = [`_domainkey.${domain}`, `${any}.${domain}`, `${any}._domainkey.${domain}`];
  const answers = await Promise.all(names.map((name) => dns.ask(name, 'TXT')));
  if (answers.some(({ state, aliases }) => state !== 'nxdomain' || aliases.length > 0)) return false;
  return !(await deniesEmptyNames(dns, domain));
}

/** Against RFC 8020, some servers deny names that only have names below them: their NXDOMAIN proves nothing. */
async function deniesEmptyNames(dns: MailDns, domain: string): Promise<boolean> {
  const pairs = [`_smtp._tls.${domain}`, `default._bimi.${domain}`];
  const checks = pairs.map(async (name) => {
    const [below, above] = await Promise.all([dns.ask(name, 'TXT'), dns.ask(name.slice(name.indexOf('.') + 1), 'TXT')]);
    return below.state === 'found' && above.state === 'nxdomain';
  });
  return (await Promise.all(checks)).some((isDenied) => isDenied);
}

function stateOf(
  listed: readonly DkimSelector[],
  answers: readonly DkimSelector[],
  isProven: boolean,
): Pick<DkimSearch, 'state' | 'why'> {
  const records = listed.filter(({ state, isRevoked }) => state === 'found' && !isRevoked);
  const keys = records.filter(({ problem, isForMail }) => problem === null && isForMail);
  if (keys.length > 0) {
    return { state: 'found', why: `${counted(keys.length, 'selector has', 'selectors have')} a key.` };
  }
  const isUnknown = answers.some(({ state }) => state === 'unknown');
  if (isProven && !isUnknown && answers.every(({ state }) => state === 'absent')) {
    return {
      state: 'none',
      why: 'The name servers answer that no name exists below _domainkey, so there are no keys.',
    };
  }
  const asked = counted(answers.length, 'selector', 'selectors');
  if (records.length > 0) {
    const have = counted(records.length, 'selector has', 'selectors have');
    return {
      state: 'unknown',
      why: `Of ${asked}, ${have} a record, but none can be used for mail. There may be keys under other selectors.`,
    };
  }
  return { state: 'unknown', why: `None of ${asked} has a key. There may be keys under other selectors.` };
}
