import type { ShownGroup } from '@sonde/contract/places/place-groups';
import { counted } from '@sonde/contract/text/counted';
import { KeyValueList } from '../../ui/tables/key-value-list.tsx';
import { visibleText } from '../../ui/text/visible-text.ts';

interface GroupsProps {
  readonly groups: readonly ShownGroup[];
  nameOf(id: string): string;
}

/** Equal answers together, the largest group first, with what sets each apart. */
export function Groups({ groups, nameOf }: GroupsProps) {
  return (
    <ol className="place-groups" aria-label="Groups of equal answers">
      {groups.map(({ places, differs, reason }) => (
        <li key={places.join(',')}>
          <h3>
            {counted(places.length, 'place')}: {visibleText(places.map(nameOf).join(', '))}
          </h3>
          <KeyValueList rows={differs.map((one) => ({ ...one, mono: true }))} missing="Not available" />
          {reason !== null && <p>{visibleText(reason)}</p>}
        </li>
      ))}
    </ol>
  );
}
