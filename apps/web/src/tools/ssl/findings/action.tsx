import type { Finding } from '@sonde/contract/finding/finding';
import { saveFile } from '../../../browser/page/save-file.ts';
import { Download } from '../../../ui/icons/lucide/download.ts';
import type { SslKnown } from '../query.ts';
import type { Robot } from './robot.ts';

export interface ActionProps {
  readonly finding: Finding;
  readonly robot: Robot;
  readonly known: SslKnown;
}

/** An action on the page itself that helps with a finding. */
export function Action({ finding: { code }, robot, known }: ActionProps) {
  if (code === 'robot-not-tested' && !robot.isTested) return <RobotTest robot={robot} />;
  if (code === 'incomplete-chain' || code === 'untrusted-authority') return <MissingCertificates known={known} />;
  return null;
}

function RobotTest({ robot }: { readonly robot: Robot }) {
  return (
    <div className="robot">
      <p>The test makes about ten more connections and sends the server messages with invalid padding.</p>
      <button className="btn" type="button" onClick={robot.onTest}>
        Test for ROBOT
      </button>
    </div>
  );
}

/** The certificates that the server should send after its own, if their authority has published them. */
function MissingCertificates({ known: { missingCertificates, peerHost = 'chain' } }: { readonly known: SslKnown }) {
  const pem = missingCertificates?.pem ?? null;
  if (pem === null) return null;
  const count = missingCertificates?.subjects?.length ?? 1;
  return (
    <div className="robot">
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
