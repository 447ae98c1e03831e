import type { DelegationZone } from '@sonde/contract';
import { digest } from '../../engines/walk/cryptography.ts';
import { NS, nsNames } from '../../engines/walk/name-servers.ts';
import { replyTo, type ServerView, wholeReplyTo } from '../../engines/walk/server-view.ts';
import type { Trust } from '../../engines/walk/trust.ts';
import type { WalkedZone } from '../../engines/walk/walk.ts';
import { nameKey } from '../../protocols/dns-message/name.ts';
import { algorithmName, algorithmOf, keyBits } from '../../protocols/dnssec/algorithms.ts';
import { dsOfKey } from '../../protocols/dnssec/digests.ts';
import { type Dnskey, dsText, isRevoked, isSep, types } from '../../protocols/dnssec/records.ts';

import { nsec3Of } from './details.ts';

const SHA256 = 2;

/** A walked zone in the form of the contract. */
export function zoneOf(zone: WalkedZone): DelegationZone {
  const { name, parent, referred, views, trust, judged } = zone;
  return {
    name,
    parent,
    status: judged.status,
    why: judged.why,
    isDelegated: parent === null ? null : delegatedOf(trust),
    ns: [...referred.ns].sort(),
    ownNs: ownNsOf(views, name),
    glue: referred.glue.map((one) => ({ ...one })),
    ds: judged.ds.map(({ fit, ...ds }) => ({ ...ds, state: fit })),
    dsDenial: denialOf(trust),
    keys: judged.keys.map((key) => keyOf(zone, key)),
    signatures: judged.signatures.map(({ addresses, ...signature }) => ({ ...signature, servers: [...addresses] })),
    nsec3: nsec3Of(views, name),
    nsTtlSeconds: referred.ttlSeconds,
    serversAsked: views.filter(({ isAsked }) => isAsked).length,
  };
}

/** Null if nobody has looked: for DS records given by the visitor, and below an unsigned zone. */
function delegatedOf(trust: Trust): boolean | null {
  if (trust.kind === 'undelegated') return false;
  if (trust.kind === 'ds') return trust.ttlSeconds === null ? null : true;
  return trust.kind === 'unsigned' && trust.denial?.result === 'proven' ? true : null;
}

function denialOf(trust: Trust): DelegationZone['dsDenial'] {
  const denial = trust.kind === 'unsigned' || trust.kind === 'undelegated' ? trust.denial : null;
  return denial && { ...denial };
}

/** The name servers listed by the zone's own servers, each once. */
function ownNsOf(views: readonly ServerView[], zone: string): string[] {
  return [...new Set(views.flatMap((view) => nsOf(view, zone)))].sort();
}

/** Those that one server lists authoritatively. */
export function nsOf(view: ServerView, zone: string): string[] {
  const message = replyTo(view, { name: zone, type: NS })?.message;
  return message?.isAuthoritative ? nsNames(message.answers, zone).sort() : [];
}

function keyOf({ name, views, judged }: WalkedZone, key: Dnskey): DelegationZone['keys'][number] {
  const ds = isRevoked(key) ? null : dsOfKey(name, key, SHA256, digest);
  const ofKey = judged.signatures.filter(
    ({ keyTag, algorithm }) => keyTag === key.keyTag && algorithm === key.algorithm,
  );
  return {
    keyTag: key.keyTag,
    algorithm: key.algorithm,
    algorithmName: algorithmName(key.algorithm),
    advice: algorithmOf(key.algorithm)?.advice ?? null,
    bits: keyBits(key.algorithm, key.publicKey),
    flags: key.flags,
    isSep: isSep(key),
    isRevoked: isRevoked(key),
    isTrusted: judged.trustedKeys.some(({ rdata }) => isSame(rdata, key.rdata)),
    signsKeys: ofKey.some(({ covers, state }) => covers === 'DNSKEY' && state === 'valid'),
    servers: views.filter((view) => holds(view, name, key)).map(({ address }) => address),
    ds: ds && dsText(name, ds),
  };
}

function holds(view: ServerView, zone: string, { rdata }: Dnskey): boolean {
  const answers = wholeReplyTo(view, { name: zone, type: types.dnskey })?.message.answers ?? [];
  return answers.some(
    (one) => one.type === types.dnskey && nameKey(one.name) === nameKey(zone) && isSame(one.rdata, rdata),
  );
}

function isSame(a: Uint8Array | undefined, b: Uint8Array): boolean {
  return a !== undefined && Buffer.compare(a, b) === 0;
}
