import { lazy, Suspense } from 'react';
import type { OfferButtonProps } from './offer-button.tsx';

const Nothing = () => null;

/** Loaded on demand, because few texts are refused. If it cannot be loaded, only the message is shown. */
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
