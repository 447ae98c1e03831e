import { Info, TriangleAlert } from 'lucide-react';
import { counted } from '../../ui/counted.ts';
import { PATIENCE_S, useElapsedSeconds } from '../../ui/use-elapsed-seconds.ts';
import { gapSentence, partialSentence } from './messages.ts';
import type { SslKnown } from './query.ts';

/** `filling`: parts are on the way; `whole`: everything is there; `old`: the answer before the one that runs. */
export type CheckPhase = 'filling' | 'whole' | 'old';

export interface CheckLineProps {
  readonly known: SslKnown;
  readonly phase: CheckPhase;
  onCancel(): void;
}

/** What is being done; in its place, when all is done, how much it took and what is missing. */
export function CheckLine({ known, phase, onCancel }: CheckLineProps) {
  if (phase === 'whole') return <Done known={known} />;
  return <Doing text={phase === 'old' ? 'Checking again' : doing(known)} onCancel={onCancel} />;
}

function doing({ subject, enabledProtocols, vulnerabilities, groups }: SslKnown): string {
  if (subject === undefined) return 'Connecting and reading the certificate';
  if (enabledProtocols === undefined) return 'Testing protocol versions';
  if (groups === undefined || vulnerabilities === undefined) return 'Testing cipher suites';
  return 'Testing for known vulnerabilities';
}

function Doing({ text, onCancel }: { readonly text: string; onCancel(): void }) {
  const seconds = useElapsedSeconds();
  const isLong = seconds >= PATIENCE_S;
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
  // A server that does not tell what it asked says nothing of what it left out either.
  if (connections == null) return missing === '' ? null : <p className="check">{missing}</p>;
  const isWhole = missing === '';
  // Whether all was measured is no verdict on the server: no colour of one.
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
