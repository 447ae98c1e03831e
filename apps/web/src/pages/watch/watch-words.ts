// In this folder: the page of watches and channels.

import { listedPlaces } from '@sonde/contract/own-place';
import { certificates } from '@sonde/contract/watch/certificates/watched-certificates';
import type { Channel, ChannelKind } from '@sonde/contract/watch/channel';
import type { WatchChange, WatchEntry, WatchedValue } from '@sonde/contract/watch/watch';
import type { Tone } from '../../ui/tables/badge.tsx';
import { humaniseSeconds } from '../../ui/times/humanise-seconds.ts';

export const kindWords: Readonly<Record<ChannelKind, { readonly title: string; readonly example: string }>> = {
  webhook: { title: 'Webhook', example: 'https://hooks.example.com/sonde' },
  ntfy: { title: 'ntfy', example: 'https://ntfy.sh/your-topic' },
  mail: { title: 'Mail', example: 'you@example.com' },
};

/** The name of what is watched; `screens` are the tools of this server. */
export function watchedName(id: string, screens: readonly { readonly id: string; readonly name: string }[]): string {
  if (id === certificates.id) return certificates.title;
  return screens.find((screen) => screen.id === id)?.name ?? id;
}

/** How often and from where it is measured: `every 1 h from this server, fra`. */
export function rhythmOf({ everySeconds, from }: Pick<WatchEntry, 'everySeconds' | 'from'>): string {
  return `every ${humaniseSeconds(everySeconds)}${from.length === 0 ? '' : ` from ${listedPlaces(from)}`}`;
}

type State = readonly [tone: Tone, text: string];

const watchStateWords: Readonly<Record<WatchEntry['state'], State>> = {
  watching: ['ok', 'Watching'],
  paused: ['neutral', 'Paused'],
  'cannot-measure': ['warn', 'Cannot be measured'],
};
const channelStateWords: Readonly<Record<Channel['state'], State>> = {
  unproved: ['neutral', 'Waiting for its code'],
  working: ['ok', 'Working'],
  failing: ['bad', 'Failing'],
};

export const stateOfWatch = ({ state }: Pick<WatchEntry, 'state'>): State => watchStateWords[state];
export const stateOfChannel = ({ state }: Pick<Channel, 'state'>): State => channelStateWords[state];

/** How a change looks in a lane: what it did to the fact. */
export type ChangeLook = 'added' | 'removed' | 'changed';

const isNothing = (value: WatchedValue) => value === null || (Array.isArray(value) && value.length === 0);

export function lookOf({ before, after }: Pick<WatchChange, 'before' | 'after'>): ChangeLook {
  if (isNothing(before)) return 'added';
  return isNothing(after) ? 'removed' : 'changed';
}

/** The value of a fact, for a table. */
export function valueText(value: WatchedValue | undefined): string {
  if (value === undefined) return 'Not measured';
  if (isNothing(value)) return 'None';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  return Array.isArray(value) ? value.join(', ') : String(value);
}

/** What the last message of a channel met, as a sentence. */
export function replyText(reply: string): string {
  if (reply === 'accepted') return 'The mail server has accepted it.';
  if (reply === 'mail-server') return 'The mail server of this installation could not be reached.';
  const smtp = /^smtp-(\d+)$/.exec(reply)?.[1];
  if (smtp !== undefined) return `The mail server has refused it (${smtp}).`;
  if (/^3\d\d$/.test(reply)) return `It answered with a redirect (${reply}), which is not followed.`;
  if (/^\d+$/.test(reply)) return `It answered ${reply}.`;
  return `It did not answer: ${reply}.`;
}
