import type { ToolModule } from '../../tool-module.ts';
import { pingChangeLabels } from './change-labels.ts';
import { pingChecks } from './checks.ts';
import { ping } from './contract.ts';
import { pingExplanations } from './explanations.ts';
import { pingFacts } from './facts.ts';
import { pingFindings } from './findings/findings.ts';
import { pingHeadlines } from './headlines.ts';
import { knownOf, pingTables } from './tables.ts';

export const pingModule: ToolModule<typeof ping> = {
  contract: ping,
  whenToUse:
    'Whether a host answers, how fast, and how much is lost. Returns round trip times; takes about 8 seconds, less with a smaller count. For where packets stop use sonde_traceroute.',
  findings: pingFindings,
  checks: pingChecks,
  explanations: pingExplanations,
  facts: pingFacts,
  changeLabels: pingChangeLabels,
  tables: (answer) => pingTables(knownOf(answer)),
  headlines: pingHeadlines,
};
