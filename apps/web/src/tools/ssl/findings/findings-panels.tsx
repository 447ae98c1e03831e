import type { Finding } from '@sonde/contract/finding/finding';
import { programOf } from '@sonde/contract/tools/ssl/findings/program';
import { FindingsPanel } from '../../findings/findings-panel.tsx';
import type { SslKnown } from '../query.ts';
import { Action } from './action.tsx';
import { CERTIFICATE_FINDINGS, SERVER_FINDINGS } from './anchors.ts';
import { partsOf } from './judgement.tsx';

export interface FindingsPanelsProps {
  readonly known: SslKnown;
  readonly isRunning: boolean;
}

const PENDING = 'Findings appear when the check is complete.';

/** The findings on the certificate, beside those on the server. */
export function FindingsPanels({ known, isRunning }: FindingsPanelsProps) {
  const { certificate, server } = partsOf(isRunning ? undefined : known.findings);
  const pending = isRunning ? PENDING : null;
  const program = programOf(known.greeting);
  const actionOf = (finding: Finding) => <Action finding={finding} known={known} />;
  return (
    <>
      <FindingsPanel
        title="Certificate Findings"
        id={CERTIFICATE_FINDINGS}
        span={6}
        findings={certificate}
        pending={pending}
        actionOf={actionOf}
        program={program}
      />
      <FindingsPanel
        title="Server Findings"
        id={SERVER_FINDINGS}
        span={6}
        findings={server}
        pending={pending}
        actionOf={actionOf}
        program={program}
      />
    </>
  );
}
