import { networkInterfaces } from 'node:os';
import { contains, type IpNetwork, parseAddress } from '../guard/ip-address.ts';
import { revealedPrefixes } from '../guard/nat64.ts';
import { networkOf } from '../guard/special-use.ts';
import type { DnsQuestion, DnsReply } from '../net.ts';

/** RFC 7050 section 3 */
const question: DnsQuestion = { name: 'ipv4only.arpa', type: 28 };
const REMEMBERED_MS = 600_000;
/** A question that failed is asked again soon, since its answer was missed. */
const FAILURE_REMEMBERED_MS = 10_000;
const linkLocal = networkOf('fe80::/10');

export interface Translators {
  /** The prefixes that are known now. */
  prefixes(): readonly IpNetwork[];
  /** Learns the prefixes, if that was not done lately. Never rejects, except with the reason of the signal. */
  learn(signal: AbortSignal): Promise<void>;
}

export interface TranslatorOptions {
  /** The prefixes that the operator has named; null: they are discovered. */
  readonly named: readonly IpNetwork[] | null;
  ask(question: DnsQuestion, signal: AbortSignal): Promise<DnsReply>;
  readonly closing: AbortSignal;
  /** Default: whether an interface of this machine has an IPv6 address. */
  readonly hasIpv6?: () => boolean;
  /** Milliseconds of a monotonic clock. */
  readonly now?: () => number;
}

/**
 * The prefixes under which this network reaches IPv4 by IPv6 (NAT64). They look like ordinary public addresses, but lead
 * wherever the embedded IPv4 address is, which may be inside.
 */
export function createTranslators({
  named,
  ask,
  closing,
  hasIpv6 = machineHasIpv6,
  now = () => performance.now(),
}: TranslatorOptions): Translators {
  let known = named ?? [];
  let learning: Promise<void> | null = null;
  let untilMs = Number.NEGATIVE_INFINITY;

  const discover = async () => {
    try {
      const { message } = await ask(question, closing);
      const addresses = message.answers.flatMap(({ type, fields: [text = ''] }) =>
        type === question.type ? (parseAddress(text) ?? []) : [],
      );
      known = addresses.flatMap(revealedPrefixes);
      untilMs = now() + REMEMBERED_MS;
    } catch {
      // What was known stays: it only makes the guard stricter.
      untilMs = now() + FAILURE_REMEMBERED_MS;
    } finally {
      learning = null;
    }
  };

  return {
    prefixes: () => known,
    async learn(signal) {
      if (named !== null || !hasIpv6() || now() < untilMs) return;
      learning ??= discover();
      await learning;
      signal.throwIfAborted();
    },
  };
}

/** Without such an address, no packet to an IPv6 address leaves this machine. */
function machineHasIpv6(): boolean {
  return Object.values(networkInterfaces()).some((entries = []) =>
    entries.some(({ address, internal }) => {
      const parsed = internal ? null : parseAddress(address);
      return parsed?.family === 6 && !contains(linkLocal, parsed);
    }),
  );
}
