import { Lock } from 'lucide-react';
import { useState } from 'react';
import { EmptyState } from '../../ui/empty-state.tsx';
import { LookupFailure } from '../lookup-failure.tsx';
import { LookupFrame } from '../lookup-frame.tsx';
import type { ResultProps } from '../lookup-page.tsx';
import { useLookupParts } from '../lookup-parts.ts';
import { Answer } from './answer.tsx';
import type { SslAsked } from './asked.ts';
import { failureHint, failureText } from './messages.ts';
import { sslLookup } from './query.ts';
import { texts } from './texts.ts';

/** Everything under the field: what is known so far, the whole answer, or why there is none. */
export function Result({ asked, onRunning, onCancel }: ResultProps<SslAsked>) {
  const { target: domain, turn, startTls, isRevocationAsked } = asked;
  /** The turn in which the visitor asked for more: the next press of the button is an ordinary check again. */
  const [deepTurn, setDeepTurn] = useState(0);
  const isDeep = turn > 0 && deepTurn === turn;
  /** The address that was chosen, in the turn in which it was: the next press measures the usual one again. */
  const [chosen, setChosen] = useState({ turn: 0, address: '' });
  const address = turn > 0 && chosen.turn === turn ? chosen.address : null;
  const question = { domain, startTls, isRevocationAsked, address };
  const lookup = useLookupParts(sslLookup(question, turn > 0, isDeep), turn, onRunning);
  const { answer, draft, error, isBusy, askAgain, run } = lookup;

  const always = {
    domain,
    onCancel,
    robot: { isTested: isDeep, onTest: () => setDeepTurn(turn) },
    onChooseAddress: (other: string) => setChosen({ turn, address: other }),
  };
  if (draft !== null) return <Answer {...always} key={run} known={draft} phase="filling" />;
  if (answer !== null) return <Answer {...always} key={run} known={answer.data} phase={isBusy ? 'old' : 'whole'} />;
  if (isBusy) return <Answer {...always} key="first" known={{}} phase="filling" />;
  if (error === null) return <LookupFrame top={<Waiting />} />;
  return <LookupFailure error={error} message={texts.failed} cause={causeOf(error)} onAgain={askAgain} />;
}

/** A shared link makes nobody knock at a server: that takes a press. */
function Waiting() {
  return (
    <EmptyState icon={Lock} title={`Press «${texts.button}» to start`}>
      A check makes a few dozen connections to the server, so it never starts by itself.
    </EmptyState>
  );
}

function causeOf(error: unknown): string {
  const said = [failureText(error), failureHint(error)].filter((text) => text !== null && text !== texts.failed);
  return said.join(' ');
}
