import { lazy, Suspense } from 'react';
import type { OfferButtonProps } from './offer-button.tsx';

const Nothing = () => null;

/** Few texts are refused: what reads them comes when it is needed. Without it there is the message alone. */
const OfferButton = lazy(() =>
  import('./offer-button.tsx').then(
    (chunk) => ({ default: chunk.OfferButton }),
    () => ({ default: Nothing }),
  ),
);

export function Offer(props: OfferButtonProps) {
  return (
    <Suspense fallback={null}>
      <OfferButton {...props} />
    </Suspense>
  );
}
