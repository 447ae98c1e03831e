import type { ToolModule } from '../../tool-module.ts';
import { tracerouteChangeLabels, tracerouteFactTexts } from './change-labels.ts';
import { tracerouteChecks } from './checks.ts';
import { traceroute } from './contract.ts';
import { tracerouteExplanations } from './explanations.ts';
import { tracerouteFacts } from './facts.ts';
import { tracerouteFindings } from './findings/findings.ts';
import { tracerouteHeadlines } from './headlines.ts';
import { tracerouteTables } from './tables.ts';

export const tracerouteModule: ToolModule<typeof traceroute> = {
  contract: traceroute,
  findings: tracerouteFindings,
  checks: tracerouteChecks,
  explanations: tracerouteExplanations,
  facts: tracerouteFacts,
  changeLabels: tracerouteChangeLabels,
  factTexts: tracerouteFactTexts,
  tables: tracerouteTables,
  headlines: tracerouteHeadlines,
};
