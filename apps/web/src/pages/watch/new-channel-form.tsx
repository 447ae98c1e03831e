import type { ChannelKind, ChannelWish } from '@sonde/contract/watch/channel';
import { type FormEvent, useState } from 'react';
import { kindWords } from './watch-words.ts';

export interface NewChannelFormProps {
  readonly offered: readonly ChannelKind[];
  readonly busy: boolean;
  /** Resolves to whether the channel was added. */
  onAdd(wish: ChannelWish): Promise<boolean>;
}

/** A form for the kind and address of a new channel. */
export function NewChannelForm({ offered, busy, onAdd }: NewChannelFormProps) {
  const [kind, setKind] = useState<ChannelKind>(offered.at(-1) ?? 'webhook');
  const [address, setAddress] = useState('');
  const [pace, setPace] = useState<'at-once' | 'daily'>('at-once');
  async function submit(event: FormEvent) {
    event.preventDefault();
    if (await onAdd({ kind, address, pace: kind === 'mail' ? pace : 'at-once' })) setAddress('');
  }
  return (
    <form className="kept-form" onSubmit={submit}>
      <div className="kept-filter">
        <select
          aria-label="Kind of channel"
          value={kind}
          onChange={({ target }) => setKind(offered.find((one) => one === target.value) ?? kind)}
        >
          {offered.map((one) => (
            <option key={one} value={one}>
              {kindWords[one].title}
            </option>
          ))}
        </select>
        <input
          aria-label="Address of the channel"
          placeholder={kindWords[kind].example}
          required
          autoCapitalize="none"
          spellCheck={false}
          value={address}
          onChange={(event) => setAddress(event.target.value)}
        />
        {kind === 'mail' && (
          <select
            aria-label="How often to mail"
            value={pace}
            onChange={({ target }) => setPace(target.value === 'daily' ? 'daily' : 'at-once')}
          >
            <option value="at-once">At once</option>
            <option value="daily">Once a day</option>
          </select>
        )}
        <button className="btn" type="submit" disabled={busy}>
          Add channel
        </button>
      </div>
    </form>
  );
}
