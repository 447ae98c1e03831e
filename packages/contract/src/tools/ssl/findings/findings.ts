import { behaviourFindings } from './judged/behaviour.ts';
import { certificateFindings } from './judged/certificate.ts';
import { clientFindings } from './judged/clients.ts';
import { completenessFindings } from './judged/completeness.ts';
import { lifetimeFindings } from './judged/lifetime.ts';
import { quicFindings } from './judged/over-quic.ts';
import { servedFindings } from './judged/served.ts';
import type { SslFinding, UnjudgedSsl } from './judged/ssl-finding.ts';
import { suiteFindings } from './judged/suites.ts';
import { trustFindings } from './judged/trust.ts';
import { versionFindings } from './judged/versions.ts';
import { vulnerabilityFindings } from './judged/vulnerabilities.ts';

/** Their order is that of equally severe findings. */
const judges: readonly ((answer: UnjudgedSsl) => SslFinding[])[] = [
  trustFindings,
  lifetimeFindings,
  clientFindings,
  vulnerabilityFindings,
  versionFindings,
  suiteFindings,
  certificateFindings,
  servedFindings,
  behaviourFindings,
  quicFindings,
  completenessFindings,
];

/** The findings on a TLS server: its certificates, what it accepts, how it behaves, and what could not be measured. */
export function sslFindings(answer: UnjudgedSsl): SslFinding[] {
  return judges.flatMap((judge) => judge(answer));
}
