import { yesOrNo } from '@sonde/contract/text/yes-or-no';
import { Badge, type Tone } from './badge.tsx';

interface YesNoProps {
  readonly value: boolean;
  readonly goodWhen: boolean;
  /** The tone if the value is not the good one. */
  readonly otherwise?: Tone;
}

/** «Yes» or «No», coloured by whether that is good. */
export function YesNo({ value, goodWhen, otherwise = 'bad' }: YesNoProps) {
  return <Badge tone={value === goodWhen ? 'ok' : otherwise}>{yesOrNo(value)}</Badge>;
}
