import {
  type DelegationFinding,
  finding,
  shown,
  targetServers,
  type UnjudgedDelegation,
  type UnjudgedServer,
  type UnjudgedZone,
} from './subject.ts';

/** RSA below 1024 bits can be factored by anyone; below 2048, it is weaker than what is recommended today. */
const BROKEN_RSA_BITS = 1024;
const SHORT_RSA_BITS = 2048;
const ZONE_KEY = 0x0100;

/** What is wrong with the keys of the zone, and with what they sign. */
export function keyFindings(answer: UnjudgedDelegation, zone: UnjudgedZone): DelegationFinding[] {
  const servers = targetServers(answer).filter(({ authoritative }) => authoritative);
  return [
    ...weakKeys(zone),
    ...shortKeys(zone),
    ...missingKeys(zone, servers),
    ...servers.filter(({ signed }) => signed === false).map(strippedFinding),
    ...algorithmFindings(zone, servers),
  ];
}

const isInUse = ({ flags, isRevoked }: UnjudgedZone['keys'][number]) => !isRevoked && (flags & ZONE_KEY) !== 0;

function weakKeys({ name, keys }: UnjudgedZone): DelegationFinding[] {
  return keys.flatMap(({ keyTag, advice, algorithm, algorithmName }): DelegationFinding[] => {
    if (advice === 'use' || advice === null) return [];
    // Most resolvers still validate SHA-1, although nobody should sign with it any more (RFC 9905).
    const isValidated = algorithmName.startsWith('RSASHA1');
    const state = advice === 'avoid' ? 'note' : isValidated ? 'warn' : 'bad';
    const evidence = `The key ${keyTag} has algorithm ${algorithm} (${algorithmName}).`;
    return [finding('algorithm-weak', state, name, evidence, 'Roll over to algorithm 13 (ECDSAP256SHA256).')];
  });
}

function shortKeys({ name, keys }: UnjudgedZone): DelegationFinding[] {
  return keys.filter(isInUse).flatMap(({ keyTag, algorithmName, bits }): DelegationFinding[] => {
    if (!algorithmName.startsWith('RSA') || bits === null || bits >= SHORT_RSA_BITS) return [];
    const state = bits < BROKEN_RSA_BITS ? 'bad' : 'warn';
    const fix = 'Roll over to algorithm 13 (ECDSAP256SHA256), or to RSA keys of 2048 bits.';
    return [finding('key-short', state, name, `The RSA key ${keyTag} has ${bits} bits.`, fix)];
  });
}

function missingKeys({ name, keys }: UnjudgedZone, servers: readonly UnjudgedServer[]): DelegationFinding[] {
  // A server that did not answer the query for keys is not missing any.
  const told = servers.filter(({ keysReply }) => keysReply === 'keys' || keysReply === 'none');
  return keys.flatMap((key): DelegationFinding[] => {
    const without = told.filter(({ address }) => !key.servers.includes(address));
    if (without.length === 0) return [];
    const evidence = `The key ${key.keyTag} is missing at ${without.map(shown).join(', ')}.`;
    return [finding('keys-differ', 'warn', name, evidence, 'Publish all keys on all servers.')];
  });
}

function strippedFinding(server: UnjudgedServer): DelegationFinding {
  const evidence = `${shown(server)} answers without signatures.`;
  return finding('signatures-missing', 'bad', server.name, evidence, 'Make the server transfer the signed zone.');
}

/**
 * Each algorithm in the DS records and in the key set has to be used for signing at every server (RFC 4035 section 2.2, RFC
 * 6840 section 5.11).
 */
function algorithmFindings(zone: UnjudgedZone, servers: readonly UnjudgedServer[]): DelegationFinding[] {
  const named = new Set(zone.ds.filter(({ state }) => state === 'matches').map(({ algorithm }) => algorithm));
  const inKeys = zone.keys.filter(isInUse).map(({ algorithm }) => algorithm);
  return [...new Set([...named, ...inKeys])].flatMap((algorithm): DelegationFinding[] => {
    const ofSoa = zone.signatures.filter(({ covers }) => covers === 'SOA');
    const without = servers.filter(({ address }) => {
      const here = ofSoa.filter((one) => one.servers.includes(address));
      return here.length > 0 && !here.some((one) => one.algorithm === algorithm);
    });
    if (without.length === 0) return [];
    const tags = zone.keys.filter((key) => key.algorithm === algorithm).map(({ keyTag }) => keyTag);
    const what = named.has(algorithm) ? 'A DS record refers to a key' : `The zone has the key ${tags.join(', ')},`;
    const who = without.map(shown).join(', ');
    const evidence = `${what} with algorithm ${algorithm}, but ${who} has no signature with it over the SOA record.`;
    const fix = named.has(algorithm)
      ? 'Serve signatures with all algorithms on every server before a DS record refers to them.'
      : `Sign the zone with algorithm ${algorithm} as well, or remove the key ${tags.join(', ')}.`;
    return [finding('algorithm-incomplete', 'warn', zone.name, evidence, fix)];
  });
}
