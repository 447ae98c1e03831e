import { zoneFirst, zoneText } from '../data/zone-text.ts';
import {
  type DelegationAnswer,
  type DelegationFinding,
  finding,
  publishText,
  type Server,
  shown,
  shownAddresses,
  targetServers,
  targetZone,
  type Zone,
} from './subject.ts';

const SHA1 = 1;
const DAY_SECONDS = 86_400;
/** Signers renew long before expiry: less time than this is left only if they have stopped. */
const SOON_SECONDS = 3 * DAY_SECONDS;
const SOON_SHARE = 0.15;

/** The verdict, and what is wrong with DS records, keys, signatures and denials. */
export function chainFindings(answer: DelegationAnswer): DelegationFinding[] {
  const zone = targetZone(answer);
  if (zone === null) return [];
  return [
    verdictFinding(answer, zone),
    ...answer.zones.filter(({ name }) => name !== '.').flatMap(dsFindings),
    ...answer.zones.flatMap((one) => signatureFindings(answer, one)),
    ...keyFindings(answer, zone),
    ...denialFindings(answer, zone),
    ...wishFindings(answer, zone),
  ];
}

function verdictFinding(answer: DelegationAnswer, zone: Zone): DelegationFinding {
  const { verdict, why } = answer;
  if (verdict === 'secure') return finding('chain-valid', 'good', zone.name, why, null);
  if (verdict === 'bogus') {
    const broken = answer.zones.find(({ status }) => status === 'bogus') ?? zone;
    return finding('chain-broken', 'bad', broken.name, why, mendingText(broken));
  }
  if (verdict === 'not-determinable') {
    return finding(
      'chain-unknown',
      'unknown',
      zone.name,
      why,
      'Make sure that the zone’s name servers give authoritative answers.',
    );
  }
  const hasKeys = zone.keys.length > 0;
  // Not below an unsigned or broken parent: a DS record would not help there.
  const parent = answer.zones.at(-2);
  if (hasKeys && zone.ds.length === 0 && parent?.status === 'secure') {
    const tags = zone.keys.map(({ keyTag }) => keyTag).join(', ');
    // A first CDS is how a chain begins (RFC 8078 section 3): the parent has not picked it up yet.
    const isWished = answer.details.cds.some((text) => zone.keys.some(({ keyTag }) => text.startsWith(`${keyTag} `)));
    const wish = isWished ? ' Its CDS records request a DS record from the parent.' : '';
    return finding(
      'ds-missing',
      isWished ? 'note' : 'warn',
      zone.name,
      `The zone has the keys ${tags}.${wish} ${why}`,
      publishText(zone) ?? 'Sign the key set, then publish the DS record.',
    );
  }
  return finding(
    'zone-unsigned',
    'note',
    zone.name,
    why,
    'Sign the zone, then publish its DS record at the registrar.',
  );
}

/** If a DS matches a key, signing has failed; otherwise the DS has to change. */
function mendingText(zone: Zone): string {
  if (zone.ds.some(({ state }) => state === 'matches'))
    return 'Sign the zone again with the key that the DS record refers to.';
  return publishText(zone) ?? 'Remove the DS record at the registrar until the zone is signed again.';
}

function dsFindings(zone: Zone): DelegationFinding[] {
  const { name, ds, parent } = zone;
  const fits = ds.some(({ state }) => state === 'matches');
  const state = fits ? 'warn' : 'bad';
  const fix = publishText(zone);
  const isKnown = zone.status !== 'not-determinable';
  const each = ds.flatMap((one): DelegationFinding[] => {
    const text = `${zoneFirst(parent ?? '.')} has DS ${one.keyTag} ${one.algorithm} ${one.digestType} ${one.digest} for ${name}`;
    if (one.state === 'no-key' && isKnown) {
      const keys = zone.keys.map(({ keyTag, algorithm }) => `${keyTag} (algorithm ${algorithm})`).join(', ');
      return [
        finding(
          'ds-without-key',
          state,
          name,
          `${text}; its keys are ${keys || 'none'}.`,
          fix ?? `Remove the DS ${one.keyTag} at the registrar.`,
        ),
      ];
    }
    if (one.state === 'digest-differs') {
      return [finding('ds-digest-differs', state, name, `${text}, which is not the digest of that key.`, fix)];
    }
    if (one.state === 'unsupported-algorithm' || one.state === 'unsupported-digest') {
      return [finding('ds-unsupported', 'warn', name, `${text}.`, fix)];
    }
    const key = zone.keys.find((own) => own.keyTag === one.keyTag && own.algorithm === one.algorithm);
    if (one.state === 'matches' && key?.isSep === false) {
      return [finding('ds-key-without-sep', 'note', name, `The key ${key.keyTag} has the flags ${key.flags}.`, null)];
    }
    return [];
  });
  const isWeak = ds.length > 0 && ds.every(({ digestType }) => digestType === SHA1);
  return isWeak
    ? [
        ...each,
        finding(
          'ds-digest-weak',
          'warn',
          name,
          `${zoneFirst(parent ?? '.')} has only DS records with digest type 1.`,
          fix,
        ),
      ]
    : each;
}

function signatureFindings(answer: DelegationAnswer, zone: Zone): DelegationFinding[] {
  const nowMs = Date.parse(answer.checkedAt ?? '');
  const isTarget = zone.name === answer.zone;
  return zone.signatures.flatMap((one): DelegationFinding[] => {
    const by = `The signature over ${one.covers} by the key ${one.keyTag}`;
    const where = `at ${shownAddresses(one.servers, answer.servers)}`;
    if (one.state === 'expired') {
      return [
        finding(
          'signature-expired',
          'bad',
          zone.name,
          `${by} was valid until ${one.until}, ${where}.`,
          'Sign the zone again, and check that all servers get it.',
        ),
      ];
    }
    if (one.state === 'not-yet-valid') {
      return [
        finding(
          'signature-not-yet-valid',
          'bad',
          zone.name,
          `${by} is valid from ${one.from} on, ${where}.`,
          'Correct the clock of the signer, then sign the zone again.',
        ),
      ];
    }
    if (one.state === 'wrong') {
      return [finding('signature-wrong', 'bad', zone.name, `${by} does not verify ${where}.`, 'Sign the zone again.')];
    }
    const leftSeconds = (Date.parse(one.until) - nowMs) / 1000;
    const wholeSeconds = (Date.parse(one.until) - Date.parse(one.from)) / 1000;
    const endsSoon = leftSeconds < SOON_SECONDS && leftSeconds < wholeSeconds * SOON_SHARE;
    if (isTarget && one.state === 'valid' && endsSoon) {
      const hours = Math.floor(leftSeconds / 3600);
      return [
        finding(
          'signature-ends-soon',
          'warn',
          zone.name,
          `${by} expires at ${one.until}, in ${hours} hours, ${where}.`,
          'Find out why the zone is not re-signed.',
        ),
      ];
    }
    return [];
  });
}

function keyFindings(answer: DelegationAnswer, zone: Zone): DelegationFinding[] {
  const servers = targetServers(answer).filter(({ authoritative }) => authoritative);
  const weak = zone.keys.flatMap((key): DelegationFinding[] => {
    if (key.advice === 'use' || key.advice === null) return [];
    const state = key.advice === 'never' ? 'bad' : key.algorithmName === 'RSASHA512' ? 'note' : 'warn';
    const evidence = `The key ${key.keyTag} has algorithm ${key.algorithm} (${key.algorithmName}).`;
    return [finding('algorithm-weak', state, zone.name, evidence, 'Roll over to algorithm 13 (ECDSAP256SHA256).')];
  });
  // A server that did not answer the query for keys is not missing any.
  const told = new Set([
    ...zone.keys.flatMap((key) => key.servers),
    ...servers.flatMap(({ signed, address }) => (signed === false ? address : [])),
  ]);
  const missing = zone.keys.flatMap((key): DelegationFinding[] => {
    const without = servers.filter(({ address }) => !key.servers.includes(address) && told.has(address));
    if (without.length === 0) return [];
    const evidence = `The key ${key.keyTag} is missing at ${without.map(shown).join(', ')}.`;
    return [finding('keys-differ', 'warn', zone.name, evidence, 'Publish all keys on all servers.')];
  });
  return [...weak, ...missing, ...strippedFindings(servers), ...algorithmFindings(zone, servers)];
}

/** Each algorithm in the DS records has to be used for signing at every server (RFC 4035 section 2.2, RFC 6840 section 5.11). */
function algorithmFindings(zone: Zone, servers: readonly Server[]): DelegationFinding[] {
  const named = zone.ds.filter(({ state }) => state === 'matches').map(({ algorithm }) => algorithm);
  return [...new Set(named)].flatMap((algorithm): DelegationFinding[] => {
    const ofSoa = zone.signatures.filter(({ covers }) => covers === 'SOA');
    const without = servers.filter(({ address }) => {
      const here = ofSoa.filter((one) => one.servers.includes(address));
      return here.length > 0 && !here.some((one) => one.algorithm === algorithm);
    });
    if (without.length === 0) return [];
    const who = without.map(shown).join(', ');
    const evidence = `A DS record refers to a key with algorithm ${algorithm}, but ${who} has no signature with it over the SOA record.`;
    const fix = 'Serve signatures with all algorithms on every server before a DS record refers to them.';
    return [finding('algorithm-incomplete', 'warn', zone.name, evidence, fix)];
  });
}

function strippedFindings(servers: readonly Server[]): DelegationFinding[] {
  return servers
    .filter(({ signed }) => signed === false)
    .map((server) =>
      finding(
        'signatures-missing',
        'bad',
        server.name,
        `${shown(server)} answers without signatures.`,
        'Make the server transfer the signed zone.',
      ),
    );
}

function denialFindings(answer: DelegationAnswer, zone: Zone): DelegationFinding[] {
  // If a server's signatures fail, those of its denials fail as well, which has been reported already.
  const failing = zone.signatures.filter(({ state }) => state !== 'valid').flatMap(({ servers }) => servers);
  const unproven = targetServers(answer).filter(
    ({ denial, address }) => denial === 'not-proven' && !failing.includes(address),
  );
  const { nsec3 } = answer.details;
  const iterations = nsec3 !== null && nsec3.iterations > 0;
  return [
    ...(unproven.length === 0 ? [] : [denialUnproven(zone, unproven)]),
    ...(iterations
      ? [
          finding(
            'nsec3-iterations',
            'warn',
            zone.name,
            `NSEC3PARAM has ${nsec3.iterations} additional iterations.`,
            'Set the iterations to 0 and sign the zone again.',
          ),
        ]
      : []),
  ];
}

function denialUnproven({ name }: Zone, servers: readonly Server[]): DelegationFinding {
  const evidence = `No valid proof that a name does not exist from ${servers.map(shown).join(', ')}.`;
  return finding(
    'denial-unproven',
    'bad',
    name,
    evidence,
    'Sign the zone again, with a complete chain of NSEC or NSEC3 records.',
  );
}

/** A first CDS, before there is any DS record, is how the chain begins and no reason to warn (RFC 8078). */
function wishFindings({ details }: DelegationAnswer, zone: Zone): DelegationFinding[] {
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
