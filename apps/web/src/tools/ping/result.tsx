import { knownOf } from '@sonde/contract/tools/ping/tables';
import { Activity } from '../../ui/icons/lucide/activity.ts';
import { LookupFailure } from '../lookup/lookup-failure.tsx';
import type { ResultProps } from '../lookup/lookup-page.tsx';
import { useLookupParts } from '../lookup/lookup-parts.ts';
import type { Asked } from '../lookup/use-lookup-form.ts';
import { WaitsForPress } from '../lookup/waits-for-press.tsx';
import { Answer } from './answer.tsx';
import { failureText } from './messages.ts';
import { NoResults } from './no-results.tsx';
import { nothingKnown, pingLookup, settledOf } from './query.ts';

/** Everything below the field: the packets as they arrive, the answer, or the failure. */
export function Result({ asked, onRunning, onCancel, onAgain }: ResultProps<Asked>) {
  const { target: host, isCancelled } = asked;
  const submitCount = isCancelled ? 0 : asked.submitCount;
  const isAsked = submitCount > 0;
  const lookup = useLookupParts(pingLookup(host, isAsked), submitCount, onRunning);
  const { answer, draft, cancelled, error, isBusy, askAgain, run } = lookup;

  if (draft !== null) return <Answer key={run} known={draft} phase={{ is: 'running', onCancel }} />;
  const measured = cancelled && settledOf(cancelled);
  if (measured?.packets.some(({ timeMs, error }) => timeMs !== null || error !== null))
    return <Answer key={run} known={measured} phase={{ is: 'cancelled', onAgain }} />;
  if (answer !== null) {
    const phase = isBusy
      ? { is: 'outdated' as const, data: answer.data, onCancel }
      : { is: 'done' as const, data: answer.data, onAgain };
    return <Answer key={run} known={knownOf(answer.data)} phase={phase} />;
  }
  if (isBusy) return <Answer key={run} known={nothingKnown(host)} phase={{ is: 'running', onCancel }} />;
  if (error !== null) return <LookupFailure error={error} message={failureText(error)} onAgain={askAgain} />;
  if (isAsked || isCancelled) return <NoResults />;
  return <Waiting host={host} onStart={onAgain} />;
}

/** A link never sends packets by itself. */
function Waiting({ host, onStart }: { readonly host: string; onStart(): void }) {
  return (
    <WaitsForPress
      icon={Activity}
      title="Ready to ping"
      why="A link never sends packets by itself: press the button to start."
      start={{ label: `Ping ${host}`, onStart }}
    />
  );
}
