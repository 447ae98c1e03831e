import type { ToolModule } from '../../tool-module.ts';
import { whoisChangeLabels } from './change-labels.ts';
import { whoisChecks } from './checks.ts';
import { whois } from './contract.ts';
import { registrationEndings } from './endings.ts';
import { whoisExplanations } from './explanations.ts';
import { whoisFacts } from './facts.ts';
import { whoisFindings } from './findings/findings.ts';
import { whoisHeadlines } from './headlines.ts';
import { whoisPictures } from './pictures.ts';
import { whoisTables } from './tables.ts';
import { whoisWatch } from './watch.ts';

export const whoisModule: ToolModule<typeof whois> = {
  contract: whois,
  whenToUse:
    'Who holds a domain, address or AS number, from RDAP or WHOIS: registrar or holder, dates, status, contacts.',
  findings: whoisFindings,
  checks: whoisChecks,
  explanations: whoisExplanations,
  facts: whoisFacts,
  changeLabels: whoisChangeLabels,
  tables: whoisTables,
  pictures: whoisPictures,
  headlines: whoisHeadlines,
  readingOrder: { first: ['registration'], last: ['source', 'asked', 'whoIsInfo'], details: ['rdap', 'query'] },
  endings: registrationEndings,
  watch: whoisWatch,
};
