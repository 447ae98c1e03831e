import { bySeverity } from '../finding/severity.ts';
import type { ReportFinding } from './report.ts';

/** What tools see of one cause, or of one fact. No tool is named: these are codes of findings. */
export interface Cause {
  /** The findings that name the cause. The first one that is there speaks for all; without one, nothing is merged. */
  readonly leads: readonly string[];
  /** What other tools, or other findings, see of it; also what says the opposite, which the lead knows better. */
  readonly parts: readonly string[];
}

const domainIsHeld = ['domain-in-redemption', 'domain-pending-delete', 'domain-on-hold'];
const chainIsBroken = ['delegation-missing', 'keys-unreadable', 'chain-broken', 'dnssec-without-keys', 'dnssec-failed'];
// Beside a valid chain, `ds-unsupported` is a fault of its own.
const isUnsigned = ['ds-missing', 'parent-unsigned', 'zone-unsigned', 'dnssec-unsigned'];
const openDnssec = ['dnssec-not-validated', 'dnssec-not-sent'];
const registered = ['delegation-signed', 'delegation-unsigned', 'delegation-unknown'];
const aboutServers = ['server-silent', 'server-refuses', 'server-not-authoritative', 'server-special-use'];

/** The more serious causes first: a finding belongs to the first one whose lead is there. */
export const causes: readonly Cause[] = [
  { leads: domainIsHeld, parts: ['registration-expired', 'name-missing'] },
  {
    leads: ['zone-unserved'],
    parts: [...aboutServers, 'ns-without-address', 'servers-reason', 'records-unknown', 'chain-unknown'],
  },
  {
    leads: chainIsBroken,
    parts: [
      ...['ds-without-key', 'ds-digest-differs', 'ds-key-unusable', 'denial-unproven', 'dane-bogus'],
      ...['signature-expired', 'signature-not-yet-valid', 'signature-wrong', 'signatures-missing'],
      ...['dnssec-reason', 'dnssec-reason-bare', ...registered, ...openDnssec],
      ...['chain-valid', 'dnssec-validated', ...isUnsigned],
    ],
  },
  // The walk from the root knows better than a resolver, which may have old answers, and than the registry's directory.
  { leads: ['chain-valid'], parts: ['dnssec-validated', ...isUnsigned, ...registered, ...openDnssec] },
  { leads: ['ds-unsupported', ...isUnsigned], parts: ['dnssec-validated', ...registered, ...openDnssec] },
  { leads: ['dnssec-validated'], parts: registered },
  ...['signature-expired', 'signature-not-yet-valid', 'signature-wrong'].map((code) => ({ leads: [code], parts: [] })),
  { leads: ['apex-alias'], parts: ['alias-and-other-data'] },
  { leads: ['spf-over-ten-lookups', 'spf-too-many-lookups'], parts: ['spf-near-ten-lookups'] },
  { leads: ['spf-sound'], parts: ['spf-published'] },
  { leads: ['mail-servers-found'], parts: ['mx-published'] },
  { leads: ['mail-parked'], parts: ['mx-null'] },
  { leads: ['one-name-server', 'servers-share-address', 'name-server-single'], parts: ['name-servers-several'] },
];

/** Names what of a domain: a name and one below it, or above it, may have the same cause. */
function isRelated(a: string, b: string): boolean {
  return a === b || a === '.' || b === '.' || a.endsWith(`.${b}`) || b.endsWith(`.${a}`);
}

/**
 * One finding for each cause: the one that names it, with the most severe state of those that see the same, and with a list
 * of them. The others are left out.
 */
export function mergedByCause(findings: readonly ReportFinding[]): ReportFinding[] {
  return causes.reduce<readonly ReportFinding[]>(mergeOne, findings).slice();
}

function mergeOne(findings: readonly ReportFinding[], { leads, parts }: Cause): readonly ReportFinding[] {
  const lead = leads.flatMap((code) => findings.filter((one) => one.code === code))[0];
  if (lead === undefined) return findings;
  // A tool names the servers of a domain, which may be in other domains.
  const isNear = ({ tool, about }: ReportFinding) => tool === lead.tool || isRelated(about, lead.about);
  const others = findings.filter(
    (one) => one !== lead && (leads.includes(one.code) || parts.includes(one.code)) && isNear(one),
  );
  if (others.length === 0) return findings;
  // A part may be an opposite, whose state says nothing about the lead.
  const [worst = lead] = bySeverity([lead, ...others.filter(({ code }) => leads.includes(code))]);
  const also = others.map(({ tool, code }) => ({ tool, code }));
  const merged = { ...lead, state: worst.state, also: [...(lead.also ?? []), ...also] };
  return findings.flatMap((one) => (one === lead ? merged : others.includes(one) ? [] : one));
}
