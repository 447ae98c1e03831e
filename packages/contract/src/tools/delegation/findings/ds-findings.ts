import { zoneFirst, zoneText } from '../data/zone-text.ts';
import {
  areKeysKnown,
  type DelegationFinding,
  finding,
  hasGivenDs,
  publishText,
  type UnjudgedDelegation,
  type UnjudgedZone,
} from './subject.ts';

const SHA1 = 1;

type Ds = UnjudgedZone['ds'][number];

/** What is wrong with the DS records of the zone, and of zones above that are not secure. */
export function dsFindings(answer: UnjudgedDelegation): DelegationFinding[] {
  return answer.zones.flatMap((zone, index) => {
    const parent = answer.zones[index - 1];
    // Below a zone that is not signed, resolvers ignore DS records.
    if (parent?.status !== 'secure' || (zone.name !== answer.zone && zone.status === 'secure')) return [];
    return [...zone.ds.flatMap((ds) => dsFinding(answer, zone, ds)), ...weakDigest(answer, zone)];
  });
}

function dsFinding(answer: UnjudgedDelegation, zone: UnjudgedZone, ds: Ds): DelegationFinding[] {
  const { name, keys } = zone;
  const state = zone.ds.some((one) => one.state === 'matches') ? 'warn' : 'bad';
  const said = `${holderOf(answer, zone)} DS ${ds.keyTag} ${ds.algorithm} ${ds.digestType} ${ds.digest} for ${name}`;
  const fix = replacing(answer, zone, ds);
  const key = keys.find((own) => own.keyTag === ds.keyTag && own.algorithm === ds.algorithm);
  switch (ds.state) {
    case 'no-key': {
      const own = keys.map(({ keyTag, algorithm }) => `${keyTag} (algorithm ${algorithm})`).join(', ');
      return [finding('ds-without-key', state, name, `${said}; its keys are ${own || 'none'}.`, fix)];
    }
    case 'digest-differs':
      return [finding('ds-digest-differs', state, name, `${said}, which is not the digest of that key.`, fix)];
    case 'key-revoked':
      return [
        finding('ds-key-unusable', state, name, `${said}. That key has the REVOKE flag (${key?.flags ?? ''}).`, fix),
      ];
    case 'not-a-zone-key':
      return [
        finding(
          'ds-key-unusable',
          state,
          name,
          `${said}. That key lacks the Zone Key flag (${key?.flags ?? ''}).`,
          fix,
        ),
      ];
    case 'unsupported-algorithm':
    case 'unsupported-digest': {
      const isOnly = zone.status === 'insecure';
      const evidence = `${said}.${isOnly ? ' Validating resolvers therefore treat the zone as unsigned.' : ''}`;
      const sign = 'Sign the zone with algorithm 13 (ECDSAP256SHA256), then publish the DS record of that key.';
      return [finding('ds-unsupported', 'warn', name, evidence, publishText(zone) ?? sign)];
    }
    case 'matches':
      if (key?.isSep !== false) return [];
      return [finding('ds-key-without-sep', 'note', name, `The key ${key.keyTag} has the flags ${key.flags}.`, null)];
    case 'not-checked':
      return [];
  }
}

function holderOf(answer: UnjudgedDelegation, zone: UnjudgedZone): string {
  return hasGivenDs(answer, zone) ? 'The query gives' : `${zoneFirst(zone.parent ?? '.')} has`;
}

/** A DS record is called superfluous only if every server was heard. */
function replacing(answer: UnjudgedDelegation, zone: UnjudgedZone, { keyTag }: Ds): string {
  const publish = publishText(zone);
  if (hasGivenDs(answer, zone)) return `Do not publish the DS ${keyTag}.${publish === null ? '' : ` ${publish}`}`;
  if (zone.ds.some(({ state }) => state === 'matches')) {
    return areKeysKnown(answer, zone)
      ? `Remove the DS ${keyTag} at the registrar, unless its key is about to be published.`
      : `Compare the DS ${keyTag} with the keys of the servers that did not answer.`;
  }
  if (publish !== null) return publish;
  if (zone.keys.length > 0) return 'Sign the key set of the zone, then publish the DS record of a key that signs it.';
  return areKeysKnown(answer, zone)
    ? `Sign the zone with the key ${keyTag}, or remove the DS ${keyTag} at the registrar.`
    : `Make every name server of ${zoneText(zone.name)} serve the signed zone.`;
}

function weakDigest(answer: UnjudgedDelegation, zone: UnjudgedZone): DelegationFinding[] {
  const { name, ds } = zone;
  if (ds.length === 0 || ds.some(({ digestType }) => digestType !== SHA1)) return [];
  const evidence = `${holderOf(answer, zone)} only DS records with digest type 1.`;
  const fix = publishText(zone) ?? 'Publish a DS record with digest type 2 (SHA-256).';
  return [finding('ds-digest-weak', 'warn', name, evidence, fix)];
}
