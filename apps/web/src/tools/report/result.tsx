import { FileText } from '../../ui/icons/lucide/file-text.ts';
import { shownText } from '../../ui/text/shown-text.ts';
import { failureTexts } from '../lookup/failure-texts.ts';
import { LookupFailure } from '../lookup/lookup-failure.tsx';
import type { ResultProps } from '../lookup/lookup-page.tsx';
import { useLookupParts } from '../lookup/lookup-parts.ts';
import type { Asked } from '../lookup/use-lookup-form.ts';
import { WaitsForPress } from '../lookup/waits-for-press.tsx';
import { costInWords, expectedParts } from './expected-parts.ts';
import { reportLookup } from './query.ts';
import { Report } from './report.tsx';
import { texts } from './texts.ts';

/** Everything below the field: the parts as they finish, the report, or the failure. */
export function Result({ asked: { target, submitCount }, onRunning, onCancel, onAgain }: ResultProps<Asked>) {
  const lookup = useLookupParts(reportLookup(target, submitCount > 0), submitCount, onRunning);
  const { answer, draft, error, isBusy, askAgain } = lookup;
  if (isBusy && (draft !== null || answer === null)) {
    return <Report key={target} target={target} phase={{ is: 'running', draft: draft ?? [], onCancel }} />;
  }
  if (error !== null) return <LookupFailure error={error} message={failureText(error)} onAgain={askAgain} />;
  if (answer === null) return <Waiting target={target} onStart={onAgain} />;
  const { data } = answer;
  return (
    <Report key={target} target={target} phase={isBusy ? { is: 'outdated', data, onCancel } : { is: 'done', data }} />
  );
}

const failureText = failureTexts({ fallback: texts.failed });

function Waiting({ target, onStart }: { readonly target: string; onStart(): void }) {
  return (
    <WaitsForPress
      icon={FileText}
      title={`Ready to report on ${shownText(target)}`}
      why={`A report contacts servers of the target, so a link alone does not start one. This one takes ${costInWords(expectedParts(target))}; what was measured a moment ago costs a quarter.`}
      start={{ label: `Report on ${shownText(target)}`, onStart }}
    />
  );
}
