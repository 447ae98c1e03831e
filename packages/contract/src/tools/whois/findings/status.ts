import { listed } from '../../../finding/wording.ts';
import type { Registration, WhoisFinding } from './view.ts';

/** States that remove a domain from the DNS, or will: RFC 5731 section 2.3, RFC 3915 section 3.1. */
const holds: readonly string[] = ['clientHold', 'serverHold'];
const transferLocks: readonly string[] = ['clientTransferProhibited', 'serverTransferProhibited'];
/** EPP states, which show that the registry supports locks. A registry's own words show nothing. */
const EPP = /^(?:ok|inactive|linked|(?:client|server)(?:Delete|Hold|Renew|Transfer|Update)\w*|pending\w+|\w+Period)$/;

/** What the states of a registration mean for its holder. */
export function statusFindings({ name, status }: Registration): WhoisFinding[] {
  const codes = status.map(({ code }) => code);
  const has = (code: string) => codes.includes(code);
  const found: WhoisFinding[] = [];
  const add = (code: WhoisFinding['code'], state: WhoisFinding['state'], seen: readonly string[], fix: string | null) =>
    found.push({ code, state, about: name, evidence: `${name} has the status ${listed(seen)}.`, fix });
  if (has('pendingDelete')) {
    add(
      'domain-pending-delete',
      'bad',
      ['pendingDelete'],
      'Ask the registrar at once whether it can still be restored.',
    );
  } else if (has('redemptionPeriod')) {
    add('domain-in-redemption', 'bad', ['redemptionPeriod'], 'Ask the registrar now to restore the domain.');
  }
  const held = codes.filter((code) => holds.includes(code));
  if (held.length > 0)
    add('domain-on-hold', 'bad', held, 'Ask the registrar for the reason, and what it needs to lift the hold.');
  if (has('inactive')) add('domain-inactive', 'warn', ['inactive'], 'Add name servers at the registrar.');
  if (has('pendingTransfer')) {
    add('transfer-pending', 'warn', ['pendingTransfer'], 'If you did not request it, reject it at the registrar now.');
  }
  if (has('autoRenewPeriod'))
    add('renewal-open', 'note', ['autoRenewPeriod'], 'Make sure that the renewal has been paid.');
  return [...found, ...lockFindings(name, codes)];
}

/** No finding if the registry gives no EPP status: it may lock domains in another way. */
function lockFindings(about: string, codes: readonly string[]): WhoisFinding[] {
  const locks = codes.filter((code) => transferLocks.includes(code));
  if (locks.length > 0) {
    const evidence = `${about} has the status ${listed(locks)}.`;
    return [{ code: 'transfer-locked', state: 'good', about, evidence, fix: null }];
  }
  const known = codes.filter((code) => EPP.test(code));
  if (known.length === 0) return [];
  const evidence = `${about} has no transfer lock (TransferProhibited), only the status ${listed(known)}.`;
  return [
    { code: 'transfer-unlocked', state: 'warn', about, evidence, fix: 'Turn on the transfer lock at the registrar.' },
  ];
}
