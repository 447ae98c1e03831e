import { counted } from '@sonde/contract/text/counted';
import { useFirst } from '../../../ui/tables/use-first.ts';
import { Exchange, type ShownExchange } from './exchange.tsx';

interface ExchangeListProps {
  readonly exchanges: readonly ShownExchange[];
  /** How many are shown before a press for the rest. */
  readonly atFirst: number;
  /** See `ExchangeProps`. */
  readonly place?: string;
}

/** The first of these exchanges, and a button for the rest. */
export function ExchangeList({ exchanges, atFirst, place = '' }: ExchangeListProps) {
  const { shown, hidden, showAll } = useFirst(exchanges, atFirst);
  return (
    <>
      <ol>
        {shown.map((one) => (
          <Exchange key={one.number} exchange={one} place={place} />
        ))}
      </ol>
      {hidden > 0 && (
        <button type="button" className="btn" onClick={showAll}>
          Show {counted(hidden, 'more exchange')}
        </button>
      )}
    </>
  );
}
