import { useContext, useMemo } from 'react';
import { useLocation } from 'wouter';
import { ArrowRight } from '../../ui/icons/lucide/arrow-right.ts';
import { visibleText } from '../../ui/text/visible-text.ts';
import type { ScreenCard } from '../screens/screen-card.ts';
import { ToolsContext } from '../screens/screens-context.ts';
import { type Go, takeWay } from './leave.ts';
import { offersFor } from './offers.ts';
import { wholeText } from './whole-text.ts';

export interface OfferButtonProps {
  readonly screen: ScreenCard;
  /** The text in the field. */
  readonly text: string;
  /** True if the text was submitted and is not looked up. */
  readonly isRefused: boolean;
  /** True if the page shows a lookup of this very text. */
  readonly isAnswered: boolean;
  /** Looks up another target on this page. */
  onChoose(target: string): void;
}

/** Below a field whose text the page does not look up: what the text is, and buttons to where it is understood. */
export function OfferButton({ screen, text, isRefused, isAnswered, onChoose }: OfferButtonProps) {
  const screens = useContext(ToolsContext);
  const [, navigate] = useLocation();
  const whole = wholeText(text);
  const offers = useMemo(
    () => offersFor(whole, { screen, screens, isRefused, isAnswered }),
    [whole, screen, screens, isRefused, isAnswered],
  );
  if (offers === null) return null;
  const go: Go = { navigate, choose: onChoose };
  return (
    <div className="offer">
      {offers.says !== null && <span role="status">{visibleText(offers.says)}</span>}
      {offers.ways.map((way) => (
        <button key={way.label} className="btn" type="button" onClick={() => takeWay(way, whole, go)}>
          {visibleText(way.label)}
          <ArrowRight className="i" />
        </button>
      ))}
    </div>
  );
}
