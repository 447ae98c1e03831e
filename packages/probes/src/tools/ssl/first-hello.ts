import { NetFailure } from '../../net/net.ts';
import { alertName, alerts } from '../../protocols/tls-records/alerts.ts';
import { suites } from '../../protocols/tls-records/suites.ts';
import { versions } from '../../protocols/tls-records/versions.ts';
import { type Accepted, ask, type Offer, type Outcome, untilDone } from './ask.ts';
import { browserProtocols } from './browser-protocols.ts';
import { sharedSecretBundles, usualSuites } from './candidates.ts';
import type { Scan } from './dial.ts';
import { dispensableExtensions, findIntolerance } from './intolerance.ts';

/** What the server took first, and how to ask for it again. */
export interface FirstAnswer {
  readonly known: Offer;
  readonly accepted: Accepted;
  /** Extensions that it hangs up on, by number. */
  readonly intolerances: readonly number[];
  /** True when it was the usual hello, which offers the usual suites of every version up to 1.2. */
  readonly isUsual: boolean;
}

/** The usual hello: whatever is not encrypted of a server's configuration comes back in one flight. */
export const usualOffer: Offer = {
  version: versions['TLSv1.2'],
  suites: usualSuites(versions['TLSv1.2']),
  alpn: browserProtocols,
  withCompression: true,
  withStatus: true,
  withHeartbeat: true,
};

/** Without what is no extension: compression. */
const plainOffer: Offer = { ...usualOffer, withCompression: false };

/** Less and less usual; asked when the usual hello was refused. */
const fallbackOffers: readonly Offer[] = [
  { version: versions['TLSv1.3'], suites: usualSuites(versions['TLSv1.3']) },
  { version: versions.TLSv1, suites: usualSuites(versions.TLSv1) },
  { version: versions['TLSv1.2'], suites: unusualSuites() },
  ...sharedSecretBundles(versions['TLSv1.2']).map((suites) => ({ version: versions['TLSv1.2'], suites })),
  { version: versions.SSLv3, suites: usualSuites(versions.SSLv3) },
];

/** Anonymous, NULL, export and rare ones: a server may have nothing else. */
function unusualSuites(): number[] {
  const isOdd = ({ isAnonymous, isExport, cipher }: (typeof suites)[number]) =>
    isAnonymous || isExport || cipher === 'NULL';
  return suites.filter((suite) => suite.kind === 'plain' && isOdd(suite)).map(({ code }) => code);
}

/**
 * The first hello, and further ones where the server refuses it. When it takes none of them, `refusal` is what it said to
 * the first.
 * @throws NetFailure when there is no TLS to talk to, or the reason of the budget's signal
 */
export async function sayHello(scan: Scan): Promise<FirstAnswer | { readonly refusal: Outcome }> {
  const refusal = await ask(scan, usualOffer, untilDone);
  if (refusal.kind === 'accepted')
    return { known: knownFrom(refusal), accepted: refusal, intolerances: [], isUsual: true };
  refuseToGoOn(refusal);
  const plain = await sayPlainHello(scan);
  if (plain !== null) return plain;
  for (const offer of fallbackOffers) {
    const outcome = await ask(scan, offer, untilDone);
    if (outcome.kind === 'accepted')
      return { known: knownFrom(outcome), accepted: outcome, intolerances: [], isUsual: false };
  }
  return { refusal };
}

/** The usual hello without whatever a server may do without; then which of that it was. */
async function sayPlainHello(scan: Scan): Promise<FirstAnswer | null> {
  const accepted = await ask({ ...scan, without: dispensableExtensions }, plainOffer, untilDone);
  if (accepted.kind !== 'accepted') return null;
  const intolerances = await findIntolerance(scan, plainOffer);
  return { known: knownFrom(accepted), accepted, intolerances, isUsual: true };
}

/** The same again, with nothing to choose. */
function knownFrom({ hello }: Accepted): Offer {
  return { version: hello.version, suites: [hello.suite] };
}

/** Some answers will not be better another time. @throws NetFailure */
function refuseToGoOn(outcome: Outcome): void {
  const isUnknownName = outcome.kind === 'alert' && outcome.description === alerts.unrecognizedName;
  if (isUnknownName || ['unreached', 'garbled', 'silent'].includes(outcome.kind)) throw failureOf(outcome);
}

/** Why there is nothing to say about this server. */
export function failureOf(outcome: Outcome): NetFailure {
  if (outcome.kind === 'unreached') return outcome.failure;
  if (outcome.kind === 'silent') return new NetFailure('timeout', 'no answer to the first hello');
  if (outcome.kind === 'closed') return new NetFailure('reset', 'the server hangs up at the first hello');
  if (outcome.kind === 'garbled') {
    const { reason, message } = outcome.failure;
    return new NetFailure(reason, message, { cause: outcome.failure });
  }
  const description = outcome.kind === 'alert' ? outcome.description : 0;
  const reason = description === alerts.unrecognizedName ? 'unrecognized_name' : 'handshake_failed';
  return new NetFailure(reason, `the server answers the first hello with ${alertName(description)}`);
}
