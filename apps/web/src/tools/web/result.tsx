import { AppWindow } from '../../ui/icons/lucide/app-window.ts';
import { failureTexts } from '../lookup/failure-texts.ts';
import { LookupFailure } from '../lookup/lookup-failure.tsx';
import type { ResultProps } from '../lookup/lookup-page.tsx';
import { useLookup } from '../lookup/use-lookup.ts';
import type { Asked } from '../lookup/use-lookup-form.ts';
import { WaitsForPress } from '../lookup/waits-for-press.tsx';
import { Answer, Awaited } from './answer.tsx';
import { webLookup } from './query.ts';
import { texts } from './texts.ts';

/** Everything below the field: the running lookup, the answer, or the failure. */
export function Result({ asked, onRunning, onCancel, onAgain }: ResultProps<Asked>) {
  const { target, submitCount } = asked;
  const { answer, error, isBusy, askAgain } = useLookup(webLookup(target, submitCount > 0), submitCount, onRunning);
  if (isBusy && answer === null) return <Awaited target={target} onCancel={onCancel} />;
  if (error !== null) return <LookupFailure error={error} message={failureText(error)} onAgain={askAgain} />;
  if (answer === null) return <Waiting url={target} onStart={onAgain} />;
  return <Answer key={answer.at} target={target} data={answer.data} isOutdated={isBusy} onCancel={onCancel} />;
}

const failureText = failureTexts({ fallback: texts.failed });

function Waiting({ url, onStart }: { readonly url: string; onStart(): void }) {
  return (
    <WaitsForPress
      icon={AppWindow}
      title={`Ready to check ${url}`}
      why="A check sends requests to the server, so a link does not start one by itself."
      start={{ label: `Check ${url}`, onStart }}
    />
  );
}
