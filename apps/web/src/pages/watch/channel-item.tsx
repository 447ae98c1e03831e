import { counted } from '@sonde/contract/text/counted';
import { formatUtc } from '@sonde/contract/text/format-utc';
import type { Channel } from '@sonde/contract/watch/channel';
import { type FormEvent, useState } from 'react';
import { proveChannel, removeChannel, testChannel } from '../../browser/accounts/watch-data.ts';
import { withLocalTimes } from '../../browser/page/local-times.ts';
import { toast } from '../../ui/feedback/announce.ts';
import { Badge } from '../../ui/tables/badge.tsx';
import { visibleText } from '../../ui/text/visible-text.ts';
import { ConfirmButton } from '../dashboard/confirm-button.tsx';
import type { useChange } from '../dashboard/use-change.ts';
import { kindWords, replyText, stateOfChannel } from './watch-words.ts';

export interface ChannelItemProps {
  readonly channel: Channel;
  readonly busy: boolean;
  readonly attempt: ReturnType<typeof useChange>['attempt'];
}

/** A channel with its state; one that is not proved yet asks for its code. */
export function ChannelItem({ channel, busy, attempt }: ChannelItemProps) {
  const { id, kind, address, pace, state } = channel;
  const [tone, words] = stateOfChannel(channel);
  const shown = visibleText(address);
  async function test() {
    const tested = await attempt(() => testChannel(id), null);
    if (tested === null) return;
    toast(tested.arrived ? 'The test has arrived' : `The test has not arrived. ${replyText(tested.reply ?? '')}`);
  }
  return (
    <li>
      <div>
        <strong>{shown}</strong> <Badge tone={tone}>{words}</Badge>
        <p>
          {kindWords[kind].title}
          {pace === 'daily' && ', once a day'}
        </p>
        <FailureLine channel={channel} />
        {state === 'unproved' && <CodeForm id={id} shown={shown} busy={busy} attempt={attempt} />}
      </div>
      <div className="acts">
        {state !== 'unproved' && (
          <button className="btn" type="button" aria-label={`Test ${shown}`} disabled={busy} onClick={test}>
            Test
          </button>
        )}
        <ConfirmButton
          label="Remove"
          name={`Remove ${shown}`}
          question="Remove it now"
          disabled={busy}
          onConfirm={() => attempt(() => removeChannel(id), `${shown} removed`)}
        />
      </div>
    </li>
  );
}

/** Since when nothing arrives, and what happens next. */
function FailureLine({ channel: { failingSince, restsUntil, lastReply, waiting } }: Pick<ChannelItemProps, 'channel'>) {
  if (failingSince === null) return null;
  const next =
    restsUntil === null
      ? 'Nothing is sent until a test has arrived.'
      : `The next attempt is at ${formatUtc(restsUntil)}.`;
  const text = [
    `Failing since ${formatUtc(failingSince)}.`,
    ...(lastReply === null ? [] : [replyText(lastReply)]),
    next,
    ...(waiting === 0 ? [] : [`${counted(waiting, 'change')} kept.`]),
  ].join(' ');
  return <p>{withLocalTimes(text)}</p>;
}

interface CodeFormProps extends Omit<ChannelItemProps, 'channel'> {
  readonly id: string;
  readonly shown: string;
}

function CodeForm({ id, shown, busy, attempt }: CodeFormProps) {
  const [code, setCode] = useState('');
  async function submit(event: FormEvent) {
    event.preventDefault();
    await attempt(() => proveChannel(id, code), `${shown} works`);
  }
  return (
    <form className="code" onSubmit={submit}>
      <input
        aria-label={`Code for ${shown}`}
        placeholder="Code of six digits"
        required
        inputMode="numeric"
        autoComplete="one-time-code"
        value={code}
        onChange={(event) => setCode(event.target.value)}
      />
      <button className="btn" type="submit" disabled={busy}>
        Enter
      </button>
    </form>
  );
}
