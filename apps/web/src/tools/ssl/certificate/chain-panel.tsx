import { shortName } from '@sonde/contract/text/distinguished-name';
import { chainPicture } from '@sonde/contract/tools/ssl/pictures/pictures';
import { sslTexts } from '@sonde/contract/tools/ssl/tables/words';
import { saveFile } from '../../../browser/page/save-file.ts';
import { type ChainNode, ChainTree } from '../../../ui/charts/chain-tree.tsx';
import { Picture } from '../../../ui/charts/picture.tsx';
import { SkeletonRows } from '../../../ui/feedback/skeleton-rows.tsx';
import { Download } from '../../../ui/icons/lucide/download.ts';
import { Network } from '../../../ui/icons/lucide/network.ts';
import { Panel } from '../../../ui/layout/panel.tsx';
import { Badge } from '../../../ui/tables/badge.tsx';
import { KeyValueList } from '../../../ui/tables/key-value-list.tsx';
import { visibleText } from '../../../ui/text/visible-text.ts';
import { CameFrom } from '../../checked/evidence/came-from.tsx';
import { chainParts } from '../came-from.ts';
import type { SslAnswer, SslKnown } from '../query.ts';
import { foreign, time } from './certificate-panels.tsx';
import { periodOf, periodTone, periodWords } from './certificate-tone.ts';

type Certificate = SslAnswer['certificateChain'][number];

/** The certificates as the server sent them, then the path to a trusted root. */
export function CertificateChain({ known, now }: { readonly known: SslKnown; readonly now: Date }) {
  const { certificateChain: chain, peerHost, pem } = known;
  return (
    <Panel
      title="Certificate Chain"
      icon={Network}
      {...(chain && { count: chain.length })}
      actions={pem != null && <PemButton name={peerHost ?? 'chain'} pem={pem} />}
    >
      <CameFrom what="the chain" parts={chainParts(known)} />
      {chain === undefined && <SkeletonRows rows={5} className="waiting" />}
      {chain?.length === 0 && <p className="still">{sslTexts.missing}</p>}
      {chain !== undefined && chain.length > 0 && (
        <>
          <Picture of={chainPicture(known, now.getTime())} />
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
    details: <KeyValueList rows={rows} missing={sslTexts.missing} wide />,
  };
}

const nameOf = (name: string | null) => (name === null ? sslTexts.missing : shortName(name));

/** The verified path, which often differs from what was sent; '' if the server reports neither a path nor a reason. */
function pathSentence({ builtChain = [], missingIssuer = null, reasons = [] }: SslKnown): string {
  if (missingIssuer !== null)
    return `The server did not send the intermediate certificate ${shortName(missingIssuer)}.`;
  const anchor = builtChain.at(-1);
  if (anchor === undefined && reasons.length === 0) return '';
  if (anchor === undefined) return 'These certificates do not lead to a trusted authority.';
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
