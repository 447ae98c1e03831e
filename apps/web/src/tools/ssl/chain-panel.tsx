import { Download, Network } from 'lucide-react';
import { Badge } from '../../ui/badge.tsx';
import { type ChainNode, ChainTree } from '../../ui/chain-tree.tsx';
import { KeyValueList } from '../../ui/key-value-list.tsx';
import { Panel } from '../../ui/panel.tsx';
import { saveFile } from '../../ui/save-file.ts';
import { SkeletonRows } from '../../ui/skeleton-rows.tsx';
import { visibleText } from '../../ui/visible-text.ts';
import { foreign, time } from './certificate-panels.tsx';
import { periodOf, periodTone, periodWords } from './certificate-tone.ts';
import { shortName } from './distinguished-name.ts';
import type { SslAnswer, SslKnown } from './query.ts';
import { texts } from './texts.ts';

type Certificate = SslAnswer['certificateChain'][number];

/** The certificates as the server sent them, then how they lead to somebody who is trusted. */
export function CertificateChain({ known, now }: { readonly known: SslKnown; readonly now: Date }) {
  const { certificateChain: chain, peerHost, pem } = known;
  return (
    <Panel
      title="Certificate Chain"
      icon={Network}
      span={7}
      {...(chain && { count: chain.length })}
      actions={pem != null && <PemButton name={peerHost ?? 'chain'} pem={pem} />}
    >
      {chain === undefined && <SkeletonRows rows={5} className="waiting" />}
      {chain?.length === 0 && <p className="still">{texts.missing}</p>}
      {chain !== undefined && chain.length > 0 && (
        <>
          <ChainTree nodes={chain.map((certificate) => node(certificate, now))} />
          <p className="still">{visibleText(pathSentence(known))}</p>
        </>
      )}
    </Panel>
  );
}

function node(certificate: Certificate, now: Date): ChainNode {
  const { subject, issuer, validFrom, validUntil, serialNumber, selfSigned } = certificate;
  const period = periodOf(validFrom, validUntil);
  const rows = [
    foreign('Subject', subject),
    foreign('Issuer', issuer),
    time('Valid From', validFrom),
    time('Valid Until', validUntil),
    foreign('Serial Number', serialNumber),
  ];
  return {
    title: nameOf(subject),
    ...(period && { badge: <Badge tone={periodTone(period, now)}>{periodWords(period, now)}</Badge> }),
    note: selfSigned ? 'signed by itself' : `signed by ${nameOf(issuer)}`,
    details: <KeyValueList rows={rows} missing={texts.missing} />,
  };
}

const nameOf = (name: string | null) => (name === null ? texts.missing : shortName(name));

/** How the chain verifies, which is often not how it was sent; '' where the server tells neither a path nor a reason. */
function pathSentence({ builtChain = [], missingIssuer = null, reasons = [] }: SslKnown): string {
  if (missingIssuer !== null)
    return `The server did not send the intermediate certificate ${shortName(missingIssuer)}.`;
  const anchor = builtChain.at(-1);
  if (anchor === undefined && reasons.length === 0) return '';
  if (anchor === undefined) return 'These certificates do not lead to an authority that is trusted here.';
  const names = builtChain.map(({ subject }) => nameOf(subject));
  return `Verifies as ${names.join(' → ')}${anchor.origin === 'anchor' ? ', a trusted authority' : ''}.`;
}

function PemButton({ name, pem }: { readonly name: string; readonly pem: string }) {
  return (
    <button className="btn" type="button" onClick={() => saveFile(`${name}.pem`, 'application/x-pem-file', pem)}>
      <Download className="i" />
      PEM
    </button>
  );
}
