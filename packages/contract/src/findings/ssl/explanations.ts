import { behaviourExplanations } from './explained/behaviour.ts';
import { certificateExplanations } from './explained/certificate.ts';
import { servedExplanations } from './explained/served.ts';
import { suiteExplanations } from './explained/suites.ts';
import { trustExplanations } from './explained/trust.ts';
import { versionExplanations } from './explained/versions.ts';
import { vulnerabilityExplanations } from './explained/vulnerabilities.ts';

/** Explanations of all findings that the check of a TLS server may have. */
export const sslExplanations = {
  ...trustExplanations,
  ...certificateExplanations,
  ...servedExplanations,
  ...versionExplanations,
  ...vulnerabilityExplanations,
  ...suiteExplanations,
  ...behaviourExplanations,
} as const;

export type SslCode = keyof typeof sslExplanations;
