import { lazy, Suspense } from 'react';
import type { OfferButtonProps } from './offer-button.tsx';

const Nothing = () => null;

/** Loaded on demand, because most texts are plain targets. If it cannot be loaded, only the message is shown. */
const OfferButton = lazy(() =>
  import('./offer-button.tsx').then(
    (chunk) => ({ default: chunk.OfferButton }),
    () => ({ default: Nothing }),
  ),
);

/** A name, or the beginning of one, and no AS number: nothing is offered for these. */
const NAME = /^$|^(?!asn?\d+$)[a-z][a-z\d.-]*$/i;

export function Offer(props: OfferButtonProps) {
  if (!props.isRefused && NAME.test(props.text)) return null;
  return (
    <Suspense fallback={null}>
      <OfferButton {...props} />
    </Suspense>
  );
}
