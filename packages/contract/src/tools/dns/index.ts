import { nameExplanations } from '../../finding/names/explanations.ts';
import type { ToolModule } from '../../tool-module.ts';
import { dnsChangeLabels } from './change-labels.ts';
import { dnsChecks } from './checks.ts';
import { dns } from './contract.ts';
import { dnsExplanations } from './explanations.ts';
import { dnsFacts } from './facts.ts';
import { dnsFindings } from './findings/findings.ts';
import { dnsHeadlines } from './headlines.ts';
import { dnsPictures } from './pictures.ts';
import { dnsTables } from './tables.ts';
import { dnsWatch } from './watch.ts';

export const dnsModule: ToolModule<typeof dns> = {
  contract: dns,
  whenToUse:
    'What a name resolves to now: its records of any type, with DNSSEC state, from a given server or all public resolvers. For faults of a zone’s servers use sonde_delegation, for email sonde_mail.',
  findings: dnsFindings,
  checks: dnsChecks,
  explanations: { ...nameExplanations, ...dnsExplanations },
  facts: dnsFacts,
  changeLabels: dnsChangeLabels,
  tables: dnsTables,
  pictures: dnsPictures,
  headlines: dnsHeadlines,
  watch: dnsWatch,
};
