import { type AddressProblem, addressProblems, MAX_CHECKED_ADDRESSES, ToolError } from '@sonde/contract';
import { type GuardedAddress, NetFailure } from '../../../net/net.ts';
import { ask, untilDone } from '../ask.ts';
import { CheckStopped } from '../budget.ts';
import type { Sent } from '../certificates.ts';
import { asBriefClient } from '../current-client.ts';
import type { Scan } from '../dial.ts';
import { failureOf, usualOffer } from '../first-hello.ts';
import { type SideWays, withSideScan } from './side-scan.ts';

/** What one of the other addresses of the name showed in its first handshake. */
export interface OtherAddress {
  readonly address: string;
  /** Null where a certificate was read. */
  readonly problem: AddressProblem | null;
  /** What a current client negotiates; null where it gets nothing. */
  readonly version: number | null;
  readonly sent: Sent | null;
}

export function withoutCertificate(address: string, problem: AddressProblem): OtherAddress {
  return { address, problem, version: null, sent: null };
}

/** Those that are asked beside the measured one, and those for which there are too many. */
export function splitAddresses(addresses: readonly GuardedAddress[], measured: string) {
  const others = addresses.filter(({ address }) => address !== measured);
  const room = MAX_CHECKED_ADDRESSES - 1;
  return { asked: others.slice(0, room), notAsked: others.slice(room) };
}

/**
 * Makes the first handshake with each of the addresses, all at once: they are different servers. `onAnswer` is told of each.
 * @throws the reason of the check's signal when the caller gave up
 */
export async function meetAddresses(
  addresses: readonly GuardedAddress[],
  ways: SideWays,
  onAnswer: (answer: OtherAddress) => void,
): Promise<void> {
  await Promise.all(addresses.map(async ({ address }) => onAnswer(await meetAddress(address, ways))));
}

async function meetAddress(address: string, ways: SideWays): Promise<OtherAddress> {
  try {
    return { address, ...(await withSideScan(address, ways, firstHandshake)) };
  } catch (error) {
    return withoutCertificate(address, problemOf(error));
  }
}

async function firstHandshake(scan: Scan): Promise<Omit<OtherAddress, 'address'>> {
  const found = await asBriefClient(scan);
  const session = 'refusedWith' in found ? null : found;
  if (session?.certificates) return { problem: null, version: session.version, sent: session };
  const outcome = await ask(scan, usualOffer, untilDone);
  if (outcome.kind !== 'accepted') throw failureOf(outcome);
  const { certificates, ocspResponse } = outcome.flight;
  const sent = certificates && { certificates, ocspResponse, timestamps: outcome.hello.timestamps };
  return { problem: sent === null ? 'unread' : null, version: session?.version ?? null, sent };
}

/** @throws what is none of the address's doing */
export function problemOf(error: unknown): AddressProblem {
  if (error instanceof ToolError && error.code === 'rate-limited') return 'limited';
  if (error instanceof CheckStopped) return 'timeout';
  if (!(error instanceof NetFailure)) throw error;
  return addressProblems.find((name) => name === error.reason) ?? 'unreachable';
}
