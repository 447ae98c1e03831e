import { Lock } from 'lucide-react';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorBox } from '../../ui/error-box.tsx';
import { LookupFrame } from '../lookup-frame.tsx';
import type { ResultProps } from '../lookup-page.tsx';
import { useLookupParts } from '../lookup-parts.ts';
import type { Asked } from '../use-lookup-form.ts';
import { Answer } from './answer.tsx';
import { failureHint, failureText } from './messages.ts';
import { sslLookup } from './query.ts';
import { texts } from './texts.ts';

/** Everything under the field: what is known so far, the whole answer, or why there is none. */
export function Result({ asked, onRunning, onCancel }: ResultProps<Asked>) {
  const { target: domain, turn } = asked;
  const lookup = useLookupParts(sslLookup(domain, turn > 0), turn, onRunning);
  const { answer, draft, error, isBusy, askAgain, run } = lookup;

  if (draft !== null) return <Answer key={run} domain={domain} known={draft} phase="filling" onCancel={onCancel} />;
  if (answer !== null) {
    return (
      <Answer key={run} domain={domain} known={answer.data} phase={isBusy ? 'old' : 'whole'} onCancel={onCancel} />
    );
  }
  if (isBusy) return <Answer key="first" domain={domain} known={{}} phase="filling" onCancel={onCancel} />;
  return <LookupFrame top={error === null ? <Waiting /> : <Failure error={error} onRetry={askAgain} />} />;
}

/** A shared link makes nobody knock at a server: that takes a press. */
function Waiting() {
  return (
    <EmptyState icon={Lock} title={`Press «${texts.button}» to start`}>
      A check makes a few dozen connections to the server, so it never starts by itself.
    </EmptyState>
  );
}

function Failure({ error, onRetry }: { readonly error: unknown; onRetry(): void }) {
  const said = [failureText(error), failureHint(error)].filter((text) => text !== null && text !== texts.failed);
  return (
    <ErrorBox message={texts.failed} onRetry={onRetry}>
      {said.join(' ')}
    </ErrorBox>
  );
}
