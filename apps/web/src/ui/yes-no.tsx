import { Badge, type Tone } from './badge.tsx';

interface YesNoProps {
  readonly value: boolean;
  readonly goodWhen: boolean;
  /** How grave the other one is. */
  readonly otherwise?: Tone;
}

export const yesOrNo = (value: boolean) => (value ? 'Yes' : 'No');

/** «Yes» or «No», coloured by whether that is good. */
export function YesNo({ value, goodWhen, otherwise = 'bad' }: YesNoProps) {
  return <Badge tone={value === goodWhen ? 'ok' : otherwise}>{yesOrNo(value)}</Badge>;
}
