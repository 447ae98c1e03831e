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
  whenToUse:
    'The routers on the way to a host, with times, loss and networks. Use it when sonde_ping shows loss or delay, or a host is unreachable.',
  findings: tracerouteFindings,
  checks: tracerouteChecks,
  explanations: tracerouteExplanations,
  facts: tracerouteFacts,
  changeLabels: tracerouteChangeLabels,
  factTexts: tracerouteFactTexts,
  tables: tracerouteTables,
  headlines: tracerouteHeadlines,
};
