import { listed } from '../../../finding/wording.ts';
import type { UnjudgedRegistration, WhoisFinding } from './view.ts';

/** States that remove a domain from the DNS, or will: RFC 5731 section 2.3, RFC 3915 section 3.1. */
const holds: readonly string[] = ['clientHold', 'serverHold'];
const transferLocks: readonly string[] = ['clientTransferProhibited', 'serverTransferProhibited'];
/** EPP states. A registry's own words say nothing about locks. */
const EPP = /^(?:ok|inactive|linked|(?:client|server)(?:Delete|Hold|Renew|Transfer|Update)\w*|pending\w+|\w+Period)$/;
/** The states of RFC 3915, and the words of registries without EPP codes: AFNIC, DNS Belgium, SIDN. */
const REDEMPTION = /^(?:redemptionPeriod|redemption|quarantine|in quarantine)$/i;
/** Nominet's words. */
const SUSPENDED = /\bsuspended\b/i;

/**
 * Country endings under which registrars set `clientTransferProhibited`, as their published records show. All generic
 * endings have it; other country registries may have no such lock (.br, .nl, .de), so its absence says nothing there.
 */
const LOCKABLE: ReadonlySet<string> = new Set(
  'ac ag ai bi bz ca cc cd ci cn co gg gi gl gs hk in io je kr la lc me mg mn my nf nz pe pw sc sh sk st sx tl tv tw ua us vc vg ws'.split(
    ' ',
  ),
);

/** True for a domain that has been deleted, whether or not it can be restored: it can be neither renewed nor transferred. */
export function isDeleted({ status }: Pick<UnjudgedRegistration, 'status'>): boolean {
  return status.some(({ code }) => REDEMPTION.test(code) || /^pending(?:Delete|Restore)$/.test(code));
}

/** Which part of its deletion a domain is in, in a few words; null if it is in none. */
export function deletionState({ status }: { readonly status: readonly { readonly code: string }[] }): string | null {
  const codes = status.map(({ code }) => code);
  if (codes.includes('pendingRestore')) return 'Being restored';
  if (codes.some((code) => REDEMPTION.test(code))) return 'Deleted, can be restored';
  return codes.includes('pendingDelete') ? 'Will be deleted soon' : null;
}

/** What the states of a registration mean for its holder. */
export function statusFindings({ name, status, nameServers }: UnjudgedRegistration): WhoisFinding[] {
  const codes = status.map(({ code }) => code);
  const has = (code: string) => codes.includes(code);
  const found: WhoisFinding[] = [];
  const add = (code: WhoisFinding['code'], state: WhoisFinding['state'], seen: readonly string[], fix: string | null) =>
    found.push({ code, state, about: name, evidence: `${name} has the status ${listed(seen)}.`, fix });
  // With one of the other two, pendingDelete has their meaning (ICANN's page on the status codes).
  const inRedemption = codes.filter((code) => REDEMPTION.test(code));
  if (has('pendingRestore')) {
    const fix = 'Ask the registrar whether it has sent the report that the registry waits for.';
    add('domain-restore-pending', 'warn', ['pendingRestore'], fix);
  } else if (inRedemption.length > 0) {
    add('domain-in-redemption', 'bad', inRedemption, 'Ask the registrar now to restore the domain.');
  } else if (has('pendingDelete')) {
    const fix = 'Ask the registrar how to register it again after its deletion.';
    add('domain-pending-delete', 'bad', ['pendingDelete'], fix);
  }
  const held = codes.filter((code) => holds.includes(code) || SUSPENDED.test(code));
  if (held.length > 0)
    add('domain-on-hold', 'bad', held, 'Ask the registrar for the reason, and what it needs to lift the hold.');
  // AFNIC gives this status to sectors that have name servers.
  if (has('inactive') && nameServers.length === 0)
    add('domain-inactive', 'warn', ['inactive'], 'Add name servers at the registrar.');
  if (has('pendingTransfer')) {
    add('transfer-pending', 'warn', ['pendingTransfer'], 'If you did not request it, reject it at the registrar now.');
  }
  if (has('autoRenewPeriod'))
    add('renewal-open', 'note', ['autoRenewPeriod'], 'Make sure that the renewal has been paid.');
  return [...found, ...lockFindings(name, codes, isDeleted({ status }))];
}

function mayBeLocked(name: string): boolean {
  const ending = name.slice(name.lastIndexOf('.') + 1);
  return LOCKABLE.has(ending) || (ending.length > 2 && !ending.startsWith('xn--'));
}

/** No finding if the registry gives no EPP status, or may have no such lock. */
function lockFindings(about: string, codes: readonly string[], isGone: boolean): WhoisFinding[] {
  const locks = codes.filter((code) => transferLocks.includes(code));
  if (locks.length > 0) {
    const evidence = `${about} has the status ${listed(locks)}.`;
    return [{ code: 'transfer-locked', state: 'good', about, evidence, fix: null }];
  }
  const known = codes.filter((code) => EPP.test(code));
  if (known.length === 0 || isGone || !mayBeLocked(about)) return [];
  const evidence = `${about} has no transfer lock (TransferProhibited), only the status ${listed(known)}.`;
  return [
    { code: 'transfer-unlocked', state: 'warn', about, evidence, fix: 'Turn on the transfer lock at the registrar.' },
  ];
}
