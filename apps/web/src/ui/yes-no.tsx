import { Badge } from './badge.tsx';

/** «Yes» or «No», coloured by whether that is good. */
export function YesNo({ value, goodWhen }: { readonly value: boolean; readonly goodWhen: boolean }) {
  return <Badge tone={value === goodWhen ? 'ok' : 'bad'}>{value ? 'Yes' : 'No'}</Badge>;
}
