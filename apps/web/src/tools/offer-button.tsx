import { ArrowRight } from 'lucide-react';
import { visibleText } from '../ui/visible-text.ts';
import type { ScreenCard } from './screen-card.ts';
import { offerFor } from './understood.ts';

export interface OfferButtonProps {
  readonly screen: ScreenCard;
  /** What the field refused. */
  readonly refused: string;
  onChoose(target: string): void;
}

/** Beside the message of a refused text: what was meant, one press away. */
export function OfferButton({ screen, refused, onChoose }: OfferButtonProps) {
  const offer = offerFor(refused, screen);
  if (offer === null) return null;
  return (
    <button className="btn" type="button" onClick={() => onChoose(offer.target)}>
      {visibleText(offer.label)}
      <ArrowRight className="i" />
    </button>
  );
}
