import { zoneText } from '@sonde/contract/tools/delegation/data/zone-text';
import { typeMnemonic } from '../../protocols/dns-message/record-types.ts';
import { isSupportedAlgorithm, isSupportedDigest } from '../../protocols/dnssec/algorithms.ts';
import { type Digest, keyOfDs } from '../../protocols/dnssec/digests.ts';
import { type Dnskey, type Ds, dnskeyOf, types } from '../../protocols/dnssec/records.ts';
import {
  type CheckedSignature,
  checkSignatures,
  isProven,
  type SignatureChecks,
  type SignatureState,
  signatureTime,
} from '../../protocols/dnssec/signatures.ts';
import { NS } from './name-servers.ts';
import { hasAnswered, isAuthoritativeFor, replyTo, type ServerView, SOA } from './server-view.ts';
import type { Edge, JudgedDs, JudgedSignature, JudgedZone, Status, Trust } from './trust.ts';
import { type Variant, variantsOf } from './variants.ts';

export interface Checks extends SignatureChecks {
  readonly digest: Digest;
}

const SHA1_DIGEST = 1;

/** Judges a zone by what its parent proves and by the sets at its apex, as each server has them. */
export function judgeZone(zone: string, trust: Trust, views: readonly ServerView[], checks: Checks): JudgedZone {
  const variants = variantsOf(views, zone, types.dnskey);
  const keysOf = ({ set }: Variant) => set.rdatas.flatMap((rdata) => dnskeyOf({ type: types.dnskey, rdata }) ?? []);
  const keys = uniqueKeys(variants.flatMap(keysOf));
  const ds = trust.kind === 'ds' ? trust.ds.map((one) => judgeDs(zone, one, keys, checks.digest)) : [];
  const proven = trust.kind === 'ds' ? provenVariants(zone, usableDs(trust.ds), variants, checks) : [];
  const trustedKeys = uniqueKeys(proven.flatMap(keysOf));
  // Without a chain of trust, the zone's own keys are used as they are: the result is reported, but proves nothing.
  const signing = trustedKeys.length > 0 ? trustedKeys : keys;
  const sets = [types.dnskey, SOA, NS].flatMap((type) =>
    variantsOf(views, zone, type).map((variant) => ({
      type,
      variant,
      checked: checkVariant(zone, variant, signing, checks),
    })),
  );
  const signatures = sets.flatMap((one) => judgedSignatures(one, checks.nowSeconds));
  const found = { zone, trust, views, keys, ds, proven, sets };
  return {
    ...statusOf(found),
    ds,
    keys,
    trustedKeys,
    signatures,
    edges: [...ds.map((one) => dsEdge(zone, one)), ...signatureEdges(zone, signatures)],
  };
}

interface CheckedSet {
  readonly type: number;
  readonly variant: Variant;
  readonly checked: readonly CheckedSignature[];
}

function checkVariant(zone: string, { set, signatures }: Variant, keys: readonly Dnskey[], checks: Checks) {
  return checkSignatures(set, signatures, keys, zone, checks);
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
  if (keys.length === 0) return { ...ds, fit: 'no-key' };
  return { ...ds, fit: keyOfDs(zone, ds, keys, digest).fit };
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
  if (usableDs(trust.ds).length === 0) {
    return {
      status: 'insecure',
      why: `Every DS of ${zoneText(zone)} has an algorithm or digest type that validating resolvers do not support.`,
    };
  }
  const saidKeys = views.some((view) => replyTo(view, { name: zone, type: types.dnskey })?.message.rcode === 0);
  if (found.proven.length === 0) {
    if (!saidKeys) return { status: 'not-determinable', why: `No server of ${zoneText(zone)} returned its keys.` };
    return { status: 'bogus', why: whyNotProven(found) };
  }
  const soa = found.sets.filter(({ type }) => type === SOA);
  if (soa.some(({ checked }) => isProven(checked))) {
    return { status: 'secure', why: chainText(zone) };
  }
  if (soa.length === 0)
    return { status: 'not-determinable', why: `No server of ${zoneText(zone)} returned its SOA record.` };
  return { status: 'bogus', why: `The SOA record of ${zoneText(zone)} ${whyUnproven(soa)}.` };
}

function chainText(zone: string): string {
  return zone === '.'
    ? 'The keys of the root match the trust anchors.'
    : `The chain of trust from the root to ${zone} is valid.`;
}

function whyNotProven({ zone, keys, ds, sets }: Found): string {
  if (keys.length === 0) return `The parent has a DS for ${zoneText(zone)}, but the zone has no keys.`;
  const [first] = ds;
  const fits = ds.filter(({ fit }) => fit === 'matches');
  if (fits.length === 0) {
    const differing = ds.find(({ fit }) => fit === 'digest-differs');
    if (differing !== undefined)
      return `The digest of the DS ${differing.keyTag} does not match the key of ${zoneText(zone)}.`;
    return `The DS ${first?.keyTag} refers to a key that ${zoneText(zone)} does not have.`;
  }
  const keySets = sets.filter(({ type }) => type === types.dnskey);
  const byNamed = keySets.map((one) => ({
    ...one,
    checked: one.checked.filter(({ signature }) => fits.some(({ keyTag }) => keyTag === signature.keyTag)),
  }));
  return `The key set of ${zoneText(zone)} ${whyUnproven(byNamed)}.`;
}

const stateWords: Readonly<Record<SignatureState, string>> = {
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
const tellingFirst: readonly SignatureState[] = [
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

function dsEdge(zone: string, { keyTag, digestType, fit }: JudgedDs): Edge {
  const ok = fit === 'matches' ? true : fit === 'no-key' || fit === 'digest-differs' ? false : null;
  const from = `${zone} DS ${keyTag} ${digestType}`;
  return { kind: 'ds', from, to: `${zone} DNSKEY ${keyTag}`, ok, why: ok === true ? null : fit };
}

/** One per key and set, whatever the number of servers. */
function signatureEdges(zone: string, signatures: readonly JudgedSignature[]): Edge[] {
  const edges = new Map<string, Edge>();
  for (const { covers, keyTag, state } of signatures) {
    const ok = state === 'valid' ? true : state === 'not-checked' || state === 'unsupported' ? null : false;
    const edge: Edge = {
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
