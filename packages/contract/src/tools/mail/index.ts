import type { ToolModule } from '../../tool-module.ts';
import { mailChangeLabels, mailFactTexts } from './change-labels.ts';
import { mail } from './contract.ts';
import { mailCheckExplanations } from './explanations.ts';
import { mailFacts } from './facts.ts';
import { mailFindings } from './findings/findings.ts';
import { mailHeadlines } from './headlines.ts';

export const mailModule: ToolModule<typeof mail> = {
  contract: mail,
  findings: mailFindings,
  explanations: mailCheckExplanations,
  facts: mailFacts,
  changeLabels: mailChangeLabels,
  factTexts: mailFactTexts,
  headlines: mailHeadlines,
};
