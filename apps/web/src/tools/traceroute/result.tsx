import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { Route } from '../../ui/icons/lucide/route.ts';
import { LookupFailure } from '../lookup/lookup-failure.tsx';
import { LookupFrame } from '../lookup/lookup-frame.tsx';
import type { ResultProps } from '../lookup/lookup-page.tsx';
import { useLookupParts } from '../lookup/lookup-parts.ts';
import { WaitsForPress } from '../lookup/waits-for-press.tsx';
import { Answer } from './answer.tsx';
import { failureText } from './messages.ts';
import { answerSoFar, nothingHeard, type TraceDraft, traceLookup } from './query.ts';
import { texts } from './texts.ts';
import type { TraceAsked } from './trace-options.ts';

/** Everything below the field: the hops as they answer, the answer, or the failure. */
export function Result({ asked, onRunning, onCancel, onAgain }: ResultProps<TraceAsked>) {
  const { target: host, submitCount } = asked;
  const isAsked = submitCount > 0;
  const lookup = useLookupParts(traceLookup(host, asked, isAsked), submitCount, onRunning);
  const { answer, draft, cancelled, error, isBusy, askAgain, run } = lookup;
  const soFar = (known: TraceDraft) => answerSoFar(host, asked, known);

  if (draft !== null) return <Answer key={run} data={soFar(draft)} phase={{ is: 'running', onCancel }} />;
  if (cancelled !== null && cancelled.probes.size > 0)
    return <Answer key={run} data={soFar(cancelled)} phase={{ is: 'cancelled', onAgain }} />;
  if (answer !== null) {
    const phase = isBusy ? ({ is: 'outdated', onCancel } as const) : ({ is: 'done', onAgain } as const);
    return <Answer key={run} data={answer.data} phase={phase} />;
  }
  if (isBusy) return <Answer key={run} data={soFar(nothingHeard)} phase={{ is: 'running', onCancel }} />;
  if (error !== null) return <LookupFailure error={error} message={failureText(error)} onAgain={askAgain} />;
  const nothing = <EmptyState icon={Route} title={texts.empty} afterSearch />;
  return isAsked ? <LookupFrame top={nothing} /> : <Waiting host={host} onStart={onAgain} />;
}

function Waiting({ host, onStart }: { readonly host: string; onStart(): void }) {
  return (
    <WaitsForPress
      icon={Route}
      title="Ready to trace"
      why="A link never sends packets by itself: press the button to start."
      start={{ label: `Trace ${host}`, onStart }}
    />
  );
}
