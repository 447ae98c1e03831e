import { formatUtc } from '../../../text/format-utc.ts';
import { zoneText } from '../data/zone-text.ts';
import { dsFindings } from './ds-findings.ts';
import { keyFindings } from './key-findings.ts';
import {
  type DelegationFinding,
  finding,
  shown,
  shownAddresses,
  targetServers,
  targetZone,
  type UnjudgedDelegation,
  type UnjudgedServer,
  type UnjudgedZone,
} from './subject.ts';
import { verdictFindings } from './verdict-findings.ts';

const DAY_SECONDS = 86_400;
/** Signers renew long before expiry: less time than this is left only if they have stopped. */
const SOON_SECONDS = 3 * DAY_SECONDS;
const SOON_SHARE = 0.15;
/** Read of the name that was looked up; the other signatures are at the apex of the zone. */
const addressTypes: readonly string[] = ['A', 'AAAA', 'CNAME'];
/** Above this, Knot Resolver and PowerDNS Recursor treat denials as unsigned; BIND and Unbound above 150. */
const MAX_ITERATIONS_ABOVE = 50;

/** The verdict, and what is wrong with DS records, keys, signatures and denials. */
export function chainFindings(answer: UnjudgedDelegation): DelegationFinding[] {
  const zone = targetZone(answer);
  if (zone === null) return [];
  return [
    ...verdictFindings(answer, zone),
    ...dsFindings(answer),
    // The signatures of zones above are reported if the chain breaks there.
    ...answer.zones
      .filter((one) => one === zone || one.status === 'bogus')
      .flatMap((one) => signatureFindings(answer, one)),
    ...keyFindings(answer, zone),
    ...denialFindings(answer, zone),
    ...answer.zones.flatMap((one) => nsec3Findings(one, one === zone)),
    ...wishFindings(answer, zone),
  ];
}

type Signature = UnjudgedZone['signatures'][number];

function signatureFindings(answer: UnjudgedDelegation, zone: UnjudgedZone): DelegationFinding[] {
  return zone.signatures.flatMap((one) => signatureFinding(answer, zone, one) ?? []);
}

function signatureFinding(answer: UnjudgedDelegation, zone: UnjudgedZone, one: Signature): DelegationFinding | null {
  const by = `The signature over ${coveredText(answer, zone, one)} by the key ${one.keyTag}`;
  const where = `at ${shownAddresses(one.servers, answer.servers)}`;
  // Where no chain of trust leads to the zone, resolvers ignore its signatures.
  const state = zone.status === 'insecure' ? 'warn' : 'bad';
  switch (one.state) {
    case 'expired':
      return finding(
        'signature-expired',
        state,
        zone.name,
        `${by} was valid until ${formatUtc(one.until)}, ${where}.`,
        'Sign the zone again, and check that all servers get it.',
      );
    case 'not-yet-valid':
      return finding(
        'signature-not-yet-valid',
        state,
        zone.name,
        `${by} is valid from ${formatUtc(one.from)} on, ${where}.`,
        'Correct the clock of the signer, then sign the zone again.',
      );
    case 'wrong':
      return finding('signature-wrong', state, zone.name, `${by} does not verify ${where}.`, 'Sign the zone again.');
    case 'valid':
      return zone.name === answer.zone
        ? endingSoon(answer, zone, one, `${by} expires at ${formatUtc(one.until)}`, where)
        : null;
    default:
      return null;
  }
}

function coveredText({ domain }: UnjudgedDelegation, { name }: UnjudgedZone, { covers }: Signature): string {
  return addressTypes.includes(covers) && domain !== name ? `${covers} of ${domain}` : covers;
}

function endingSoon(
  { checkedAt }: UnjudgedDelegation,
  { name }: UnjudgedZone,
  { from, until }: Signature,
  said: string,
  where: string,
): DelegationFinding | null {
  const leftSeconds = (Date.parse(until) - Date.parse(checkedAt ?? '')) / 1000;
  const wholeSeconds = (Date.parse(until) - Date.parse(from)) / 1000;
  if (!(leftSeconds < SOON_SECONDS && leftSeconds < wholeSeconds * SOON_SHARE)) return null;
  const evidence = `${said}, in ${Math.floor(leftSeconds / 3600)} hours, ${where}.`;
  return finding('signature-ends-soon', 'warn', name, evidence, 'Find out why the zone is not re-signed.');
}

function denialFindings(answer: UnjudgedDelegation, zone: UnjudgedZone): DelegationFinding[] {
  // If a server's signatures fail, those of its denials fail as well, which has been reported already.
  const failing = zone.signatures
    .filter(({ state, covers }) => state !== 'valid' && !addressTypes.includes(covers))
    .flatMap(({ servers }) => servers);
  const unproven = targetServers(answer).filter(
    ({ denial, address }) => denial === 'not-proven' && !failing.includes(address),
  );
  return unproven.length === 0 ? [] : [denialUnproven(zone, unproven)];
}

function denialUnproven({ name }: UnjudgedZone, servers: readonly UnjudgedServer[]): DelegationFinding {
  const evidence = `No valid proof that a name does not exist from ${servers.map(shown).join(', ')}.`;
  return finding(
    'denial-unproven',
    'bad',
    name,
    evidence,
    'Sign the zone again, with a complete chain of NSEC or NSEC3 records.',
  );
}

/** Of the zones above, only what has consequences is reported. */
function nsec3Findings({ name, nsec3 }: UnjudgedZone, isTarget: boolean): DelegationFinding[] {
  if (nsec3 === null) return [];
  const { iterations, saltOctets } = nsec3;
  const evidence = `NSEC3PARAM of ${zoneText(name)} has ${iterations} additional iterations.`;
  if (!isTarget) {
    return iterations > MAX_ITERATIONS_ABOVE ? [finding('nsec3-iterations', 'note', name, evidence, null)] : [];
  }
  const salt = `NSEC3PARAM has a salt of ${saltOctets} octets.`;
  return [
    ...(iterations > 0
      ? [finding('nsec3-iterations', 'warn', name, evidence, 'Set the iterations to 0 and sign the zone again.')]
      : []),
    ...(saltOctets > 0 ? [finding('nsec3-salt', 'note', name, salt, 'Use no salt.')] : []),
  ];
}

/** A first CDS, before there is any DS record, is how the chain begins and no reason to warn (RFC 8078). */
function wishFindings({ details }: UnjudgedDelegation, zone: UnjudgedZone): DelegationFinding[] {
  const published = zone.ds.map((ds) => `${ds.keyTag} ${ds.algorithm} ${ds.digestType} ${ds.digest}`.toUpperCase());
  const wished = details.cds.map((text) => text.toUpperCase());
  if (wished.length === 0 || published.length === 0) return [];
  const other = wished.filter((text) => !published.includes(text));
  if (other.length === 0) return [];
  const tags = zone.keys.map(({ keyTag }) => String(keyTag));
  // `0 0 0 00` asks the parent to remove the DS records (RFC 8078 section 4).
  const isStrange = other.some((text) => !text.startsWith('0 ') && !tags.includes(text.split(' ')[0] ?? ''));
  const evidence = `The zone requests DS ${other.join('; ')}, but ${zoneText(zone.parent ?? '.')} has ${published.join('; ')}.`;
  const fix = isStrange ? 'Remove the CDS records that match no key of the zone.' : null;
  return [finding('cds-differs', isStrange ? 'warn' : 'note', zone.name, evidence, fix)];
}
