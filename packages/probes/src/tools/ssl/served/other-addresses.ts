import { type AddressProblem, addressProblems, MAX_CHECKED_ADDRESSES, ToolError } from '@sonde/contract';
import type { ServedChain } from '../../../engines/tls/certificate/served-chain.ts';
import { CheckStopped } from '../../../engines/tls/connection/budget.ts';
import type { Scan } from '../../../engines/tls/connection/dial.ts';
import { handshakeUpToFinished } from '../../../engines/tls/handshake/current-client.ts';
import { commonOffer, failureOf } from '../../../engines/tls/handshake/first-hello.ts';
import { sendOffer, untilDone } from '../../../engines/tls/handshake/send-hello.ts';
import { type GuardedAddress, NetFailure } from '../../../net/net.ts';
import { type SecondaryScanOptions, withSecondaryScan } from './secondary-scan.ts';

/** What a first handshake with another address of the name has shown. */
export interface OtherAddress {
  readonly address: string;
  /** Null if a certificate was read. */
  readonly problem: AddressProblem | null;
  /** The version that a current client negotiates; null if it cannot connect. */
  readonly version: number | null;
  readonly served: ServedChain | null;
}

export function addressWithoutCertificate(address: string, problem: AddressProblem): OtherAddress {
  return { address, problem, version: null, served: null };
}

/** The addresses checked beside the measured one, and those beyond the limit. */
export function splitAddresses(addresses: readonly GuardedAddress[], measured: string) {
  const others = addresses.filter(({ address }) => address !== measured);
  const room = MAX_CHECKED_ADDRESSES - 1;
  return { asked: others.slice(0, room), notAsked: others.slice(room) };
}

/**
 * Makes a first handshake with each of the addresses, concurrently, since they are different servers.
 * @throws the reason of the check's signal when the caller gave up
 */
export async function handshakeWithAddresses(
  addresses: readonly GuardedAddress[],
  ways: SecondaryScanOptions,
  onAnswer: (answer: OtherAddress) => void,
): Promise<void> {
  await Promise.all(addresses.map(async ({ address }) => onAnswer(await handshakeWithAddress(address, ways))));
}

async function handshakeWithAddress(address: string, ways: SecondaryScanOptions): Promise<OtherAddress> {
  try {
    return {
      address,
      ...(await withSecondaryScan(address, ways, (scan) => firstHandshake({ ...scan, purpose: 'first-handshake' }))),
    };
  } catch (error) {
    return addressWithoutCertificate(address, problemOf(error));
  }
}

async function firstHandshake(scan: Scan): Promise<Omit<OtherAddress, 'address'>> {
  const found = await handshakeUpToFinished(scan);
  const session = 'refusedWith' in found ? null : found;
  if (session?.certificates) return { problem: null, version: session.version, served: session };
  const result = await sendOffer(scan, commonOffer, untilDone);
  if (result.kind !== 'accepted') throw failureOf(result);
  const { certificates, ocspResponse } = result.flight;
  const served = certificates && { certificates, ocspResponse, timestamps: result.hello.timestamps };
  return { problem: served === null ? 'unread' : null, version: session?.version ?? null, served };
}

/** @throws errors that the address did not cause */
export function problemOf(error: unknown): AddressProblem {
  if (error instanceof ToolError && error.code === 'rate-limited') return 'limited';
  if (error instanceof CheckStopped) return 'timeout';
  if (!(error instanceof NetFailure)) throw error;
  return addressProblems.find((name) => name === error.reason) ?? 'unreachable';
}
