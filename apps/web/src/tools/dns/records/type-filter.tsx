import { Chip } from '../../../ui/forms/chip.tsx';
import type { RecordsOfType } from './column-formats.tsx';

export interface TypeFilterProps {
  readonly tables: readonly RecordsOfType[];
  /** The selected record types; all are shown if none is selected. */
  readonly chosen: ReadonlySet<string>;
  onChoose(chosen: ReadonlySet<string>): void;
}

/** Buttons for the record types of the answer: if any are pressed, only their tables are shown. */
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
