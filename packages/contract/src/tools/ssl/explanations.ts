import { behaviourExplanations } from './findings/explained/behaviour.ts';
import { certificateExplanations } from './findings/explained/certificate.ts';
import { quicExplanations } from './findings/explained/over-quic.ts';
import { servedExplanations } from './findings/explained/served.ts';
import { suiteExplanations } from './findings/explained/suites.ts';
import { trustExplanations } from './findings/explained/trust.ts';
import { versionExplanations } from './findings/explained/versions.ts';
import { vulnerabilityExplanations } from './findings/explained/vulnerabilities.ts';

/** Explanations of all findings that the check of a TLS server may have. */
export const sslExplanations = {
  ...trustExplanations,
  ...certificateExplanations,
  ...servedExplanations,
  ...versionExplanations,
  ...vulnerabilityExplanations,
  ...suiteExplanations,
  ...behaviourExplanations,
  ...quicExplanations,
} as const;

export type SslCode = keyof typeof sslExplanations;
