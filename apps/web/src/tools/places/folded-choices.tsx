import { siteConfig } from '../../browser/site-config.ts';
import { chosenSummary } from './chosen-summary.ts';
import { PlaceChoices, type PlaceChoicesProps } from './place-choices.tsx';
import { usePlaces } from './use-places.ts';

/** The choice of places in one line that opens, as beside the field of a tool: nothing moves when they are known. */
export function FoldedChoices(props: PlaceChoicesProps) {
  const { data, isPending } = usePlaces();
  if (siteConfig.places !== true) return null;
  const nameOf = (id: string) => data?.places?.find((one) => one.id === id)?.name ?? id;
  return (
    <details className="options from">
      <summary>{`From: ${chosenSummary(props.chosen.map(nameOf))}`}</summary>
      {!isPending && <PlaceChoices {...props} otherwise="No other place can be asked for this now." />}
    </details>
  );
}
