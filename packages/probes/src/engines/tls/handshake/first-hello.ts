import { NetFailure } from '../../../net/net.ts';
import { alertName, alerts } from '../../../protocols/tls-records/registries/alerts.ts';
import { suites } from '../../../protocols/tls-records/registries/suites.ts';
import { versions } from '../../../protocols/tls-records/registries/versions.ts';
import type { Scan } from '../connection/dial.ts';
import { browserProtocols } from './browser-protocols.ts';
import { dispensableExtensions, findIntolerances } from './extension-intolerance.ts';
import { type Accepted, type Offer, type OfferResult, sendOffer, untilDone } from './send-hello.ts';
import { commonSuites, sharedSecretBundles } from './suite-selection.ts';

/** The first offer that the server accepted. */
export interface FirstHandshake {
  /** An offer that leaves the server no choice but to accept it the same way again. */
  readonly known: Offer;
  readonly accepted: Accepted;
  /** Extensions, by number, that the server does not tolerate. */
  readonly intolerances: readonly number[];
  /** True when it was `commonOffer`, which has the common suites of every version up to TLS 1.2. */
  readonly isCommonOffer: boolean;
}

/** The widest offer: the reply reveals everything about a server's configuration that is not encrypted. */
export const commonOffer: Offer = {
  version: versions['TLSv1.2'],
  suites: commonSuites(versions['TLSv1.2']),
  alpn: browserProtocols,
  withCompression: true,
  withStatus: true,
  withHeartbeat: true,
};

/** Compression is not an extension, so it is left out separately. */
const uncompressedOffer: Offer = { ...commonOffer, withCompression: false };

/** Increasingly uncommon offers, sent when the common offer was refused. */
const fallbackOffers: readonly Offer[] = [
  { version: versions['TLSv1.3'], suites: commonSuites(versions['TLSv1.3']) },
  { version: versions.TLSv1, suites: commonSuites(versions.TLSv1) },
  { version: versions['TLSv1.2'], suites: uncommonSuites() },
  ...sharedSecretBundles(versions['TLSv1.2']).map((suites) => ({ version: versions['TLSv1.2'], suites })),
  { version: versions.SSLv3, suites: commonSuites(versions.SSLv3) },
];

/** Anonymous, NULL and export suites, in case a server has nothing else. */
function uncommonSuites(): number[] {
  const isUncommon = ({ isAnonymous, isExport, cipher }: (typeof suites)[number]) =>
    isAnonymous || isExport || cipher === 'NULL';
  return suites.filter((suite) => suite.kind === 'plain' && isUncommon(suite)).map(({ code }) => code);
}

/**
 * Sends the common offer, then others while the server refuses. If it accepts none of them, `refusal` is its reply to the
 * first.
 * @throws NetFailure when there is no TLS server, or the reason of the budget's signal
 */
export async function sendFirstHello(scan: Scan): Promise<FirstHandshake | { readonly refusal: OfferResult }> {
  const refusal = await sendOffer(scan, commonOffer, untilDone);
  if (refusal.kind === 'accepted')
    return { known: acceptedOfferOf(refusal), accepted: refusal, intolerances: [], isCommonOffer: true };
  throwIfFinal(refusal);
  const plain = await sendMinimalHello(scan);
  if (plain !== null) return plain;
  for (const offer of fallbackOffers) {
    const result = await sendOffer(scan, offer, untilDone);
    if (result.kind === 'accepted')
      return { known: acceptedOfferOf(result), accepted: result, intolerances: [], isCommonOffer: false };
  }
  return { refusal };
}

/** The common offer without dispensable extensions; if accepted, finds out which of them the server does not tolerate. */
async function sendMinimalHello(scan: Scan): Promise<FirstHandshake | null> {
  const accepted = await sendOffer({ ...scan, without: dispensableExtensions }, uncompressedOffer, untilDone);
  if (accepted.kind !== 'accepted') return null;
  const intolerances = await findIntolerances(scan, uncompressedOffer);
  return { known: acceptedOfferOf(accepted), accepted, intolerances, isCommonOffer: true };
}

function acceptedOfferOf({ hello }: Accepted): Offer {
  return { version: hello.version, suites: [hello.suite] };
}

/** After some replies, another offer would make no difference. @throws NetFailure */
function throwIfFinal(result: OfferResult): void {
  const isUnknownName = result.kind === 'alert' && result.description === alerts.unrecognizedName;
  if (isUnknownName || ['unreachable', 'malformed', 'silent'].includes(result.kind)) throw failureOf(result);
}

/** Why the server cannot be measured. */
export function failureOf(result: OfferResult): NetFailure {
  if (result.kind === 'unreachable') return result.failure;
  if (result.kind === 'silent') return new NetFailure('timeout', 'no reply to the first ClientHello');
  if (result.kind === 'closed')
    return new NetFailure('reset', 'the server closes the connection at the first ClientHello');
  if (result.kind === 'malformed') {
    const { reason, message } = result.failure;
    return new NetFailure(reason, message, { cause: result.failure });
  }
  const description = result.kind === 'alert' ? result.description : 0;
  const reason = description === alerts.unrecognizedName ? 'unrecognized-name' : 'handshake-failed';
  return new NetFailure(reason, `the server answers the first ClientHello with ${alertName(description)}`);
}
