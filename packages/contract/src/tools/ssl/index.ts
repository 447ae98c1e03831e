import type { ToolModule } from '../../tool-module.ts';
import { sslChangeLabels } from './change-labels.ts';
import { sslChecks } from './checks.ts';
import { ssl } from './contract.ts';
import { certificateEndings } from './endings.ts';
import { sslExplanations } from './explanations.ts';
import { sslFacts } from './facts.ts';
import { sslFindings } from './findings/findings.ts';
import { sslHeadlines } from './headlines.ts';
import { sslPictures } from './pictures/pictures.ts';
import { sslTables } from './tables/tables.ts';
import { sslWatch } from './watch.ts';

export const sslModule: ToolModule<typeof ssl> = {
  contract: ssl,
  whenToUse:
    'Whether clients can trust a TLS server: certificate chain, expiry, names, revocation, versions, ciphers, known weaknesses. Also STARTTLS.',
  findings: sslFindings,
  checks: sslChecks,
  explanations: sslExplanations,
  facts: sslFacts,
  changeLabels: sslChangeLabels,
  tables: sslTables,
  headlines: sslHeadlines,
  pictures: sslPictures,
  readingOrder: {
    details: [
      'supportedCiphers',
      'supportedProtocols',
      'enabledCiphers',
      'builtChain',
      'pem',
      'missingCertificates',
      'creationTime',
      'clients.source',
      'clients.isChecked',
      'certificateChain.fingerprint',
      'certificateChain.serialNumber',
      'certificateChain.selfSigned',
      'certificateChain.signatureAlgorithm',
      'servedCertificates.fingerprint',
      'servedCertificates.decides',
    ],
    last: ['notes', 'observations', 'clients'],
  },
  endings: certificateEndings,
  watch: sslWatch,
};
