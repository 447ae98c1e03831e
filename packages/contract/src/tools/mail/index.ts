import { mailExplanations } from '../../mail/record-explanations.ts';
import type { ToolModule } from '../../tool-module.ts';
import { mailChangeLabels, mailFactTexts } from './change-labels.ts';
import { mailChecks } from './checks.ts';
import { mail } from './contract.ts';
import { mailCheckExplanations } from './explanations.ts';
import { mailFacts } from './facts.ts';
import { mailFindings } from './findings/findings.ts';
import { mailHeadlines } from './headlines.ts';
import { mailPictures } from './pictures/pictures.ts';
import { mailWatch } from './watch.ts';

export const mailModule: ToolModule<typeof mail> = {
  contract: mail,
  whenToUse:
    'Whether a domain receives mail, and who can send in its name: MX, SPF, DKIM, DMARC, MTA-STS, DANE, and each mail server over SMTP.',
  findings: mailFindings,
  checks: mailChecks,
  explanations: { ...mailExplanations, ...mailCheckExplanations },
  facts: mailFacts,
  changeLabels: mailChangeLabels,
  factTexts: mailFactTexts,
  pictures: mailPictures,
  headlines: mailHeadlines,
  watch: mailWatch,
};
