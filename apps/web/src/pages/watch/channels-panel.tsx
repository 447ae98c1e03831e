import type { ChannelWish, MadeChannel } from '@sonde/contract/watch/channel';
import { useState } from 'react';
import { addChannel, useChannels } from '../../browser/accounts/watch-data.ts';
import { textOf } from '../../browser/api/ask-error-text.ts';
import { CopyButton } from '../../ui/export/copy-button.tsx';
import { ErrorBox } from '../../ui/feedback/error-box.tsx';
import { Mail } from '../../ui/icons/lucide/mail.ts';
import { Panel } from '../../ui/layout/panel.tsx';
import { useChange } from '../dashboard/use-change.ts';
import { ChannelItem } from './channel-item.tsx';
import { FeedPart } from './feed-part.tsx';
import { NewChannelForm } from './new-channel-form.tsx';
import { replyText } from './watch-words.ts';

/** Where changes are told: add, prove, test, remove. */
export function ChannelsPanel() {
  const { data, error, refetch } = useChannels();
  const [made, setMade] = useState<MadeChannel | null>(null);
  const { busy, problem, attempt } = useChange();
  async function add(wish: ChannelWish): Promise<boolean> {
    const answer = await attempt(() => addChannel(wish), null);
    setMade(answer);
    return answer !== null;
  }
  const channels = data?.channels ?? [];
  return (
    <Panel title="Channels" icon={Mail} count={channels.length} note="where changes are told">
      {data !== undefined && <NewChannelForm offered={data.offered} busy={busy} onAdd={add} />}
      {made !== null && <MadeBox made={made} onDone={() => setMade(null)} />}
      {error && <ErrorBox message={textOf(error)} onRetry={() => refetch()} />}
      {problem && <ErrorBox message={problem} />}
      {data === undefined && !error && <p className="status">One moment…</p>}
      <ul className="kept-targets">
        {channels.map((channel) => (
          <ChannelItem key={channel.id} channel={channel} busy={busy} attempt={attempt} />
        ))}
      </ul>
      {data !== undefined && <FeedPart feed={data.feed} busy={busy} attempt={attempt} />}
    </Panel>
  );
}

function MadeBox({ made, onDone }: { readonly made: MadeChannel; onDone(): void }) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for fields
    <div className="made" role="group" aria-label="The new channel">
      <p role="status">
        {made.problem === null
          ? 'A code was sent there. Enter it below.'
          : `The code has not arrived. ${replyText(made.problem)} Add the channel again: then a new code is sent.`}
      </p>
      {made.secret !== null && (
        <>
          <p>
            <strong>Copy the key now.</strong> Its messages are signed with it (Sonde-Signature). It is shown only once.
          </p>
          <p className="copy-line">
            <code>{made.secret}</code>
            <CopyButton label="the key" text={made.secret} />
          </p>
        </>
      )}
      <button className="btn" type="button" onClick={onDone}>
        Close
      </button>
    </div>
  );
}
