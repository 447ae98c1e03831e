import { Badge } from '../../../ui/tables/badge.tsx';

/** On a name that somebody else could take over: in words, since «does not resolve» says less. */
export function TakeoverMark() {
  return <Badge tone="bad">Can be taken over</Badge>;
}
