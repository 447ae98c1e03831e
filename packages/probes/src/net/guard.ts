import { networkInterfaces } from 'node:os';
import { toDnsName } from '@sonde/contract/target/domain';
import { createDenyList } from './deny-list.ts';
import { contains, covers, formatAddress, type IpAddress, parseAddress } from './ip-address.ts';
import { type GuardedAddress, NetFailure } from './net.ts';
import { networkOf, specialUseOf } from './special-use.ts';
import { isLocalName, localNetworkOfReverseName } from './special-use-names.ts';

/** A host as somebody wrote it: an address that may be contacted, or a name that still has to be resolved. */
type Host =
  | { readonly kind: 'address'; readonly address: GuardedAddress }
  | { readonly kind: 'name'; readonly name: string };

/**
 * Decides which hosts Sonde contacts. Every method refuses by throwing a `NetFailure`; what the operator denies is
 * `denied` whatever else it is.
 */
export interface Guard {
  /**
   * Reads a host.
   * @throws NetFailure `special_use` for special-use addresses and names and for old spellings of addresses
   * (`127.1`, `0x7f000001`), `denied`, `no_address` for text that is no host.
   */
  readHost(text: string): Host;
  /**
   * The addresses of a name that may be contacted, of at most 64 given.
   * @throws NetFailure `no_address` when none is given, `special_use` or `denied` when none is left.
   */
  keepAllowed(name: string, addresses: readonly string[]): readonly GuardedAddress[];
  /**
   * Local names and the reverse zones of local networks: a resolver near us may know things about our own network.
   * @throws NetFailure `special_use` or `denied`.
   */
  checkQuestion(name: string): void;
  /**
   * A name that an alias has led to: its addresses are those of a denied target, whatever was asked for.
   * @throws NetFailure `denied`.
   */
  checkAlias(name: string): void;
  /**
   * What `readHost` and `checkQuestion` say of a host that is only asked about elsewhere.
   * @throws NetFailure as they do.
   */
  checkHost(text: string): void;
  /** Whether the operator has let in the network of an address; nothing is known of its other rights. */
  isLetIn(address: string): boolean;
  /** Of names below a zone that may be asked for, those that are not denied one by one; taken lazily. */
  withoutDenied(prefixes: Iterable<string>, zone: string): Iterable<string>;
  /** Those of many addresses that may be contacted, each as it was spelled. */
  keepAllowedOf(addresses: Iterable<string>): ReadonlySet<string>;
}

export interface GuardOptions {
  /** CIDRs that are let through although they are special-use. */
  readonly allowNetworks: readonly string[];
  /** Names, addresses and CIDRs that are refused although they are public. */
  readonly denyTargets: readonly string[];
  /** The addresses of this machine; default: asked of the system each time. */
  readonly ownAddresses?: () => readonly string[];
}

/** No honest host has more; each would be checked, and perhaps tried. */
const MAX_ADDRESSES = 64;

/** What `inet_aton` and URLs read as IPv4 (WHATWG URL, "ends in a number"): 127.1, 2130706433, 0x7f.1, 0177.0.0.1. */
const ENDS_IN_A_NUMBER = /(?:^|\.)(?:\d+|0x[\da-f]*)\.?$/i;

/** @throws RangeError when `allowNetworks` holds something that is no CIDR, or `denyTargets` no name or network. */
export function createGuard({ allowNetworks, denyTargets, ownAddresses = interfaceAddresses }: GuardOptions): Guard {
  const allowed = allowNetworks.map(networkOf);
  const denied = createDenyList(denyTargets);

  /** Asks the system for our own addresses once per judgement of a host, since they may change. */
  const judge = (): ((address: IpAddress, canonical: string) => Refusal | null) => {
    const own = new Set(ownAddresses());
    return (address, canonical) => {
      if (denied.hasAddress(address)) return { reason: 'denied', why: `${canonical} is denied` };
      if (allowed.some((network) => contains(network, address))) return null;
      const use = specialUseOf(address);
      if (use !== null) return { reason: 'special_use', why: `${canonical} is ${use.name} (${use.prefix})` };
      // A public address of our own would reach what listens here for ourselves only.
      return own.has(canonical) ? { reason: 'special_use', why: `${canonical} is an address of this machine` } : null;
    };
  };

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
      if (addresses.length === 0) throw new NetFailure('no_address', `${name} has no address`);
      return keepPublic(name, addresses, judge());
    },

    checkQuestion: (name) => {
      refuseDenied(name);
      if (isLocalName(name)) throw new NetFailure('special_use', `${name} is a local name`);
      const network = localNetworkOfReverseName(name);
      if (network !== null && !allowed.some((one) => covers(one, network))) {
        throw new NetFailure('special_use', `${name} is a reverse zone of a local network`);
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

interface Refusal {
  readonly reason: 'special_use' | 'denied';
  readonly why: string;
}

function keepPublic(
  name: string,
  addresses: readonly IpAddress[],
  whyRefused: (address: IpAddress, canonical: string) => Refusal | null,
): readonly GuardedAddress[] {
  const kept = new Map<string, GuardedAddress>();
  let first: Refusal | null = null;
  for (const address of addresses) {
    const canonical = formatAddress(address);
    const refusal = whyRefused(address, canonical);
    if (refusal === null) kept.set(canonical, { address: canonical, family: address.family });
    else first ??= refusal;
  }
  if (kept.size === 0) throw new NetFailure(first?.reason ?? 'special_use', `${name}: ${first?.why}`);
  return [...kept.values()];
}

function readName(text: string): string {
  if (ENDS_IN_A_NUMBER.test(text)) throw new NetFailure('special_use', `${shown(text)} is an address in disguise`);
  if (isLocalName(text)) throw new NetFailure('special_use', `${shown(text)} is a local name`);
  const name = toDnsName(text);
  if (name === null) throw new NetFailure('no_address', `${shown(text)} is no host`);
  // Once more: full-width letters and the like have become ASCII now.
  if (isLocalName(name)) throw new NetFailure('special_use', `${name} is a local name`);
  return name;
}

/** Hostile text for the log: short, and without line ends. */
function shown(text: string): string {
  return JSON.stringify(text.slice(0, 100));
}

function interfaceAddresses(): string[] {
  return Object.values(networkInterfaces()).flatMap((entries = []) =>
    entries.flatMap(({ address }) => parseAddress(address) ?? []).map(formatAddress),
  );
}
