import { factsFrom } from '../../fact/fact.ts';
import type { ToolModule } from '../../tool-module.ts';
import { webChecks } from './checks.ts';
import { web } from './contract.ts';

export const webModule: ToolModule<typeof web> = {
  contract: web,
  whenToUse:
    'What a browser meets at a web address: redirects, header fields, cookies, certificates, HTTP versions, IPv4 and IPv6. Returns each request and the final page; for TLS in depth use sonde_ssl.',
  findings: () => [],
  checks: webChecks,
  explanations: {},
  facts: ({ final, versions: { h1, h2, h3 } }) =>
    factsFrom([
      ['final/url', final.url],
      ['final/status', final.status],
      ['versions/h1', h1 ?? undefined],
      ['versions/h2', h2 ?? undefined],
      ['versions/h3', h3 ?? undefined],
    ]),
  changeLabels: [
    [/^final\/url$/, 'Final URL'],
    [/^final\/status$/, 'Status of the final page'],
    [/^versions\/h1$/, 'HTTP/1.1'],
    [/^versions\/h2$/, 'HTTP/2'],
    [/^versions\/h3$/, 'HTTP/3'],
  ],
};
