import { Activity } from 'lucide-react';
import { EmptyState } from '../../ui/empty-state.tsx';
import { LookupFailure } from '../lookup-failure.tsx';
import { LookupFrame } from '../lookup-frame.tsx';
import type { ResultProps } from '../lookup-page.tsx';
import { useLookupParts } from '../lookup-parts.ts';
import type { Asked } from '../use-lookup-form.ts';
import { Answer } from './answer.tsx';
import { failureText } from './messages.ts';
import { knownOf, nothingKnown, pingLookup, settledOf } from './query.ts';
import { texts } from './texts.ts';

/** Everything under the field: the packets as they land, the answer, or why there is none. */
export function Result({ asked, onRunning, onCancel, onAgain }: ResultProps<Asked>) {
  const { target: host, turn } = asked;
  const isAsked = turn > 0;
  const lookup = useLookupParts(pingLookup(host, isAsked), turn, onRunning);
  const { answer, draft, cancelled, error, isBusy, askAgain, run } = lookup;

  if (draft !== null) return <Answer key={run} known={draft} phase={{ is: 'filling', onCancel }} />;
  const measured = cancelled && settledOf(cancelled);
  if (measured?.packets.some(({ timeMs, error }) => timeMs !== null || error !== null))
    return <Answer key={run} known={measured} phase={{ is: 'cancelled', onAgain }} />;
  if (answer !== null) {
    const phase = isBusy ? { is: 'old' as const, onCancel } : { is: 'whole' as const, data: answer.data, onAgain };
    return <Answer key={run} known={knownOf(answer.data)} phase={phase} />;
  }
  if (isBusy) return <Answer key="first" known={nothingKnown(host)} phase={{ is: 'filling', onCancel }} />;
  if (error !== null) return <LookupFailure error={error} message={failureText(error)} onAgain={askAgain} />;
  return <LookupFrame top={isAsked ? <Nothing /> : <Waiting host={host} onStart={onAgain} />} />;
}

/** A ping was asked for and called off. */
function Nothing() {
  return <EmptyState icon={Activity} title={texts.empty} afterSearch />;
}

/** A shared link makes nobody send packets to a host: that takes a press. */
function Waiting({ host, onStart }: { readonly host: string; onStart(): void }) {
  const button = (
    <button className="btn" type="button" onClick={onStart}>
      <Activity className="i" />
      Ping {host}
    </button>
  );
  return (
    <EmptyState icon={Activity} title="Ready to ping" action={button}>
      A link never sends packets by itself: press the button to start.
    </EmptyState>
  );
}
