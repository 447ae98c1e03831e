import { ArrowRight } from '../../ui/icons/lucide/arrow-right.ts';
import { visibleText } from '../../ui/text/visible-text.ts';
import type { ScreenCard } from '../screens/screen-card.ts';
import { offerFor } from './pasted-text.ts';

export interface OfferButtonProps {
  readonly screen: ScreenCard;
  /** The refused text. */
  readonly refused: string;
  onChoose(target: string): void;
}

/** A button beside the message for a refused text, which looks up what was probably meant. */
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
