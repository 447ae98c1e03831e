import { CopyButton } from '../../ui/export/copy-button.tsx';
import { Terminal } from '../../ui/icons/lucide/terminal.ts';
import { FoldedPanel } from '../../ui/layout/folded-panel.tsx';
import { CodeBlock } from '../../ui/text/code-block.tsx';
import type { SslKnown } from './query.ts';

/** Commands that reproduce the findings on the visitor's machine and show whether they are fixed. */
export function OwnMachine({ known, domain }: { readonly known: SslKnown; readonly domain: string }) {
  const text = commandsOf(known, domain).join('\n');
  return (
    <FoldedPanel title="On your own machine" icon={Terminal}>
      <div className="lines">
        <CodeBlock label="Commands" text={text} keepsWords />
        <CopyButton label="commands" text={text} />
      </div>
    </FoldedPanel>
  );
}

/** The names of these protocols in `openssl s_client -starttls`, which has no RDP. */
const opensslNames: Readonly<Record<string, string>> = {
  smtp: 'smtp',
  imap: 'imap',
  pop3: 'pop3',
  ftp: 'ftp',
  ldap: 'ldap',
  xmpp: 'xmpp',
  'xmpp-server': 'xmpp-server',
  sieve: 'sieve',
  postgres: 'postgres',
  mysql: 'mysql',
  nntp: 'nntp',
};

export function commandsOf({ peerHost, peerPort, startTls }: SslKnown, domain: string): readonly string[] {
  const sonde = `sonde ssl ${domain}${startTls == null ? '' : ` --starttls ${startTls}`}`;
  if (peerHost == null || peerPort == null) return [sonde];
  const host = peerHost.includes(':') ? `[${peerHost}]` : peerHost;
  const isName = !/^[\d.]+$/.test(peerHost) && !peerHost.includes(':');
  const inPlain = startTls == null ? '' : ` -starttls ${opensslNames[startTls] ?? ''}`;
  const check = isName
    ? `-servername ${peerHost} -verify_hostname ${peerHost}`
    : `-noservername -verify_ip ${peerHost}`;
  const isCalledOtherwise = startTls != null && opensslNames[startTls] === undefined;
  return [
    ...(isCalledOtherwise ? [] : [`echo | openssl s_client -connect ${host}:${peerPort}${inPlain} ${check}`]),
    sonde,
  ];
}
