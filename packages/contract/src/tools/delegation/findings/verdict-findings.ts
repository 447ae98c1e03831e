import { zoneFirst, zoneText } from '../data/zone-text.ts';
import {
  areKeysKnown,
  type DelegationFinding,
  finding,
  publishText,
  shown,
  targetServers,
  type UnjudgedDelegation,
  type UnjudgedServer,
  type UnjudgedZone,
} from './subject.ts';

const NOT_MEASURED: readonly (string | null)[] = ['denied', 'limit'];

/** What the chain of trust amounts to: one finding, unless that on the DS records says it all. */
export function verdictFindings(answer: UnjudgedDelegation, zone: UnjudgedZone): DelegationFinding[] {
  const { verdict, why } = answer;
  switch (verdict) {
    case 'secure':
      return [finding('chain-valid', 'good', zone.name, why, null)];
    case 'bogus':
      return [brokenFinding(answer, zone)];
    case 'insecure':
      return insecureFindings(answer, zone);
    // Also a verdict of a newer server.
    default:
      return [unknownFinding(answer, zone)];
  }
}

function brokenFinding(answer: UnjudgedDelegation, zone: UnjudgedZone): DelegationFinding {
  const broken = answer.zones.find(({ status }) => status === 'bogus') ?? zone;
  const { name, parent, isDelegated } = broken;
  if (isDelegated === false) {
    const fix = `Add the NS records of ${name} to ${zoneText(parent ?? '.')}, and its DS record if it is signed.`;
    return finding('delegation-missing', 'bad', name, answer.why, fix);
  }
  return finding('chain-broken', 'bad', name, answer.why, mendingText(answer, broken));
}

/** If a DS matches a key, signing has failed; otherwise the DS has to change. */
function mendingText(answer: UnjudgedDelegation, zone: UnjudgedZone): string {
  const { ds, keys } = zone;
  const named = ds.filter(({ state }) => state === 'matches').map(({ keyTag }) => keyTag);
  const publish = publishText(zone);
  if (named.length > 0) {
    const isOther = keys.some(({ signsKeys, keyTag }) => signsKeys && !named.includes(keyTag));
    const other =
      isOther && publish !== null && zone.name !== '.'
        ? ` Or publish the DS record of the key that signs now. ${publish}`
        : '.';
    const sign = `Sign the zone again with the key ${named.join(' or ')}, to which the DS record refers`;
    return other === '.' ? `${sign}.` : `${sign}.${other}`;
  }
  if (publish !== null) return publish;
  if (keys.length > 0) return 'Sign the key set of the zone, then publish the DS record of a key that signs it.';
  return areKeysKnown(answer, zone) && ds.length > 0
    ? 'Sign the zone with the key that the DS record refers to, or remove the DS record at the registrar.'
    : 'Make every name server serve the signed zone.';
}

function unknownFinding(answer: UnjudgedDelegation, zone: UnjudgedZone): DelegationFinding {
  const servers = targetServers(answer).filter(({ answered, reason }) => answered !== null || reason === 'special-use');
  const truncated = servers.filter(({ keysReply }) => keysReply === 'truncated');
  if (truncated.length > 0 && zone.ds.length > 0 && zone.keys.length === 0) {
    const who = truncated.map(shown).join(', ');
    const evidence = `${answer.why} The answer about the keys was cut off (TC flag) at ${who}.`;
    return finding('keys-unreadable', 'bad', zone.name, evidence, `Allow TCP port 53 at ${who}.`);
  }
  if (servers.length > 0 && servers.every(isOutOfService)) {
    const count = servers.length === 1 ? 'The only address' : `None of the ${servers.length} addresses`;
    const evidence = `${count} of the name servers of ${zoneText(zone.name)} ${servers.length === 1 ? 'does not answer' : 'answers'} for the zone.`;
    const fix = 'Start its name servers, or name others at the registrar.';
    return finding('zone-unserved', 'bad', zone.name, evidence, fix);
  }
  const fix = 'Make sure that the zone’s name servers give authoritative answers.';
  return finding('chain-unknown', 'unknown', zone.name, answer.why, fix);
}

/** It was asked, and does not serve the zone. What a limit of this server or its operator ruled out was not measured. */
function isOutOfService({ answered, authoritative, reason, udp, tcp }: UnjudgedServer): boolean {
  if (NOT_MEASURED.includes(reason)) return false;
  if (reason === 'special-use' || answered === false || authoritative === false) return true;
  return authoritative === null && udp === false && tcp === false;
}

function insecureFindings(answer: UnjudgedDelegation, zone: UnjudgedZone): DelegationFinding[] {
  const { why } = answer;
  const { keys, ds } = zone;
  const parent = answer.zones.at(-2);
  // Reported for each DS record, as `ds-unsupported`.
  if (ds.length > 0 && parent?.status === 'secure') return [];
  if (keys.length === 0) {
    const isReady = parent?.status === 'secure';
    const fix = isReady ? 'Sign the zone, then publish its DS record at the registrar.' : upperFix(answer, zone);
    return [finding('zone-unsigned', 'note', zone.name, why, fix)];
  }
  const has = `The zone has the keys ${keys.map(({ keyTag }) => keyTag).join(', ')}.`;
  if (parent?.status !== 'secure') {
    const published = ds.map(({ keyTag }) => keyTag).join(', ');
    const above = published === '' ? '' : ` ${zoneFirst(zone.parent ?? '.')} publishes the DS ${published} for it.`;
    return [finding('parent-unsigned', 'note', zone.name, `${has}${above} ${why}`, upperFix(answer, zone))];
  }
  // A first CDS is how a chain begins (RFC 8078 section 3): the parent has not picked it up yet.
  const isWished = answer.details.cds.some((text) => keys.some(({ keyTag }) => text.startsWith(`${keyTag} `)));
  const wish = isWished ? ' Its CDS records request a DS record from the parent.' : '';
  const state = isWished || zone.isDelegated === false ? 'note' : 'warn';
  const fix = publishText(zone) ?? 'Sign the key set, then publish the DS record.';
  return [finding('ds-missing', state, zone.name, `${has}${wish} ${why}`, fix)];
}

/** Where the chain of trust ends, something has to be done first. */
function upperFix(answer: UnjudgedDelegation, zone: UnjudgedZone): string {
  const upper = answer.zones.find(({ status }) => status === 'insecure') ?? zone;
  const publish = publishText(upper);
  if (publish === null) return `${zoneFirst(upper.name)} has to be signed first.`;
  return upper.name === '.' ? publish : `The DS record of ${upper.name} has to be published first: ${publish}`;
}
