import { useEffect } from 'react';
import { chosenSummary } from './chosen-summary.ts';
import { PlaceChoices, type PlaceChoicesProps } from './place-choices.tsx';
import { usePlaces } from './use-places.ts';

interface SummedChoicesProps extends PlaceChoicesProps {
  /** Told what is chosen, in the words of the line that opens the choice. */
  onSummary(text: string): void;
}

/** The choice of places, which tells what is chosen. */
export function SummedChoices({ onSummary, ...choices }: SummedChoicesProps) {
  const { data, isPending } = usePlaces();
  const nameOf = (id: string) => data?.places?.find((one) => one.id === id)?.name ?? id;
  const summary = chosenSummary(choices.chosen.map(nameOf));
  useEffect(() => onSummary(summary), [onSummary, summary]);
  return !isPending && <PlaceChoices {...choices} otherwise="No other place can be asked for this now." />;
}
