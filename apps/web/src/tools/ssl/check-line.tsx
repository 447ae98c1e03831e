import { counted } from '@sonde/contract/text/counted';
import { Info } from '../../ui/icons/lucide/info.ts';
import { TriangleAlert } from '../../ui/icons/lucide/triangle-alert.ts';
import { LONG_S, useElapsedSeconds } from '../../ui/times/use-elapsed-seconds.ts';
import { gapSentence, partialSentence } from './messages.ts';
import type { SslKnown } from './query.ts';

/** `running`: parts are still arriving; `done`: complete; `outdated`: the previous answer while a new check runs. */
export type CheckPhase = 'running' | 'done' | 'outdated';

export interface CheckLineProps {
  readonly known: SslKnown;
  readonly phase: CheckPhase;
  onCancel(): void;
}

/** The progress of the check; afterwards, its duration and number of connections, and what is missing. */
export function CheckLine({ known, phase, onCancel }: CheckLineProps) {
  if (phase === 'done') return <Done known={known} />;
  return <Doing text={phase === 'outdated' ? 'Checking again' : doing(known)} onCancel={onCancel} />;
}

function doing({ subject, enabledProtocols, vulnerabilities, groups }: SslKnown): string {
  if (subject === undefined) return 'Connecting and reading the certificate';
  if (enabledProtocols === undefined) return 'Testing protocol versions';
  if (groups === undefined || vulnerabilities === undefined) return 'Testing cipher suites';
  return 'Testing for known vulnerabilities';
}

function Doing({ text, onCancel }: { readonly text: string; onCancel(): void }) {
  const seconds = useElapsedSeconds();
  const isLong = seconds >= LONG_S;
  return (
    <div className="check">
      <span className="spin" />
      <span role="status">{text}</span>
      {isLong && <span className="num">{seconds} s</span>}
      {isLong && (
        <button className="btn" type="button" onClick={onCancel}>
          Cancel
        </button>
      )}
    </div>
  );
}

function Done({ known }: { readonly known: SslKnown }) {
  const missing = [partialSentence(known), gapSentence(known.gaps ?? [])].filter((text) => text !== null).join(' ');
  const { connections, address } = known;
  // A server that does not report its checks does not report skipped ones either.
  if (connections == null) return missing === '' ? null : <p className="check">{missing}</p>;
  const isWhole = missing === '';
  // Whether everything was measured is not a judgement about the server, so it has no colour.
  const Icon = isWhole ? Info : TriangleAlert;
  const effort = `${counted(connections, 'connection')}${address == null ? '' : ` to ${address}`}.`;
  return (
    <div className="check">
      <Icon className={isWhole ? 'i' : 'i poor'} />
      <span role="status">
        {isWhole ? 'Check complete:' : missing} {effort}
      </span>
    </div>
  );
}
