import type { MeasuredRegistration } from './facts.ts';

type Status = MeasuredRegistration['status'][number];

/**
 * The status codes of EPP and what they mean for the holder: RFC 5731 section 2.3 for domains, RFC 3915 section 3.1 for
 * the grace periods.
 */
const meanings: Readonly<Record<string, string>> = {
  ok: 'Nothing is pending, and nothing is forbidden.',
  inactive: 'No name servers are set: the domain does not work on the internet.',
  linked: 'Another object refers to it.',
  clientDeleteProhibited: 'The registrar has locked it against deletion.',
  clientHold: 'The registrar has taken it out of the DNS: the domain does not work.',
  clientRenewProhibited: 'The registrar has blocked its renewal, often because of a dispute or a deletion.',
  clientTransferProhibited: 'The registrar has locked it against transfers to another registrar.',
  clientUpdateProhibited: 'The registrar has locked its data against updates.',
  serverDeleteProhibited: 'The registry has locked it against deletion.',
  serverHold: 'The registry has taken it out of the DNS: the domain does not work.',
  serverRenewProhibited: 'The registry has blocked its renewal.',
  serverTransferProhibited: 'The registry has locked it against transfers to another registrar.',
  serverUpdateProhibited: 'The registry has locked its data against updates.',
  pendingCreate: 'The registration is being processed.',
  pendingDelete:
    'It is to be deleted. Together with redemptionPeriod or pendingRestore, it can still be saved; alone, it is deleted within days.',
  pendingRenew: 'A renewal is being processed.',
  pendingRestore:
    'The registrar has asked to restore it after a deletion; the registry waits for the registrar’s report.',
  pendingTransfer: 'A transfer to another registrar is being processed.',
  pendingUpdate: 'An update is being processed.',
  addPeriod: 'It was registered a few days ago; the registrar may still delete it for a refund.',
  autoRenewPeriod: 'It was renewed automatically; the registrar may still delete it for a refund.',
  renewPeriod: 'It was renewed a few days ago; the registrar may still delete it for a refund.',
  transferPeriod: 'It was transferred to another registrar a few days ago.',
  redemptionPeriod: 'It was deleted, but its last holder can still have it restored for a while.',
};

/** Status words of RDAP that are not the EPP code with spaces (RFC 8056 section 2). */
const rdapWords = new Map([
  ['active', 'ok'],
  ['associated', 'linked'],
]);

const codes = new Map(Object.keys(meanings).map((code) => [code.toLowerCase(), code]));

/**
 * A status with its meaning, from the EPP code (`clientHold`, often followed by a URL) or the RDAP value (`client hold`).
 * Anything else is kept as it is, without a meaning.
 */
export function readStatus(text: string): Status {
  const words = text.replace(/\(?https?:\/\/\S*/gi, '').trim();
  // Some registries append an explanation: `ok - Normal state.` (.kz), `ok (paid and in zone)` (.ee).
  const code = codeOf(words) ?? codeOf(words.split(/\s[-(]/)[0] ?? '');
  return { code: code ?? words, meaning: code === undefined ? null : (meanings[code] ?? null) };
}

function codeOf(words: string): string | undefined {
  return codes.get(words.replace(/[\s_-]/g, '').toLowerCase());
}

/** Like `readStatus`, for RDAP values, some of which stand for a different EPP code. */
export function readRdapStatus(text: string): Status {
  return readStatus(rdapWords.get(text.trim().toLowerCase()) ?? text);
}
