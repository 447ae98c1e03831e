import type { ReactNode } from 'react';
import type { ScreenCard } from '../screens/screen-card.ts';

export interface ElsewhereProps {
  readonly screen: ScreenCard;
  /** The lookup that has been started; null if none has. */
  readonly asked: { readonly target: string; readonly submitCount?: number } | null;
  /** Receives the names of the chosen places, in words. */
  onChoose(names: string): void;
  /** Receives what the places see; null if none is asked. */
  onShow(shown: ReactNode): void;
}
