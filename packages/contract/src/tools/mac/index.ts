import type { ToolModule } from '../../tool-module.ts';
import { macChangeLabels } from './change-labels.ts';
import { macChecks } from './checks.ts';
import { mac } from './contract.ts';
import { macExplanations } from './explanations.ts';
import { macFacts } from './facts.ts';
import { macFindings } from './findings/findings.ts';

export const macModule: ToolModule<typeof mac> = {
  contract: mac,
  whenToUse: 'Which organisation a MAC address is assigned to, and what its bits mean. Needs no network.',
  findings: macFindings,
  checks: macChecks,
  explanations: macExplanations,
  facts: macFacts,
  changeLabels: macChangeLabels,
};
