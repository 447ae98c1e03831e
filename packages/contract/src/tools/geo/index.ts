import type { ToolModule } from '../../tool-module.ts';
import { geoChangeLabels } from './change-labels.ts';
import { geoChecks } from './checks.ts';
import { geo } from './contract.ts';
import { geoExplanations } from './explanations.ts';
import { geoFacts } from './facts.ts';
import { geoFindings } from './findings/findings.ts';
import { geoHeadlines } from './headlines.ts';
import { geoTables } from './tables.ts';

export const geoModule: ToolModule<typeof geo> = {
  contract: geo,
  whenToUse:
    'Where an address is, and whose network it is in. Returns country, place, AS and operator. For its holder use sonde_whois.',
  findings: geoFindings,
  checks: geoChecks,
  explanations: geoExplanations,
  facts: geoFacts,
  changeLabels: geoChangeLabels,
  tables: geoTables,
  headlines: geoHeadlines,
  readingOrder: { first: ['geoIp'] },
};
