import { Mail } from '../../ui/icons/lucide/mail.ts';
import { failureTexts } from '../lookup/failure-texts.ts';
import { LookupFailure } from '../lookup/lookup-failure.tsx';
import type { ResultProps } from '../lookup/lookup-page.tsx';
import { useLookupParts } from '../lookup/lookup-parts.ts';
import { WaitsForPress } from '../lookup/waits-for-press.tsx';
import { Answer } from './answer.tsx';
import type { MailAsked } from './asked.ts';
import { mailLookup } from './query.ts';
import { texts } from './texts.ts';

/** Everything below the field: what is known so far, the answer, or the failure. */
export function Result({ asked, onRunning, onCancel, onAgain }: ResultProps<MailAsked>) {
  const { target, submitCount, selectors, ip, sender } = asked;
  const lookup = useLookupParts(mailLookup(target, { selectors, ip, sender }, submitCount > 0), submitCount, onRunning);
  const { answer, draft, error, isBusy, askAgain, run } = lookup;
  if (draft !== null) return <Answer key={run} domain={target} known={draft} phase="running" onCancel={onCancel} />;
  if (isBusy && answer === null)
    return <Answer key={run} domain={target} known={{}} phase="running" onCancel={onCancel} />;
  if (error !== null) return <LookupFailure error={error} message={failureText(error)} onAgain={askAgain} />;
  if (answer === null) return <Waiting domain={target} onStart={onAgain} />;
  const phase = isBusy ? 'outdated' : 'done';
  return <Answer key={run} domain={target} known={answer.data} phase={phase} onCancel={onCancel} />;
}

const failureText = failureTexts({ fallback: texts.failed });

function Waiting({ domain, onStart }: { readonly domain: string; onStart(): void }) {
  return (
    <WaitsForPress
      icon={Mail}
      title={`Ready to check the mail of ${domain}`}
      why="A check asks servers of the domain, so a link does not start one by itself."
      start={{ label: `Check ${domain}`, onStart }}
    />
  );
}
