import { useState } from 'react';
import { siteConfig } from '../../browser/site-config.ts';
import { lazyResult } from '../lookup/lazy-result.tsx';
import { chosenSummary } from './chosen-summary.ts';
import type { PlaceChoicesProps } from './place-choices.tsx';

const { Result: Choices } = lazyResult(
  async () => ({ Result: (await import('./summed-choices.tsx')).SummedChoices }),
  'The places cannot be loaded.',
);

/** The choice of places in one line that opens, as beside the field of a tool; they are asked for when it is opened. */
export function FoldedChoices(props: PlaceChoicesProps) {
  const [isNeeded, setNeeded] = useState(false);
  const [summary, setSummary] = useState(chosenSummary([]));
  if (siteConfig.places !== true) return null;
  return (
    <details className="options from" onToggle={() => setNeeded(true)}>
      <summary>{`From: ${summary}`}</summary>
      {isNeeded && <Choices {...props} onSummary={setSummary} fallback={null} />}
    </details>
  );
}
