import { nameExplanations } from '../../finding/names/explanations.ts';
import type { ToolModule } from '../../tool-module.ts';
import { subdomainChangeLabels } from './change-labels.ts';
import { subdomainChecks } from './checks.ts';
import { subdomain } from './contract.ts';
import { subdomainExplanations } from './explanations.ts';
import { subdomainFacts } from './facts.ts';
import { subdomainFindings } from './findings/findings.ts';
import { subdomainHeadlines } from './headlines.ts';
import { subdomainTables } from './tables.ts';

export const subdomainModule: ToolModule<typeof subdomain> = {
  contract: subdomain,
  whenToUse:
    'Which names exist below a domain, from certificate logs and DNS. Returns names with addresses, and dangling ones. Takes up to a minute.',
  findings: subdomainFindings,
  checks: subdomainChecks,
  explanations: { ...nameExplanations, ...subdomainExplanations },
  facts: subdomainFacts,
  changeLabels: subdomainChangeLabels,
  tables: subdomainTables,
  headlines: subdomainHeadlines,
};
