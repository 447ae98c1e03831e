// net/guard/: which hosts, addresses and ports may be contacted.

import { toDnsName } from '@sonde/contract/targets/domain';
import { type GuardedAddress, NetFailure } from '../net.ts';
import { createDenyList } from './deny-list.ts';
import { contains, covers, formatAddress, type IpAddress, type IpNetwork, parseAddress } from './ip-address.ts';
import { createJudge, interfaceAddresses, type Judge, type Refusal } from './judge.ts';
import { networkOf } from './special-use.ts';
import { isLocalName, localNetworkOfReverseName } from './special-use-names.ts';

/** A host that passed the first check: an address that may be contacted, or a name to be resolved. */
type Host =
  | { readonly kind: 'address'; readonly address: GuardedAddress }
  | { readonly kind: 'name'; readonly name: string };

/**
 * Decides which hosts Sonde may contact. Every method refuses by throwing a `NetFailure`; the reason `denied` takes
 * precedence over all others.
 */
export interface Guard {
  /**
   * Reads a host.
   * @throws NetFailure `special-use` for special-use addresses and names and for legacy spellings of addresses (`127.1`,
   * `0x7f000001`), `denied`, `no-address` for text that is not a host
   */
  readHost(text: string): Host;
  /**
   * Those of the first 64 addresses of a name that may be contacted.
   * @throws NetFailure `no-address` when none is given, `special-use` or `denied` when none is left
   */
  keepAllowed(name: string, addresses: readonly string[]): readonly GuardedAddress[];
  /**
   * Refuses local names and the reverse zones of local networks: a resolver in our network could disclose its structure.
   * @throws NetFailure `special-use` or `denied`
   */
  checkQuestion(name: string): void;
  /**
   * Refuses an alias that leads to a denied name, whose addresses are those of the denied target.
   * @throws NetFailure `denied`
   */
  checkAlias(name: string): void;
  /**
   * Applies both `readHost` and `checkQuestion`, for a host that is not contacted itself.
   * @throws NetFailure as they do
   */
  checkHost(text: string): void;
  /** Whether the operator has allowed the network of an address. The address may still be denied. */
  isLetIn(address: string): boolean;
  /** The names below a permitted zone that are not denied themselves; evaluated lazily. */
  withoutDenied(prefixes: Iterable<string>, zone: string): Iterable<string>;
  /** Those of many addresses that may be contacted, spelled as given. */
  keepAllowedOf(addresses: Iterable<string>): ReadonlySet<string>;
}

export interface GuardOptions {
  /** CIDRs that are allowed although they are special-use. */
  readonly allowNetworks: readonly string[];
  /** Names, addresses and CIDRs that are refused although they are public. */
  readonly denyTargets: readonly string[];
  /** The addresses of this machine; default: read from the system each time. */
  readonly ownAddresses?: () => readonly string[];
  /** The prefixes under which this network reaches IPv4 by IPv6; default: none. */
  readonly translationPrefixes?: () => readonly IpNetwork[];
}

/** No legitimate host has more; each one has to be checked and may be tried. */
const MAX_ADDRESSES = 64;

/** Text that `inet_aton` and URLs read as IPv4 (WHATWG URL, "ends in a number"): 127.1, 2130706433, 0x7f.1, 0177.0.0.1. */
const ENDS_IN_A_NUMBER = /(?:^|\.)(?:\d+|0x[\da-f]*)\.?$/i;

/** @throws RangeError when `allowNetworks` holds an invalid CIDR, or `denyTargets` an invalid name or network */
export function createGuard({
  allowNetworks,
  denyTargets,
  ownAddresses = interfaceAddresses,
  translationPrefixes = () => [],
}: GuardOptions): Guard {
  const allowed = allowNetworks.map(networkOf);
  const denied = createDenyList(denyTargets);

  const judge = createJudge({ allowed, denied, ownAddresses, translationPrefixes });

  const refuseDenied = (name: string): void => {
    if (denied.hasName(name)) throw new NetFailure('denied', `${name} is denied`);
  };

  function* allowedOf(prefixes: Iterable<string>, zone: string): Generator<string> {
    for (const prefix of prefixes) if (!denied.hasName(`${prefix}.${zone}`)) yield prefix;
  }

  const guard: Guard = {
    readHost: (text) => {
      const trimmed = text.trim();
      const address = parseAddress(trimmed);
      if (address === null) {
        const name = readName(trimmed);
        refuseDenied(name);
        return { kind: 'name', name };
      }
      const canonical = formatAddress(address);
      const refusal = judge()(address, canonical);
      if (refusal !== null) throw new NetFailure(refusal.reason, refusal.why);
      return { kind: 'address', address: { address: canonical, family: address.family } };
    },

    keepAllowed: (name, texts) => {
      const addresses = texts.slice(0, MAX_ADDRESSES).flatMap((text) => parseAddress(text) ?? []);
      if (addresses.length === 0) throw new NetFailure('no-address', `${name} has no address`);
      return keepPublic(name, addresses, judge());
    },

    checkQuestion: (name) => {
      refuseDenied(name);
      if (isLocalName(name)) throw new NetFailure('special-use', `${name} is a local name`);
      const network = localNetworkOfReverseName(name);
      if (network !== null && !allowed.some((one) => covers(one, network))) {
        throw new NetFailure('special-use', `${name} is a reverse zone of a local network`);
      }
    },

    checkAlias: refuseDenied,

    isLetIn: (text) => {
      const address = parseAddress(text);
      return address !== null && allowed.some((network) => contains(network, address));
    },

    checkHost: (text) => {
      const host = guard.readHost(text);
      if (host.kind === 'name') guard.checkQuestion(host.name);
    },
    keepAllowedOf: (addresses) => {
      const whyRefused = judge();
      const mayContact = (text: string) => {
        const address = parseAddress(text);
        return address !== null && whyRefused(address, formatAddress(address)) === null;
      };
      return new Set([...addresses].filter(mayContact));
    },
    withoutDenied: (prefixes, zone) => (denied.hasNamesBelow(zone) ? allowedOf(prefixes, zone) : prefixes),
  };
  return guard;
}

function keepPublic(name: string, addresses: readonly IpAddress[], whyRefused: Judge): readonly GuardedAddress[] {
  const kept = new Map<string, GuardedAddress>();
  let first: Refusal | null = null;
  for (const address of addresses) {
    const canonical = formatAddress(address);
    const refusal = whyRefused(address, canonical);
    if (refusal === null) kept.set(canonical, { address: canonical, family: address.family });
    else first ??= refusal;
  }
  if (kept.size === 0) throw new NetFailure(first?.reason ?? 'special-use', `${name}: ${first?.why}`);
  return [...kept.values()];
}

function readName(text: string): string {
  if (ENDS_IN_A_NUMBER.test(text))
    throw new NetFailure('special-use', `${shown(text)} is an unusual spelling of an address`);
  if (isLocalName(text)) throw new NetFailure('special-use', `${shown(text)} is a local name`);
  const name = toDnsName(text);
  if (name === null) throw new NetFailure('no-address', `${shown(text)} is no host`);
  // Checked again: full-width letters and the like have become ASCII.
  if (isLocalName(name)) throw new NetFailure('special-use', `${name} is a local name`);
  return name;
}

/** Untrusted text for the log: shortened, without line breaks. */
function shown(text: string): string {
  return JSON.stringify(text.slice(0, 100));
}
