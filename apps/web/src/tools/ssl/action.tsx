import type { Finding } from '@sonde/contract/finding/finding';
import { saveFile } from '../../browser/page/save-file.ts';
import { Download } from '../../ui/icons/lucide/download.ts';
import type { SslKnown } from './query.ts';

export interface ActionProps {
  readonly finding: Finding;
  readonly known: SslKnown;
}

/** An action on the page itself that helps with a finding. */
export function Action({ finding: { code }, known }: ActionProps) {
  if (code === 'incomplete-chain' || code === 'untrusted-authority' || code === 'issuer-mismatch')
    return <MissingCertificates known={known} />;
  return null;
}

/** The certificates that the server should send after its own, if their authority has published them. */
function MissingCertificates({ known: { missingCertificates, peerHost = 'chain' } }: { readonly known: SslKnown }) {
  const pem = missingCertificates?.pem ?? null;
  if (pem === null) return null;
  const count = missingCertificates?.subjects?.length ?? 1;
  return (
    <div className="finding-action">
      <button
        className="btn"
        type="button"
        onClick={() => saveFile(`${peerHost}-missing.pem`, 'application/x-pem-file', pem)}
      >
        <Download className="i" />
        {count === 1 ? 'Missing certificate (PEM)' : 'Missing certificates (PEM)'}
      </button>
    </div>
  );
}
