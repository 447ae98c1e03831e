import { counted } from '@sonde/contract/text/counted';
import { useState } from 'react';
import { adoptSheet } from '../../../browser/page/adopt-sheet.ts';
import { visibleText } from '../../../ui/text/visible-text.ts';
import sheet from './evidence.css?inline';
import { durationOf, ExchangeContent, placeOf, type ShownExchange } from './exchange.tsx';
import type { CameFromProps } from './exchange-filter.ts';
import { ExchangeList } from './exchange-list.tsx';
import { fittingExchanges } from './fitting.ts';
import { readEvidence } from './read-evidence.ts';

adoptSheet(sheet);

const AT_FIRST = 20;

interface PartExchangesProps extends CameFromProps {
  readonly evidence: unknown;
}

/** A line that says which server was asked; opened, what was sent and received, decoded and in hex. */
export function PartExchanges({ evidence, what, parts }: PartExchangesProps) {
  const [isOpen, setOpen] = useState(false);
  const exchanges = readEvidence(evidence)?.exchanges ?? [];
  const found = parts
    .map(({ label, filters }) => ({ label, exchanges: fittingExchanges(exchanges, filters) }))
    .filter((part) => part.exchanges.length > 0);
  const all = [...new Set(found.flatMap((part) => part.exchanges))];
  const [only, ...more] = all;
  if (only === undefined) return null;
  const isAlone = more.length === 0 && found.every(({ label }) => label === null);
  return (
    <details
      className="sent came"
      onToggle={({ target, currentTarget }) => target === currentTarget && setOpen(currentTarget.open)}
    >
      <summary>
        <span>
          {lineOf(all)}
          <span className="sr"> for {visibleText(what)}</span>
        </span>
      </summary>
      {isOpen && isAlone && <ExchangeContent exchange={only} place={`${what}, `} />}
      {isOpen && !isAlone && found.map((part) => <Part key={part.label} what={what} {...part} />)}
    </details>
  );
}

/** «asked 192.0.2.53:53 · 0.40 ms», or the number of exchanges. */
function lineOf(all: readonly ShownExchange[]): string {
  const places = [...new Set(all.map(placeOf))];
  const [place = ''] = places;
  const [only, ...more] = all;
  if (only !== undefined && more.length === 0) {
    return [`asked ${place}`, durationOf(only)].filter((one) => one !== null).join(' · ');
  }
  const peers = places.length === 1 ? place : counted(places.length, 'peer');
  return `${counted(all.length, 'exchange')} with ${peers}`;
}

interface PartProps {
  readonly what: string;
  readonly label: string | null;
  readonly exchanges: readonly ShownExchange[];
}

function Part({ what, label, exchanges }: PartProps) {
  const place = `${what}, ${label === null ? '' : `${label}, `}`;
  return (
    <>
      {label !== null && <h3>{visibleText(label)}</h3>}
      <ExchangeList exchanges={exchanges} atFirst={AT_FIRST} place={place} />
    </>
  );
}
