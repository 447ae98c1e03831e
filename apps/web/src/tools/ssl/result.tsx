import { useState } from 'react';
import { Lock } from '../../ui/icons/lucide/lock.ts';
import { LookupFailure } from '../lookup/lookup-failure.tsx';
import type { ResultProps } from '../lookup/lookup-page.tsx';
import { useLookupParts } from '../lookup/lookup-parts.ts';
import { WaitsForPress } from '../lookup/waits-for-press.tsx';
import { Answer } from './answer.tsx';
import type { SslAsked } from './asked.ts';
import { failureHint, failureText } from './messages.ts';
import { sslLookup } from './query.ts';
import { texts } from './texts.ts';

/** Everything below the field: what is known so far, the answer, or the failure. */
export function Result({ asked, onRunning, onCancel, onAgain }: ResultProps<SslAsked>) {
  const { target: domain, submitCount, startTls, isRevocationAsked } = asked;
  /** The chosen address and its submit; the next press checks the default address again. */
  const [chosen, setChosen] = useState({ submitCount: 0, address: '' });
  const address = submitCount > 0 && chosen.submitCount === submitCount ? chosen.address : null;
  const question = { domain, startTls, isRevocationAsked, address };
  const lookup = useLookupParts(sslLookup(question, submitCount > 0), submitCount, onRunning);
  const { answer, draft, error, isBusy, askAgain, run } = lookup;

  const always = {
    domain,
    onCancel,
    onChooseAddress: (other: string) => setChosen({ submitCount, address: other }),
  };
  if (draft !== null) return <Answer {...always} key={run} known={draft} phase="running" />;
  if (answer !== null) return <Answer {...always} key={run} known={answer.data} phase={isBusy ? 'outdated' : 'done'} />;
  if (isBusy) return <Answer {...always} key={run} known={{}} phase="running" />;
  if (error === null) return <Waiting domain={domain} onStart={onAgain} />;
  return <LookupFailure error={error} message={texts.failed} cause={causeOf(error)} onAgain={askAgain} />;
}

function Waiting({ domain, onStart }: { readonly domain: string; onStart(): void }) {
  return (
    <WaitsForPress
      icon={Lock}
      title={`Ready to check ${domain}`}
      why="A check makes a few dozen connections to the server, so a link does not start one by itself."
      start={{ label: `Check ${domain}`, onStart }}
    />
  );
}

function causeOf(error: unknown): string {
  const said = [failureText(error), failureHint(error)].filter((text) => text !== null && text !== texts.failed);
  return said.join(' ');
}
