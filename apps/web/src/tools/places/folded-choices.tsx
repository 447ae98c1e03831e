import { useEffect, useState } from 'react';
import { siteConfig } from '../../browser/site-config.ts';
import { chosenSummary } from './chosen-summary.ts';
import { PlaceChoices, type PlaceChoicesProps } from './place-choices.tsx';
import { usePlaces } from './use-places.ts';

/** The choice of places in one line that opens, as beside the field of a tool: part of the prerendered page, so that nothing moves. */
export function FoldedChoices(props: PlaceChoicesProps) {
  const [isRunning, setRunning] = useState(false);
  useEffect(() => setRunning(true), []);
  const { data, isPending } = usePlaces();
  if (siteConfig.places !== true) return null;
  const nameOf = (id: string) => data?.places?.find((one) => one.id === id)?.name ?? id;
  return (
    <details className="options from" data-places>
      <summary>{`From: ${chosenSummary(props.chosen.map(nameOf))}`}</summary>
      {isRunning && !isPending && <PlaceChoices {...props} otherwise="No other place can be asked for this now." />}
    </details>
  );
}
