import { linkSignals } from '../../../async/signals.ts';
import { askHttp3IfSpoken, type Http3Answer } from '../../../engines/quic/ask-http3.ts';
import type { Http3Target } from '../../../engines/quic/http3-target.ts';
import { type Net, NetFailure } from '../../../net/net.ts';
import { groupName } from '../../../protocols/tls-records/registries/groups.ts';
import { suiteName } from '../../../protocols/tls-records/registries/suites.ts';
import type { SslData } from '../answer/answer-parts.ts';
import type { CertificateFacts } from '../answer/certificate-facts.ts';

type OverQuic = NonNullable<SslData['quic']>;

/** Milliseconds by which a server that speaks QUIC may prolong a check; one that is silent does not. */
const MAX_DELAY_MS = 500;

/** What can be said when the check has ended before anything came back. */
const nothingHeard: OverQuic = {
  h3: null,
  reason: 'silent',
  detail: null,
  versions: null,
  version: null,
  alpn: null,
  group: null,
  cipherSuite: null,
  certificate: null,
  isProven: false,
  retry: false,
  needsShortHello: false,
};

interface QuicCheck {
  readonly net: Net;
  readonly target: Http3Target;
  /** Judges what the server presented. */
  judge(sent: Pick<Http3Answer, 'certificates' | 'ocspResponse' | 'timestamps'>): CertificateFacts;
  /** The signal of the caller. */
  readonly signal: AbortSignal;
}

/**
 * Asks for HTTP/3 at the measured address while the rest of the check runs: one datagram, and a handshake if it is answered.
 * Null if the limits of the lookup were reached.
 * @throws the reason of the caller's signal
 */
export async function askOverQuic(
  check: Promise<unknown>,
  { net, target, judge, signal }: QuicCheck,
): Promise<OverQuic | null> {
  const ending = linkSignals([signal]);
  const heard: { versions: string[] | null } = { versions: null };
  let timer: NodeJS.Timeout | undefined;
  const end = () => ending.abort(new NetFailure('timeout', 'QUIC: the check is over'));
  const afterCheck = () => {
    if (heard.versions !== null) timer = setTimeout(end, MAX_DELAY_MS);
    else end();
  };
  check.then(afterCheck, end);
  const onSpoken = (named: readonly string[]) => {
    heard.versions = [...named];
  };
  try {
    return describe(await askHttp3IfSpoken(net, target, ending.signal, onSpoken), judge);
  } catch (error) {
    signal.throwIfAborted();
    if (!(error instanceof NetFailure)) throw error;
    if (error.reason === 'work-limit') return null;
    return heard.versions === null ? nothingHeard : { ...nothingHeard, reason: 'incomplete', versions: heard.versions };
  } finally {
    clearTimeout(timer);
    ending.release();
  }
}

function describe(answer: Http3Answer, judge: QuicCheck['judge']): OverQuic {
  const { h3, reason, detail, versions, version, alpn, group, suite, isProven, retry, needsShortHello } = answer;
  return {
    h3,
    reason,
    detail,
    versions: versions === null ? null : [...versions],
    version,
    alpn,
    group: group === null ? null : groupName(group),
    cipherSuite: suite === null ? null : suiteName(suite),
    certificate: answer.certificates === null ? null : certificateOf(judge(answer)),
    isProven,
    retry,
    needsShortHello,
  };
}

function certificateOf({ fields, sentCount, valid, reasons }: CertificateFacts): OverQuic['certificate'] {
  const { subject, issuer, validUntil, certificateFingerprints } = fields;
  return {
    subject,
    issuer,
    validUntil,
    fingerprint: certificateFingerprints['SHA-256'],
    chainLength: sentCount,
    valid,
    reasons: [...reasons],
  };
}
