import { Chip } from '../../ui/chip.tsx';
import type { Table } from './column-looks.tsx';

export interface TypeFilterProps {
  readonly tables: readonly Table[];
  /** Those that are shown; all of them where none is chosen. */
  readonly chosen: ReadonlySet<string>;
  onChoose(chosen: ReadonlySet<string>): void;
}

/** The record types there are: the tables of those that are pressed stay. */
export function TypeFilter({ tables, chosen, onChoose }: TypeFilterProps) {
  const toggle = (name: string) => {
    const next = new Set(chosen);
    if (!next.delete(name)) next.add(name);
    onChoose(next);
  };
  return (
    <fieldset className="jump">
      <legend className="sr">Show only these record types</legend>
      {tables.map(({ recordName, data: rows }) => (
        <Chip
          key={recordName}
          count={rows.length}
          isPressed={chosen.has(recordName)}
          onChoose={() => toggle(recordName)}
        >
          {recordName}
        </Chip>
      ))}
      {chosen.size > 0 && (
        <Chip isPressed={false} onChoose={() => onChoose(new Set())}>
          Show all
        </Chip>
      )}
    </fieldset>
  );
}
