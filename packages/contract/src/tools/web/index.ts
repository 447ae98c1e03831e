import type { ToolModule } from '../../tool-module.ts';
import { webChecks } from './checks.ts';
import { web } from './contract.ts';
import { webExplanations } from './explanations.ts';
import { webChangeLabels, webFacts } from './facts.ts';
import { webFindings } from './findings/findings.ts';
import { webHeadlines } from './headlines.ts';
import { webPictures } from './pictures/pictures.ts';

export const webModule: ToolModule<typeof web> = {
  contract: web,
  whenToUse:
    'What a browser meets at a web address: redirects, header fields, cookies, certificates, HTTP versions, IPv4 and IPv6. For TLS in depth use sonde_ssl.',
  findings: webFindings,
  checks: webChecks,
  explanations: webExplanations,
  headlines: webHeadlines,
  facts: webFacts,
  changeLabels: webChangeLabels,
  pictures: webPictures,
};
