import { type Pasted, readPasted } from '@sonde/contract/targets/pasted';
import { fieldKinds } from '../screens/field-kinds.ts';
import type { ScreenCard } from '../screens/screen-card.ts';

/** The default port of HTTPS URLs. */
const HTTPS_PORT = 443;

/**
 * What a pasted text puts into the field of a page: its target, as people write it. Null if the text stays unchanged.
 */
export function fieldTextOf(pasted: string, screen: ScreenCard): string | null {
  const read = readPasted(pasted);
  const text = read && textFor(screen, read);
  return text === pasted ? null : text;
}

/** The text of the field for a target: with its port, or as a complete URL, if the tool accepts that. */
export function textFor(screen: ScreenCard, { text, port, url }: Pasted): string {
  if (url !== null && fieldKinds(screen).includes('url')) return url;
  if (!screen.lookup?.takesPort || port === null || port === HTTPS_PORT) return text;
  return text.includes(':') ? `[${text}]:${port}` : `${text}:${port}`;
}

/** What to offer beside a refused text: the label of a button and its target. Null if no target can be meant. */
export function offerFor(refused: string, screen: ScreenCard): { label: string; target: string } | null {
  const read = readPasted(refused);
  if (read === null || screen.lookup === undefined) return null;
  const { second } = screen.lookup;
  const target = textFor(screen, read);
  const isTaken = fieldKinds(screen).includes(read.kind) || target === read.url;
  if (isTaken) return { label: `Look up ${target}`, target };
  return second?.takes.includes(read.kind) ? { label: `${second.action} ${target}`, target } : null;
}
