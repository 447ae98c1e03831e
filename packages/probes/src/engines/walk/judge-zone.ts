import { zoneText } from '@sonde/contract/tools/delegation/data/zone-text';
import { typeMnemonic } from '../../protocols/dns-message/record-types.ts';
import { isSupportedAlgorithm, isSupportedDigest } from '../../protocols/dnssec/algorithms.ts';
import { type Digest, keyOfDs } from '../../protocols/dnssec/digests.ts';
import { type Dnskey, type Ds, dnskeyOf, isRevoked, maySign, types } from '../../protocols/dnssec/records.ts';
import {
  type CheckedSignature,
  checkSignatures,
  isProven,
  type RrsigState,
  type SignatureChecks,
  signatureTime,
} from '../../protocols/dnssec/signatures.ts';
import { NS } from './name-servers.ts';
import { hasAnswered, isAuthoritativeFor, keysReplyOf, type ServerView, SOA } from './server-view.ts';
import type { JudgedDs, JudgedSignature, JudgedZone, Status, Trust, TrustEdge } from './trust.ts';
import { addressVariantsOf, type Variant, variantsOf } from './variants.ts';

export interface Checks extends SignatureChecks {
  readonly digest: Digest;
}

const SHA1_DIGEST = 1;

/**
 * Judges a zone by what its parent proves and by the sets at its apex, as each server has them.
 * @param host a name in the zone: the signatures over its addresses are checked too, and leave the verdict as it is
 */
export function judgeZone(
  zone: string,
  trust: Trust,
  views: readonly ServerView[],
  checks: Checks,
  host: string | null = null,
): JudgedZone {
  const variants = variantsOf(views, zone, types.dnskey);
  const keysOf = ({ set }: Variant) => set.rdatas.flatMap((rdata) => dnskeyOf({ type: types.dnskey, rdata }) ?? []);
  const keys = uniqueKeys(variants.flatMap(keysOf));
  const published = trust.kind === 'ds' || trust.kind === 'unsigned' ? trust.ds : [];
  const areRead = keys.length > 0 || sayKeys(views, zone).areAbsent;
  const ds = published.map((one) => (areRead ? judgeDs(zone, one, keys, checks.digest) : unjudgedDs(one)));
  const proven = trust.kind === 'ds' ? provenVariants(zone, usableDs(trust.ds), variants, checks) : [];
  const trustedKeys = uniqueKeys(proven.flatMap(keysOf));
  // Without a chain of trust, the zone's own keys are used as they are: the result is reported, but proves nothing.
  const signing = trustedKeys.length > 0 ? trustedKeys : keys;
  const checkedSet = (type: number, variant: Variant): CheckedSet => ({
    type,
    variant,
    checked: checkSignatures(variant.set, variant.signatures, signing, zone, checks),
  });
  const sets = [types.dnskey, SOA, NS].flatMap((type) =>
    variantsOf(views, zone, type).map((variant) => checkedSet(type, variant)),
  );
  const addresses = host === null ? [] : addressVariantsOf(views, host);
  const ofAddresses = addresses.map(({ type, variant }) => checkedSet(type, variant));
  const judged = (all: readonly CheckedSet[]) => all.flatMap((one) => judgedSignatures(one, checks.nowSeconds));
  const signatures = judged(sets);
  const found = { zone, trust, views, keys, ds, proven, sets };
  return {
    ...statusOf(found),
    ds,
    keys,
    trustedKeys,
    signatures: [...signatures, ...judged(ofAddresses)],
    edges: [...ds.map((one) => dsEdge(zone, one)), ...signatureEdges(zone, signatures)],
  };
}

interface CheckedSet {
  readonly type: number;
  readonly variant: Variant;
  readonly checked: readonly CheckedSignature[];
}

/** SHA-1 counts only if nothing better is available (RFC 4509 section 3). */
function usableDs(all: readonly Ds[]): Ds[] {
  const known = all.filter((ds) => isSupportedAlgorithm(ds.algorithm) && isSupportedDigest(ds.digestType));
  const strong = known.filter(({ digestType }) => digestType !== SHA1_DIGEST);
  return strong.length > 0 ? strong : known;
}

/** The key sets that are signed by a key to which a DS refers (RFC 4035 section 5.2). */
function provenVariants(zone: string, ds: readonly Ds[], variants: readonly Variant[], checks: Checks): Variant[] {
  return variants.filter(({ set, signatures }) => {
    const keys = set.rdatas.flatMap((rdata) => dnskeyOf({ type: types.dnskey, rdata }) ?? []);
    const named = ds.flatMap((one) => keyOfDs(zone, one, keys, checks.digest).key ?? []);
    return named.length > 0 && isProven(checkSignatures(set, signatures, named, zone, checks));
  });
}

function judgeDs(zone: string, ds: Ds, keys: readonly Dnskey[], digest: Digest): JudgedDs {
  if (!isSupportedAlgorithm(ds.algorithm)) return { ...ds, fit: 'unsupported-algorithm' };
  const { fit, key } = keyOfDs(zone, ds, keys, digest);
  if (key === null || maySign(key)) return { ...ds, fit };
  return { ...ds, fit: isRevoked(key) ? 'key-revoked' : 'not-a-zone-key' };
}

function unjudgedDs(ds: Ds): JudgedDs {
  return { ...ds, fit: isSupportedAlgorithm(ds.algorithm) ? 'not-checked' : 'unsupported-algorithm' };
}

/** What the servers answered about the keys of a zone that has none. */
function sayKeys(views: readonly ServerView[], zone: string) {
  const replies = views.map((view) => keysReplyOf(view, zone));
  const isTruncated = replies.includes('truncated');
  // A cut off answer may hold keys: then nobody has said that there are none.
  return { isTruncated, areAbsent: replies.includes('none') && !isTruncated };
}

function uniqueKeys(keys: readonly Dnskey[]): Dnskey[] {
  const known = new Map(keys.map((key) => [key.rdata.join(), key]));
  return [...known.values()];
}

interface Found {
  readonly zone: string;
  readonly trust: Trust;
  readonly views: readonly ServerView[];
  readonly keys: readonly Dnskey[];
  readonly ds: readonly JudgedDs[];
  readonly proven: readonly Variant[];
  readonly sets: readonly CheckedSet[];
}

type Judgement = { readonly status: Status; readonly why: string };

function statusOf(found: Found): Judgement {
  const { zone, trust, views } = found;
  if (!views.some((view) => isAuthoritativeFor(view, zone))) {
    const whoAnswers = views.some(hasAnswered) ? 'gives an authoritative answer' : 'answers';
    return { status: 'not-determinable', why: `No server of ${zoneText(zone)} ${whoAnswers}.` };
  }
  if (trust.kind === 'unsigned') return { status: 'insecure', why: trust.why };
  if (trust.kind === 'bogus') return { status: 'bogus', why: trust.why };
  if (trust.kind === 'unknown') return { status: 'not-determinable', why: trust.why };
  if (trust.kind === 'undelegated') return undelegated(trust);
  if (usableDs(trust.ds).length === 0) {
    return {
      status: 'insecure',
      why: `Every DS of ${zoneText(zone)} has an algorithm or digest type that validating resolvers do not support.`,
    };
  }
  if (found.proven.length === 0) {
    return found.keys.length === 0 ? withoutKeys(found) : { status: 'bogus', why: whyNotProven(found) };
  }
  const soa = found.sets.filter(({ type }) => type === SOA);
  if (soa.some(({ checked }) => isProven(checked))) {
    return { status: 'secure', why: chainText(zone) };
  }
  if (soa.length === 0)
    return { status: 'not-determinable', why: `No server of ${zoneText(zone)} returned its SOA record.` };
  return { status: 'bogus', why: `The SOA record of ${zoneText(zone)} ${whyUnproven(soa)}.` };
}

/** Without a delegation, validating resolvers expect the signatures of the parent zone. */
function undelegated({ why, isExpected }: Extract<Trust, { kind: 'undelegated' }>): Judgement {
  if (isExpected) return { status: 'insecure', why: `${why} So there is no DS record yet.` };
  return { status: 'bogus', why: `${why} Validating resolvers therefore reject the answers of its servers.` };
}

function withoutKeys({ zone, views }: Found): Judgement {
  const { isTruncated, areAbsent } = sayKeys(views, zone);
  if (areAbsent)
    return { status: 'bogus', why: `The parent has a DS for ${zoneText(zone)}, but the zone has no keys.` };
  const why = isTruncated
    ? `The keys of ${zoneText(zone)} could not be read: they do not fit into a UDP answer, and the servers do not answer over TCP.`
    : `No server of ${zoneText(zone)} returned its keys.`;
  return { status: 'not-determinable', why };
}

function chainText(zone: string): string {
  return zone === '.'
    ? 'The keys of the root match the trust anchors.'
    : `The chain of trust from the root to ${zone} is valid.`;
}

function whyNotProven({ zone, ds, sets }: Found): string {
  const [first] = ds;
  const fits = ds.filter(({ fit }) => fit === 'matches');
  if (fits.length === 0) {
    const differing = ds.find(({ fit }) => fit === 'digest-differs');
    if (differing !== undefined)
      return `The digest of the DS ${differing.keyTag} does not match the key of ${zoneText(zone)}.`;
    const unusable = ds.find(({ fit }) => fit === 'key-revoked' || fit === 'not-a-zone-key');
    if (unusable !== undefined) {
      const what =
        unusable.fit === 'key-revoked' ? 'is revoked (REVOKE flag)' : 'is no zone key (Zone Key flag missing)';
      return `The DS ${unusable.keyTag} refers to a key of ${zoneText(zone)} that ${what}, so its signatures do not count.`;
    }
    return `The DS ${first?.keyTag} refers to a key that ${zoneText(zone)} does not have.`;
  }
  const keySets = sets.filter(({ type }) => type === types.dnskey);
  const byNamed = keySets.map((one) => ({
    ...one,
    checked: one.checked.filter(({ signature }) => fits.some(({ keyTag }) => keyTag === signature.keyTag)),
  }));
  const signers = [...new Set(keySets.flatMap(({ checked }) => checked.map(({ signature }) => signature.keyTag)))];
  const tags = [...new Set(fits.map(({ keyTag }) => keyTag))];
  // Signed, but only by keys to which no DS refers.
  if (byNamed.every(({ checked }) => checked.length === 0)) {
    const by = signers.length === 0 ? 'is not signed' : `is signed by ${keysText(signers)} only`;
    return `The DS refers to ${keysText(tags)} of ${zoneText(zone)}, but the key set ${by}.`;
  }
  return `The key set of ${zoneText(zone)} ${whyUnproven(byNamed)}, by ${keysText(tags)}, to which the DS refers.`;
}

function keysText(tags: readonly number[]): string {
  return `the ${tags.length === 1 ? 'key' : 'keys'} ${tags.join(', ')}`;
}

const stateWords: Readonly<Record<RrsigState, string>> = {
  valid: 'has a valid signature',
  expired: 'has an expired signature',
  'not-yet-valid': 'has a signature that is not valid yet',
  wrong: 'has a signature that does not verify',
  'no-key': 'is signed by a key that the zone does not have',
  unsupported: 'is signed by a key that cannot be read',
  malformed: 'has a signature that is malformed or names another signer',
  'not-checked': 'has more signatures than Sonde checks',
};
/** The first of these that occurs is reported. */
const tellingFirst: readonly RrsigState[] = [
  'expired',
  'not-yet-valid',
  'wrong',
  'unsupported',
  'no-key',
  'malformed',
  'not-checked',
];

function whyUnproven(sets: readonly CheckedSet[]): string {
  const states = sets.flatMap(({ checked }) => checked.map(({ state }) => state));
  const telling = tellingFirst.find((state) => states.includes(state));
  return telling === undefined ? 'has no signature by a key that the chain of trust proves' : stateWords[telling];
}

function judgedSignatures({ type, variant, checked }: CheckedSet, nowSeconds: number): JudgedSignature[] {
  return checked.map(({ signature, state }) => ({
    covers: typeMnemonic(type),
    keyTag: signature.keyTag,
    algorithm: signature.algorithm,
    from: signatureTime(signature.inception, nowSeconds),
    until: signatureTime(signature.expiration, nowSeconds),
    state,
    addresses: variant.addresses,
  }));
}

function dsEdge(zone: string, { keyTag, digestType, fit }: JudgedDs): TrustEdge {
  const isOpen = fit === 'not-checked' || fit === 'unsupported-algorithm' || fit === 'unsupported-digest';
  const ok = isOpen ? null : fit === 'matches';
  const from = `${zone} DS ${keyTag} ${digestType}`;
  return { kind: 'ds', from, to: `${zone} DNSKEY ${keyTag}`, ok, why: ok === true ? null : fit };
}

/** One per key and set, whatever the number of servers. */
function signatureEdges(zone: string, signatures: readonly JudgedSignature[]): TrustEdge[] {
  const edges = new Map<string, TrustEdge>();
  for (const { covers, keyTag, state } of signatures) {
    const ok = state === 'valid' ? true : state === 'not-checked' || state === 'unsupported' ? null : false;
    const edge: TrustEdge = {
      kind: 'signature',
      from: `${zone} DNSKEY ${keyTag}`,
      to: `${zone} ${covers}`,
      ok,
      why: ok === true ? null : state,
    };
    edges.set(`${edge.from} ${edge.to} ${state}`, edge);
  }
  return [...edges.values()];
}
